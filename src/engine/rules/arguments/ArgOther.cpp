// arg-other: what the standard asks of the remaining arguments, by their role: colors, the memory and units of a
// window, target displacements, the dimensions of a topology, the shape of an array type, lock types, assertions,
// offsets into files, handles of files, info objects and error handlers, keys of attributes, and memory for results.
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/process/PerProcess.h"
#include "engine/rules/Arguments.h"
#include "mpi/Significance.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Capture;
using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-other");

// Every MPI has its file routines from one source, and their constants with them.
constexpr std::int64_t kDisplacementCurrent = -54278278;
constexpr std::int64_t kSeekSet = 600;

/// Recorded in place of the null pointer to handles and arrays, whose address may also be unknown.
constexpr std::int64_t kNullPointer = -1;

constexpr std::int64_t kAssertions = mpi::kNoCheck | mpi::kNoStore | mpi::kNoPut | mpi::kNoPrecede | mpi::kNoSucceed;

struct Complaint {
  std::string what;
  std::string help;
};

using Verdict = std::optional<Complaint>;

Verdict judgeDimensions(const Call &call, std::size_t argument) {
  if (call.routine->storage[argument].name != "dims" || !call.comm || call.comm->isInter()) return {};
  std::int64_t product = 1;
  const auto size = static_cast<std::int64_t>(call.comm->size());
  for (const std::int64_t extent : call.array(static_cast<int>(argument))) {
    if (extent <= 0)
      return Complaint{fmt::format("holds {}, but every dimension has at least one process", extent),
                       "give every dimension a positive extent"};
    product = std::min(product * std::min(extent, size + 1), size + 1);
  }
  if (product <= size) return {};
  return Complaint{fmt::format("needs more processes than the {} of {}", size, call.comm->describe()),
                   "choose dimensions whose product is not larger than the communicator"};
}

/// Degrees, each added to those before it.
Verdict judgeGraph(const Call &call, std::size_t argument) {
  if (!call.comm || call.comm->isInter()) return {};
  const auto degrees = call.array(static_cast<int>(argument));
  const auto size = static_cast<std::int64_t>(call.comm->size());
  if (std::ssize(degrees) > size)
    return Complaint{
        fmt::format("has {} nodes, but {} has only {} processes", degrees.size(), call.comm->describe(), size),
        "make a graph of at most as many nodes as there are processes"};
  const auto falls = std::ranges::adjacent_find(degrees, std::ranges::greater{});
  if (falls == degrees.end()) return {};
  return Complaint{
      fmt::format("falls from {} to {} at element {}, but each element counts the neighbors up to its node", *falls,
                  *std::next(falls), falls - degrees.begin() + 1),
      "add the neighbors of each node to those of the nodes before it"};
}

/// The array argument of that name.
std::span<const std::int64_t> arrayNamed(const Call &call, std::string_view name) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (call.routine->storage[i].name == name) return call.array(static_cast<int>(i));
  return {};
}

std::optional<std::int64_t> argumentNamed(const Call &call, std::string_view name) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (call.routine->storage[i].name == name) return call.arguments[i];
  return std::nullopt;
}

/// A part of an array: it has elements, and they lie inside the whole.
Verdict judgeArray(const Call &call, std::size_t argument) {
  const std::string_view name = call.routine->storage[argument].name;
  const auto own = call.array(static_cast<int>(argument));
  const auto sizes = arrayNamed(call, "array_of_sizes");
  const auto subsizes = arrayNamed(call, "array_of_subsizes");
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool isStart = name == "array_of_starts";
    if (own[i] < 0) return {};  // which is an error of its own
    if (own[i] == 0 && !isStart)
      return Complaint{fmt::format("holds 0 as element {}, but every dimension has elements", i),
                       "give every dimension at least one element"};
    if (name == "array_of_subsizes" && i < sizes.size() && own[i] > sizes[i])
      return Complaint{fmt::format("holds {} as element {}, but the array has only {} there", own[i], i, sizes[i]),
                       "take a part that is not larger than the array"};
    if (isStart && i < sizes.size() && i < subsizes.size() && subsizes[i] <= sizes[i] &&
        own[i] > sizes[i] - subsizes[i])
      return Complaint{
          fmt::format("holds {} as element {}, but {} elements from there on reach beyond the {} of the array", own[i],
                      i, subsizes[i], sizes[i]),
          "let the part begin where it still fits into the array"};
  }
  return {};
}

/// The grid of processes that an array is distributed over.
Verdict judgeGrid(const Call &call, std::size_t argument) {
  if (call.routine->storage[argument].name != "array_of_psizes") return {};
  const std::int64_t size = argumentNamed(call, "size").value_or(0);
  const std::int64_t rank = argumentNamed(call, "rank").value_or(0);
  const auto extents = call.array(static_cast<int>(argument));
  if (extents.empty() || size <= 0) return {};
  std::int64_t product = 1;
  for (const std::int64_t extent : extents) {
    if (extent <= 0)
      return Complaint{fmt::format("holds {}, but every dimension has at least one process", extent),
                       "give every dimension a positive number of processes"};
    product = std::min(product * std::min(extent, size + 1), size + 1);
  }
  if (product != size)
    return Complaint{fmt::format("does not multiply to the {} processes of the group", size),
                     "choose a grid of exactly as many processes as the group has"};
  if (rank >= 0 && rank < size) return {};
  return Complaint{fmt::format("describes the grid of {} processes, but the rank is {}", size, rank),
                   "pass a rank of the group"};
}

/// MPI_File_seek counts from the beginning of the file only where it says so, a view may begin where the file is.
Verdict judgeOffset(const Call &call, std::size_t argument) {
  const std::int64_t value = call.arguments[argument];
  if (value >= 0) return {};
  const auto whence = call.argument(Role::Whence);
  if (whence && *whence != kSeekSet) return {};
  if (call.argument(Role::OffsetOut)) return {};
  const std::string_view name = call.routine->storage[argument].name;
  if (name == "disp") {
    if (value == kDisplacementCurrent) return {};
    return Complaint{fmt::format("is {}, but a view begins at a displacement of 0 or more", value),
                     "pass a displacement in bytes from the beginning of the file, or MPI_DISPLACEMENT_CURRENT"};
  }
  if (name == "size")
    return Complaint{fmt::format("is {}, but a file's size is not negative", value),
                     "pass the size in bytes; compute it as MPI_Offset so that it does not overflow"};
  return Complaint{
      fmt::format("is {}, but an offset into a file is not negative", value),
      "count from the beginning of the view; compute the offset as MPI_Offset so that it does not overflow"};
}

/// How many elements the array surely has; 0 where that is not known.
std::int64_t lengthOf(const Call &call, std::size_t argument, Role role) {
  switch (role) {
    case Role::CountsPerRank:
    case Role::DisplsPerRank:
    case Role::ByteDisplsPerRank:
    case Role::DatatypesPerRank:
      return call.routine->cls != mpi::Class::CollectiveNeighbor && call.comm ? 1 : 0;
    case Role::Infos:
    case Role::AddressDisplsPerRank:
    case Role::EdgeEnds:
      return 0;
    default:
      break;
  }
  for (std::size_t i = argument; i-- > 0;) {
    const Role before = call.routine->storage[i].role;
    if (before == Role::Length || before == Role::BlockCount) return call.arguments[i];
  }
  return 0;
}

/// The address of the handle that the argument leads to, as it was recorded.
std::int64_t addressOfHandle(const Call &call, std::size_t argument) {
  std::size_t before = 0;
  for (std::size_t i = 0; i < argument; ++i)
    before += mpi::info(call.routine->storage[i].role).capture == Capture::HandleInOut ? 1 : 0;
  return before < call.addresses.size() ? call.addresses[before] : 0;
}

Verdict judgePointer(const Call &call, std::size_t argument, Role role) {
  const std::int64_t value = call.arguments[argument];
  switch (mpi::info(role).capture) {
    case Capture::ScalarOut:
    case Capture::AddressOut:
      if (value != 0) return {};
      break;
    case Capture::HandleOut:
      if (value != kNullPointer) return {};
      break;
    case Capture::HandleInOut:
      if (addressOfHandle(call, argument) != kNullPointer) return {};
      return Complaint{"is NULL, but the call reads a handle there", "pass the address of the handle"};
    case Capture::ScalarArray:
    case Capture::HandleArray:
    case Capture::HandleArrayInOut:
      if (value != kNullPointer || lengthOf(call, argument, role) <= 0) return {};
      return Complaint{"is NULL, but the array has elements", "pass the address of the first element"};
    default:
      return {};
  }
  return Complaint{"is NULL, but the call stores a result there", "pass the address of a variable"};
}

Verdict judge(const Call &call, std::size_t argument, Role role, const ProcessContext &context) {
  const std::int64_t value = call.arguments[argument];
  switch (role) {
    case Role::Offset:
      return judgeOffset(call, argument);
    case Role::CumulativeDegrees:
      return judgeGraph(call, argument);
    case Role::ArraySizes:
      return judgeArray(call, argument);
    case Role::Distributions:
      return judgeGrid(call, argument);
    case Role::Color:
      if (value >= 0 || value == mpi::kUndefined) return {};
      return Complaint{fmt::format("is {}, but a color must not be negative", semantics::nameValue(value)),
                       "pass a color from 0 on, or MPI_UNDEFINED to belong to no communicator"};
    case Role::DispUnit:
      if (value > 0) return {};
      return Complaint{fmt::format("is {}, but a displacement unit is positive", value),
                       "pass the size of an element, or 1 for bytes"};
    case Role::WindowSize:
      if (value >= 0) return {};
      return Complaint{fmt::format("is {}, but a size must not be negative", value), "pass the size in bytes"};
    case Role::Displacement: {
      if (value >= 0) return {};
      const Object *window =
          context.objects().find(*call.process, mpi::Element::Window, call.argument(Role::Window).value_or(0));
      if (window == nullptr || window->isDynamic) return {};
      return Complaint{fmt::format("is {}, but a displacement into a window must not be negative", value),
                       "count the displacement from the start of the target's window"};
    }
    case Role::Dimensions:
      return judgeDimensions(call, argument);
    case Role::LockType:
      if (value == mpi::kLockExclusive || value == mpi::kLockShared) return {};
      return Complaint{"is not a lock type", "pass MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED"};
    case Role::Assertion:
      if (value >= 0 && (value & ~kAssertions) == 0) return {};
      return Complaint{"is not a valid combination of assertions",
                       "combine MPI_MODE_NOCHECK, NOSTORE, NOPUT, NOPRECEDE and NOSUCCEED, or pass 0"};
    case Role::Message:
      if (value != trace::kNullHandle) return {};
      return Complaint{"is MPI_MESSAGE_NULL", "pass a message that a matched probe has returned"};
    default:
      break;
  }
  return {};
}

/// What kind of object the routine keeps attributes of; Other where it keeps none.
mpi::Element ownerOf(const mpi::RoutineInfo &routine) {
  if (routine.cls != mpi::Class::Attribute) return mpi::Element::Other;
  for (const mpi::Argument &argument : routine.args()) switch (argument.role) {
      case Role::Comm:
      case Role::CommCopyFunction:
      case Role::OldCopyFunction:
        return mpi::Element::Comm;
      case Role::AnyDatatype:
      case Role::TypeCopyFunction:
        return mpi::Element::Datatype;
      case Role::Window:
      case Role::WinCopyFunction:
        return mpi::Element::Window;
      default:
        break;
    }
  return mpi::Element::Other;
}

struct Grid {
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> periods;
};

/// The Cartesian communicators that the program has made.
class Grids {
 public:
  static bool isAbout(const mpi::RoutineInfo &routine) {
    return routine.indexOf(Role::Dimensions) >= 0 || routine.indexOf(Role::Coordinates) >= 0 ||
           routine.indexOf(Role::FreedComm) >= 0 || isCopying(routine);
  }
  void leave(const Call &call, const Result &result) {
    if (const auto freed = call.argument(Role::FreedComm); freed && result.code == 0)
      known_[*call.process].erase(*freed);
    const auto comm = written(call, result, Role::NewComm);
    if (!comm || result.code != 0) return;
    if (auto grid = gridMade(call)) known_[*call.process][*comm] = std::move(*grid);
  }
  void end(const Process &process) { known_.forget(process); }
  Verdict judge(const Call &call, std::size_t argument) {
    const Grid *grid = gridOf(call);
    if (grid == nullptr) return {};
    const mpi::Argument &given = call.routine->storage[argument];
    if (given.role == Role::Coordinates) return judgeCoordinates(call.array(static_cast<int>(argument)), *grid);
    const std::int64_t value = call.arguments[argument];
    const auto count = std::ssize(grid->extents);
    const std::string has = fmt::format("the communicator has {} dimension{}", count, count == 1 ? "" : "s");
    if (given.name == "direction" && (value < 0 || value >= count))
      return Complaint{fmt::format("is {}, but {}, counted from 0", value, has),
                       "pass a dimension that the communicator has"};
    if (given.name == "maxdims" && value >= 0 && value < count)
      return Complaint{fmt::format("is {}, but {}", value, has), "pass arrays with an element for each dimension"};
    return {};
  }

 private:
  static bool isCopying(const mpi::RoutineInfo &routine) {
    return routine.routine == mpi::Routine::Comm_dup || routine.routine == mpi::Routine::Comm_dup_with_info;
  }

  const Grid *gridOf(const Call &call) {
    const auto &grids = known_[*call.process];
    const auto known = grids.find(call.argument(Role::Comm).value_or(0));
    return known == grids.end() ? nullptr : &known->second;
  }

  /// The grid of the communicator that the call makes; none where it has none, or one that is not known.
  std::optional<Grid> gridMade(const Call &call) {
    if (call.routine->indexOf(Role::Dimensions) >= 0)
      return Grid{copyOf(arrayNamed(call, "dims")), copyOf(arrayNamed(call, "periods"))};
    const Grid *whole = gridOf(call);
    if (whole == nullptr) return std::nullopt;
    if (isCopying(*call.routine)) return *whole;
    const int remaining = call.routine->indexOf(Role::Coordinates);
    const auto isLeft = call.array(remaining);
    if (remaining < 0 || isLeft.size() != whole->extents.size()) return std::nullopt;
    Grid part;
    for (std::size_t i = 0; i < isLeft.size(); ++i) {
      if (isLeft[i] == 0) continue;
      part.extents.push_back(whole->extents[i]);
      if (i < whole->periods.size()) part.periods.push_back(whole->periods[i]);
    }
    return part;
  }

  static std::vector<std::int64_t> copyOf(std::span<const std::int64_t> values) {
    return {values.begin(), values.end()};
  }

  /// In a dimension that is periodic any will do.
  static Verdict judgeCoordinates(std::span<const std::int64_t> coordinates, const Grid &grid) {
    for (std::size_t i = 0; i < coordinates.size() && i < grid.extents.size() && i < grid.periods.size(); ++i) {
      if (grid.periods[i] != 0 || (coordinates[i] >= 0 && coordinates[i] < grid.extents[i])) continue;
      return Complaint{
          fmt::format("holds {} as element {}, but dimension {} is not periodic and has coordinates 0 to {}",
                      coordinates[i], i, i, grid.extents[i] - 1),
          "pass coordinates inside the grid, or make the dimension periodic"};
    }
    return {};
  }

  PerProcess<std::map<std::int64_t, Grid>> known_;
};

/// The keys of attributes that the program has made, each for one kind of object. Which one is freed is not recorded,
/// but the library gives its number to the next. Of a program that never frees them only so many are known.
class Keys {
 public:
  void leave(const Call &call, const Result &result) {
    const auto made = written(call, result, Role::NewKeyval);
    if (!made || result.code != 0) return;
    auto &keys = known_[*call.process];
    if (keys.size() < kMost || keys.contains(*made)) keys[*made] = ownerOf(*call.routine);
  }
  void end(const Process &process) { known_.forget(process); }
  Verdict judge(const Call &call, std::size_t argument) {
    const auto &keys = known_[*call.process];
    const auto known = keys.find(call.arguments[argument]);
    const mpi::Element owner = ownerOf(*call.routine);
    if (known == keys.end() || known->second == owner) return {};
    return Complaint{fmt::format("is a key for attributes of {}s, but the call is about {}s",
                                 mpi::info(known->second).noun, mpi::info(owner).noun),
                     fmt::format("make a key for {}s", mpi::info(owner).noun)};
  }

 private:
  static constexpr std::size_t kMost = 4096;
  PerProcess<std::map<std::int64_t, mpi::Element>> known_;
};

/// Values and handles of data, ranks and communicators have rules of their own.
bool isForOthers(Role role) {
  const Capture capture = mpi::info(role).capture;
  if (capture != Capture::Scalar && capture != Capture::Handle) return false;
  return mpi::isOfData(role) || mpi::isPeer(role) || role == Role::Tag || role == Role::Comm || role == Role::Window;
}

/// The arguments of a routine that are left, as bits.
std::uint32_t remainingOf(mpi::Routine routine) {
  static_assert(mpi::kMaxArity <= 32);
  static const auto kRemaining = [] {
    std::array<std::uint32_t, mpi::kRoutineCount> all{};
    for (const mpi::RoutineInfo &row : mpi::routines())
      for (std::size_t i = 0; i < row.arity; ++i)
        if (!isForOthers(row.storage[i].role)) all[static_cast<std::size_t>(row.routine)] |= 1U << i;
    return all;
  }();
  return kRemaining[static_cast<std::size_t>(routine)];
}

class ArgOther final : public ProcessRule {
 public:
  Verdict judgeWithHistory(const Call &call, std::size_t argument, const ProcessContext &context) {
    const Role role = call.routine->storage[argument].role;
    if (role == Role::Keyval) return keys_.judge(call, argument);
    if (call.routine->cls == mpi::Class::Topology)
      if (Verdict verdict = grids_.judge(call, argument)) return verdict;
    const Verdict verdict = judge(call, argument, role, context);
    return verdict ? verdict : judgePointer(call, argument, role);
  }

  void onArguments(const Call &call, ProcessContext &context) override {
    for (HandleCheck &check : handles_) check.enter(call, context);
    const std::uint32_t remaining = remainingOf(call.routine->routine);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if ((remaining >> i & 1U) == 0) continue;
      const Verdict verdict = judgeWithHistory(call, i, context);
      if (verdict && isSignificant(call, i)) context.report(makeFinding(kRule, call, i, verdict->what, verdict->help));
    }
  }
  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return routine.indexOf(Role::NewKeyval) >= 0 || Grids::isAbout(routine) ||
           std::ranges::any_of(handles_, [&](const HandleCheck &check) { return check.isAbout(routine); });
  }
  void onLeave(const Call &call, const Result &result, ProcessContext &context) override {
    keys_.leave(call, result);
    grids_.leave(call, result);
    for (HandleCheck &check : handles_) check.leave(call, result, context);
  }
  void onProcessEnd(const Process &process, ProcessContext &context) override {
    keys_.end(process);
    grids_.end(process);
    for (HandleCheck &check : handles_) check.end(process, context);
  }

 private:
  Keys keys_;
  Grids grids_;
  HandleCheck handles_[3] = {
      {kRule, mpi::Element::File}, {kRule, mpi::Element::Info}, {kRule, mpi::Element::ErrHandler}};
};

const Registration<ArgOther> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
