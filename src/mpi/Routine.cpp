// The tables behind Routine.h, and the lookup of a routine by name.
//
// A name is looked up by the hash of its lower-case form: one sorted array serves C and all Fortran spellings, without
// allocation. The compiler checks that the hashes are distinct.
#include "mpi/Routine.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace lockstep::mpi {
namespace {

constexpr auto kRoles = std::to_array<RoleInfo>({
#define MPI_ROLE(id, capture, type, largeType) {#id, Capture::capture, type, largeType},
#include "mpi/Roles.def"
});

consteval Amount amountOf(const RoutineInfo &info, const BufferPlan &plan) {
  if (plan.datatype < 0) return Amount::None;
  if (plan.partitions >= 0) return Amount::Partitions;
  if (plan.count < 0) return Amount::One;
  const Role role = info.storage[static_cast<std::size_t>(plan.count)].role;
  if (role == Role::CountEach) return Amount::Each;
  return role == Role::CountsPerRank ? Amount::Listed : Amount::Whole;
}

consteval BufferPlan planBuffer(const RoutineInfo &info, std::size_t buffer) {
  BufferPlan plan;
  plan.buffer = static_cast<std::int8_t>(buffer);
  for (std::size_t i = buffer + 1; i < info.arity && plan.datatype < 0; ++i) {
    const auto here = static_cast<std::int8_t>(i);
    switch (info.storage[i].role) {
      case Role::Count:
      case Role::CountEach:
      case Role::CountsPerRank:
      case Role::PartitionCount:
        plan.count = here;
        break;
      case Role::Partitions:
        plan.partitions = here;
        break;
      case Role::DisplsPerRank:
      case Role::ByteDisplsPerRank:
      case Role::AddressDisplsPerRank:
        plan.displacements = here;
        break;
      case Role::Datatype:
      case Role::DatatypesPerRank:
        plan.datatype = here;
        break;
      default:
        break;
    }
  }
  plan.amount = amountOf(info, plan);
  const bool hasParts = plan.amount == Amount::Each || plan.amount == Amount::Listed;
  plan.isScattered = hasParts && info.firstOf[static_cast<std::size_t>(Role::Op)] >= 0;
  return plan;
}

consteval RoutineInfo row(Routine routine, Routine base, std::string_view name, Class cls, Timing timing, Effect effect,
                          std::initializer_list<Argument> args) {
  RoutineInfo info;
  info.routine = routine;
  info.base = base;
  info.name = name;
  info.cls = cls;
  info.timing = timing;
  info.effect = effect;
  info.arity = static_cast<std::uint8_t>(args.size());
  std::ranges::copy(args, info.storage.begin());
  info.firstOf.fill(-1);
  for (std::size_t i = info.arity; i-- > 0;)
    info.firstOf[static_cast<std::size_t>(info.storage[i].role)] = static_cast<std::int8_t>(i);
  for (std::size_t i = 0; i < info.arity; ++i)
    if (isDataBuffer(info.storage[i].role)) info.bufferStorage[info.bufferCount++] = planBuffer(info, i);
  return info;
}

#define ARG(role, name) {Role::role, When::Always, #name},
#define ARG_WHEN(role, name, when) {Role::role, When::when, #name},
#define MPI_ROUTINE(name, cls, timing, effect, args) \
  row(Routine::name, Routine::name, "MPI_" #name, Class::cls, Timing::timing, Effect::effect, {args}),
#define MPI_ROUTINE_LARGE(name, cls, timing, effect, args)                                             \
  row(Routine::name, Routine::name, "MPI_" #name, Class::cls, Timing::timing, Effect::effect, {args}), \
      row(Routine::name##_c, Routine::name, "MPI_" #name "_c", Class::cls, Timing::timing, Effect::effect, {args}),
constexpr auto kRoutines = std::to_array<RoutineInfo>({
#include "mpi/Routines.def"
});

class Fnv {
 public:
  constexpr void add(char c) { hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 16777619U; }
  constexpr void add(std::string_view text) {
    for (char c : text) add(c);
    add('\0');
  }
  constexpr std::uint32_t value() const { return hash_; }

 private:
  std::uint32_t hash_ = 2166136261U;
};

constexpr char toLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::uint32_t hashLower(std::string_view name) {
  Fnv hash;
  for (char c : name) hash.add(toLower(c));
  return hash.value();
}

struct NameEntry {
  std::uint32_t hash{};
  Routine routine{};
};

consteval auto sortedNames() {
  std::array<NameEntry, kRoutines.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = {hashLower(kRoutines[i].name), kRoutines[i].routine};
  std::ranges::sort(names, {}, &NameEntry::hash);
  return names;
}

constexpr auto kNames = sortedNames();
static_assert(std::ranges::adjacent_find(kNames, {}, &NameEntry::hash) == kNames.end(), "two names with one hash");

const RoutineInfo *findLower(std::string_view name) {
  const auto entry = std::ranges::lower_bound(kNames, hashLower(name), {}, &NameEntry::hash);
  if (entry == kNames.end()) return nullptr;
  const RoutineInfo &found = info(entry->routine);
  return std::ranges::equal(found.name, name, {}, toLower, toLower) ? &found : nullptr;
}

bool stripSuffix(std::string_view &text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

/// The name without the suffixes of Fortran compilers and of the mpi_f08 module.
std::string_view withoutFortranSuffix(std::string_view name) {
  stripSuffix(name, "_") && stripSuffix(name, "_");
  stripSuffix(name, "_f08") || stripSuffix(name, "_f08ts");
  return name;
}

constexpr std::size_t indexOf(Routine routine) { return static_cast<std::size_t>(routine); }

}  // namespace

std::span<const RoutineInfo> routines() { return kRoutines; }

const RoutineInfo &info(Routine routine) { return kRoutines[indexOf(routine)]; }

const RoleInfo &info(Role role) { return kRoles[static_cast<std::size_t>(role)]; }

std::optional<Routine> findRoutine(std::string_view spelling) {
  if (spelling.starts_with("PMPI_") || spelling.starts_with("pmpi_")) spelling.remove_prefix(1);
  if (spelling.starts_with("MPI_")) {
    const RoutineInfo *found = findLower(spelling);
    return found && found->name == spelling ? std::optional(found->routine) : std::nullopt;
  }
  if (!spelling.starts_with("mpi_")) return std::nullopt;
  const RoutineInfo *found = findLower(withoutFortranSuffix(spelling));
  return found ? std::optional(found->routine) : std::nullopt;
}

SendMode sendMode(const RoutineInfo &routine) {
  switch (routine.base) {
    case Routine::Ssend:
    case Routine::Issend:
    case Routine::Ssend_init:
      return SendMode::Synchronous;
    case Routine::Bsend:
    case Routine::Ibsend:
    case Routine::Bsend_init:
      return SendMode::Buffered;
    default:
      return SendMode::Standard;
  }
}

bool isCollective(Class cls) {
  switch (cls) {
    case Class::CollectiveSync:
    case Class::CollectiveAll:
    case Class::CollectiveFromRoot:
    case Class::CollectiveToRoot:
    case Class::CollectiveScan:
    case Class::CollectiveExscan:
    case Class::CollectiveNeighbor:
    case Class::CollectiveComm:
    case Class::CollectiveWindow:
    case Class::CollectiveFile:
    case Class::CollectiveProcess:
      return true;
    case Class::Environment:
    case Class::Send:
    case Class::Receive:
    case Class::SendReceive:
    case Class::Probe:
    case Class::Partition:
    case Class::Start:
    case Class::Completion:
    case Class::RequestQuery:
    case Class::RmaPut:
    case Class::RmaGet:
    case Class::RmaAccumulate:
    case Class::RmaFetch:
    case Class::WindowSync:
    case Class::Window:
    case Class::Communicator:
    case Class::Topology:
    case Class::Group:
    case Class::Datatype:
    case Class::Op:
    case Class::Attribute:
    case Class::Info:
    case Class::ErrorHandler:
    case Class::File:
    case Class::Memory:
    case Class::Session:
    case Class::Pure:
    case Class::Tool:
      return false;
  }
  __builtin_unreachable();
}

int sequenceArgument(const RoutineInfo &routine) {
  if (!isCollective(routine.cls) || routine.effect == Effect::CommCreatePartial) return -1;
  for (const Role role : {Role::Comm, Role::FreedComm, Role::Window, Role::FreedWindow, Role::File, Role::FreedFile})
    if (const int index = routine.indexOf(role); index >= 0) return index;
  return -1;
}

Element elementOf(const RoutineInfo &routine, Role role) {
  std::string_view type = routine.isLarge() ? info(role).largeType : info(role).type;
  if (type.starts_with("const ")) type.remove_prefix(6);
  while (!type.empty() && (type.back() == '*' || type.back() == ' ')) type.remove_suffix(1);
  type = type.substr(0, type.find(" (*)"));  // of rows
  if (type == "int") return Element::Int;
  if (type == "MPI_Aint") return Element::Aint;
  if (type == "MPI_Count") return Element::Count;
  if (type == "MPI_Offset") return Element::Offset;
  return findHandle(type);
}

bool isAllowedAnytime(Routine routine) {
  const RoutineInfo &row = info(routine);
  if (row.cls == Class::Info || row.cls == Class::Session || !isRecorded(row.cls)) return true;
  if (row.indexOf(Role::Session) >= 0) return true;
  constexpr Routine kAnytime[] = {
      Routine::Initialized, Routine::Finalized,    Routine::Get_version,     Routine::Get_library_version,
      Routine::Error_class, Routine::Error_string, Routine::Errhandler_free, Routine::Session_create_errhandler,
  };
  return std::ranges::find(kAnytime, routine) != std::end(kAnytime);
}

std::uint32_t tableFingerprint() {
  static const std::uint32_t kFingerprint = [] {
    Fnv hash;
    for (const RoutineInfo &routine : kRoutines) {
      hash.add(routine.name);
      for (const Argument &argument : routine.args()) hash.add(info(argument.role).name);
    }
    return hash.value();
  }();
  return kFingerprint;
}

Element handleKind(Role role) {
  static const auto kKinds = [] {
    std::array<Element, kRoleCount> kinds{};
    for (const RoutineInfo &routine : routines())
      for (const Argument &argument : routine.args()) {
        const Element element = elementOf(routine, argument.role);
        kinds[static_cast<std::size_t>(argument.role)] = isHandle(element) ? element : Element::Other;
      }
    return kinds;
  }();
  return kKinds[static_cast<std::size_t>(role)];
}

}  // namespace lockstep::mpi
