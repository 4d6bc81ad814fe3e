#include "mpi/Constants.h"

#include <algorithm>
#include <array>
#include <utility>

#include "mpi/FortranOps.h"
#include "mpi/Special.h"

namespace lockstep::mpi {
namespace {

constexpr std::int64_t kMpichBuiltin = 0x4c000000;
constexpr std::int64_t kMpichWorld = 0x44000000;

/// MPICH's numbers of its types; their second byte is the size.
constexpr auto kMpichTypes = std::to_array<std::pair<std::int64_t, PredefinedType>>({
    {0x0101, PredefinedType::Char},
    {0x0118, PredefinedType::SignedChar},
    {0x0102, PredefinedType::UnsignedChar},
    {0x010d, PredefinedType::Byte},
    {0x010f, PredefinedType::Packed},
    {0x040e, PredefinedType::Wchar},
    {0x0203, PredefinedType::Short},
    {0x0204, PredefinedType::UnsignedShort},
    {0x0405, PredefinedType::Int},
    {0x0406, PredefinedType::Unsigned},
    {0x0807, PredefinedType::Long},
    {0x0808, PredefinedType::UnsignedLong},
    {0x0809, PredefinedType::LongLong},
    {0x0819, PredefinedType::UnsignedLongLong},
    {0x040a, PredefinedType::Float},
    {0x080b, PredefinedType::Double},
    {0x100c, PredefinedType::LongDouble},
    {0x0137, PredefinedType::Int8},
    {0x0238, PredefinedType::Int16},
    {0x0439, PredefinedType::Int32},
    {0x083a, PredefinedType::Int64},
    {0x013b, PredefinedType::Uint8},
    {0x023c, PredefinedType::Uint16},
    {0x043d, PredefinedType::Uint32},
    {0x083e, PredefinedType::Uint64},
    {0x013f, PredefinedType::CBool},
    {0x0133, PredefinedType::CxxBool},
    {0x0840, PredefinedType::CFloatComplex},
    {0x1041, PredefinedType::CDoubleComplex},
    {0x2042, PredefinedType::CLongDoubleComplex},
    {0x0834, PredefinedType::CxxFloatComplex},
    {0x1035, PredefinedType::CxxDoubleComplex},
    {0x2036, PredefinedType::CxxLongDoubleComplex},
    {0x0843, PredefinedType::Aint},
    {0x0844, PredefinedType::Offset},
    {0x0845, PredefinedType::Count},
    {0x041b, PredefinedType::Integer},
    {0x041c, PredefinedType::Real},
    {0x081f, PredefinedType::DoublePrecision},
    {0x081e, PredefinedType::Complex},
    {0x1022, PredefinedType::DoubleComplex},
    {0x041d, PredefinedType::Logical},
    {0x011a, PredefinedType::Character},
    {0x012d, PredefinedType::Integer1},
    {0x022f, PredefinedType::Integer2},
    {0x0430, PredefinedType::Integer4},
    {0x0831, PredefinedType::Integer8},
    {0x0427, PredefinedType::Real4},
    {0x0829, PredefinedType::Real8},
    {0x102b, PredefinedType::Real16},
    {0x0828, PredefinedType::Complex8},
    {0x102a, PredefinedType::Complex16},
    {0x202c, PredefinedType::Complex32},
    {0x0816, PredefinedType::TwoInt},
    {0x0820, PredefinedType::TwoInteger},
    {0x0821, PredefinedType::TwoReal},
    {0x1023, PredefinedType::TwoDoublePrecision},
    {0x0010, PredefinedType::LowerBound},
    {0x0011, PredefinedType::UpperBound},
});

/// Open MPI's numbers of its types in Fortran.
constexpr auto kOpenMpiFortranTypes = std::to_array<std::pair<std::int64_t, PredefinedType>>({
    {1, PredefinedType::Byte},
    {2, PredefinedType::Packed},
    {5, PredefinedType::Character},
    {6, PredefinedType::Logical},
    {7, PredefinedType::Integer},
    {8, PredefinedType::Integer1},
    {9, PredefinedType::Integer2},
    {10, PredefinedType::Integer4},
    {11, PredefinedType::Integer8},
    {13, PredefinedType::Real},
    {14, PredefinedType::Real4},
    {15, PredefinedType::Real8},
    {16, PredefinedType::Real16},
    {17, PredefinedType::DoublePrecision},
    {18, PredefinedType::Complex},
});

template <class Table>
PredefinedType findIn(const Table &table, std::int64_t number) {
  const auto found = std::ranges::find(table, number, [](const auto &row) { return row.first; });
  return found == table.end() ? PredefinedType::None : found->second;
}

char lowered(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

PredefinedType typeOfSymbol(std::string_view symbol) {
  constexpr std::string_view kPrefix = "ompi_mpi_";
  if (!symbol.starts_with(kPrefix)) return PredefinedType::None;
  symbol.remove_prefix(kPrefix.size());
  if (symbol == "dblprec") return PredefinedType::DoublePrecision;
  if (symbol == "long_long_int") return PredefinedType::LongLong;
  for (const PredefinedTypeInfo &type : predefinedTypes()) {
    const std::string_view name = type.name.substr(4);
    if (std::ranges::equal(symbol, name, [](char a, char b) { return a == lowered(b); })) return type.type;
  }
  return PredefinedType::None;
}

}  // namespace

bool isOfOpenMpi(std::string_view symbol) { return symbol.starts_with("ompi_") || symbol.starts_with("mpi_fortran_"); }

bool isFortranConstant(std::string_view symbol) {
  constexpr std::array<std::string_view, 3> kPrefixes{"mpi_fortran_", "mpipriv", "mpifcmb"};  // Open MPI, MPICH twice
  return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
    return std::ranges::equal(symbol.substr(0, prefix.size()), prefix, {}, lowered);
  });
}

RawHandle nullHandle(Library library, Element element, bool isFortran) {
  if (library == Library::Mpich) return {info(element).mpichNull, {}, isFortran};
  if (isFortran) return {element == Element::Comm ? 2 : 0, {}, true};
  return {0, info(element).openMpiNull, false};
}

std::int64_t bytesOf(Library library, Element element, bool isFortran) {
  switch (element) {
    case Element::Other:
    case Element::Int:
      return 4;
    case Element::Aint:
    case Element::Count:
    case Element::Offset:
      return 8;
    case Element::File:
      return isFortran ? 4 : 8;
    case Element::Comm:
    case Element::Group:
    case Element::Datatype:
    case Element::Op:
    case Element::Window:
    case Element::Request:
    case Element::Message:
    case Element::Info:
    case Element::ErrHandler:
    case Element::Session:
      return isFortran || library == Library::Mpich ? 4 : 8;
  }
  return 4;
}

bool isNull(Library library, Element element, const RawHandle &handle) {
  const RawHandle null = nullHandle(library, element, handle.isFortran);
  return handle.symbol == null.symbol && (!handle.symbol.empty() || handle.number == null.number);
}

PredefinedComm predefinedCommOf(Library library, const RawHandle &handle) {
  if (!handle.symbol.empty()) {
    if (handle.symbol == "ompi_mpi_comm_world") return PredefinedComm::World;
    return handle.symbol == "ompi_mpi_comm_self" ? PredefinedComm::Self : PredefinedComm::None;
  }
  const std::int64_t world = library == Library::Mpich ? kMpichWorld : 0;
  if (library == Library::OpenMpi && !handle.isFortran) return PredefinedComm::None;
  if (handle.number == world) return PredefinedComm::World;
  return handle.number == world + 1 ? PredefinedComm::Self : PredefinedComm::None;
}

PredefinedType predefinedTypeOf(Library library, const RawHandle &handle) {
  if (!handle.symbol.empty()) return typeOfSymbol(handle.symbol);
  if (library == Library::OpenMpi)
    return handle.isFortran ? findIn(kOpenMpiFortranTypes, handle.number) : PredefinedType::None;
  return findIn(kMpichTypes, handle.number - kMpichBuiltin);
}

PredefinedOp predefinedOpOf(Library library, const RawHandle &handle) {
  std::string_view name;
  if (!handle.symbol.empty())
    name = opOfOpenMpi(handle.symbol);
  else if (library == Library::Mpich)
    name = opOfMpich(handle.number);
  else if (handle.isFortran)
    name = opOfOpenMpiFortran(handle.number);
  for (std::uint64_t number = 1; !name.empty() && number <= static_cast<std::uint64_t>(PredefinedOp::NoOp); ++number)
    if (predefinedOpName(number) == name) return static_cast<PredefinedOp>(number);
  return PredefinedOp::None;
}

namespace {

/// The bits of Special.h; those that mean nothing go behind them.
std::int64_t assertionsOf(bool isMpich, std::int64_t value) {
  constexpr struct {
    std::int64_t mpich, openMpi, stable;
  } kBits[] = {
      {1024, 1, kNoCheck}, {2048, 8, kNoStore}, {4096, 4, kNoPut}, {8192, 2, kNoPrecede}, {16384, 16, kNoSucceed}};
  std::int64_t bits = 0;
  for (const auto &bit : kBits) {
    const std::int64_t here = isMpich ? bit.mpich : bit.openMpi;
    if ((value & here) == 0) continue;
    bits |= bit.stable;
    value &= ~here;
  }
  return bits | value << 8;
}

}  // namespace

std::int64_t specialOf(Library library, Role role, std::int64_t value) {
  const bool isMpich = library == Library::Mpich;
  switch (role) {
    case Role::Dest:
    case Role::Source:
    case Role::Target:
    case Role::Root:
    case Role::RemoteLeader:
    case Role::Rank:
    case Role::Ranks:
    case Role::Neighbors:
    case Role::EdgeEnds:
      if (value == -32766) return kUndefined;
      if (value == (isMpich ? -1 : -2)) return kProcNull;
      if (value == (isMpich ? -2 : -1)) return kAnySource;
      return value == (isMpich ? -3 : -4) ? kRootHere : value;
    case Role::Tag:
      return value == -1 ? kAnyTag : value;
    case Role::LockType:
      if (value == (isMpich ? 234 : 1)) return kLockExclusive;
      return value == (isMpich ? 235 : 2) ? kLockShared : 0;
    case Role::Assertion:
      return assertionsOf(isMpich, value);
    case Role::Color:
    case Role::SplitType:
      return value == -32766 ? kUndefined : value;
    case Role::ReadBuffer:
    case Role::WriteBuffer:
    case Role::UpdateBuffer:
    case Role::BcastBuffer:
      return value == (isMpich ? -1 : 1) ? kInPlace : value;
    default:
      return value;
  }
}

std::optional<bool> isFortranOrder(Library library, std::int64_t value) {
  const std::int64_t rowMajor = library == Library::Mpich ? 56 : 0;
  if (value != rowMajor && value != rowMajor + 1) return std::nullopt;
  return value != rowMajor;
}

std::optional<Distribution> distributionOf(Library library, std::int64_t value) {
  const std::int64_t kind = value - (library == Library::Mpich ? 121 : 0);
  if (kind < 0 || kind > static_cast<std::int64_t>(Distribution::None)) return std::nullopt;
  return static_cast<Distribution>(kind);
}

bool isDefaultDistribution(Library library, std::int64_t value) {
  return value == (library == Library::Mpich ? -49767 : -1);
}

}  // namespace lockstep::mpi
