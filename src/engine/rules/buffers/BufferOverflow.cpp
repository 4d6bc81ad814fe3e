// buffer-overflow: a call accesses more memory than its argument points to.
//
// The size of memory is known for variables and heap blocks of instrumented code. It is compared with what the
// arguments require: a message that happens to be shorter than the receive is no excuse. Scalar results count as well,
// e.g. a flag, which is an int, in a variable of one byte. So do arrays that the call reads or writes as a whole: the
// recorder reports those that are too short, and reads no further.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/calls/BufferParts.h"
#include "engine/calls/Significance.h"
#include "engine/rules/Arguments.h"
#include "mpi/Significance.h"
#include "semantics/arguments/MemoryArguments.h"
#include "trace/MemberRoom.h"

namespace lockstep::engine {
namespace {

using semantics::describeBytes;

constexpr report::Rule kRule = report::rule("buffer-overflow");

/// The bytes that the call accesses from the address of the argument on, and in front of it.
struct Need {
  std::uint64_t behind = 0;
  std::uint64_t before = 0;
};

/// For the first part with a type; usually all parts have the same.
std::string extentOf(const Call &call, std::size_t argument) {
  for (const MemoryPart &part : partsOf(call, argument))
    if (part.elements.type != nullptr) return describeExtent(*part.elements.type);
  return {};
}

Need needOf(const Call &call, std::size_t argument) {
  const auto address = static_cast<std::uint64_t>(call.arguments[argument]);
  Need need;
  for (const MemoryPart &part : partsOf(call, argument)) {
    if (part.end > address) need.behind = std::max(need.behind, part.end - address);
    if (part.first < address) need.before = std::max(need.before, address - part.first);
  }
  return need;
}

/// Size of the scalar result that the call writes through a pointer; 0 for other arguments.
std::uint64_t resultBytes(const Call &call, std::size_t argument) {
  const mpi::Role role = call.routine->storage[argument].role;
  if (mpi::info(role).capture != mpi::Capture::ScalarOut || !isSignificant(call, argument)) return 0;
  return mpi::elementOf(*call.routine, role) == mpi::Element::Int ? 4 : 8;
}

/// Size of an array element; 0: unknown.
std::uint64_t elementBytes(const Call &call, mpi::Role role) {
  switch (mpi::elementOf(*call.routine, role)) {
    case mpi::Element::Int:
      return 4;
    case mpi::Element::Aint:
    case mpi::Element::Count:
    case mpi::Element::Offset:
      return 8;
    case mpi::Element::Other:
      return 0;
    default:
      return call.process->requestBytes;  // all handles of a library have the same size
  }
}

/// The declared element type of the array, e.g. "int".
std::string_view elementName(const Call &call, mpi::Role role) {
  std::string_view type = call.routine->isLarge() ? mpi::info(role).largeType : mpi::info(role).type;
  if (type.starts_with("const ")) type.remove_prefix(6);
  return type.substr(0, type.find(' '));
}

/// The array length according to the call's arguments; none if they do not give it.
std::optional<std::uint64_t> statedLength(const Call &call, std::size_t argument) {
  const mpi::RoutineInfo &routine = *call.routine;
  const mpi::Role own = routine.storage[argument].role;
  if (mpi::info(own).name.ends_with("PerRank") || own == mpi::Role::EdgeEnds) return std::nullopt;
  const std::uint64_t each = own == mpi::Role::RankRanges ? 3 : 1;
  for (std::size_t i = argument; i-- > 0;) {
    const mpi::Role role = routine.storage[i].role;
    if (role != mpi::Role::Length && role != mpi::Role::BlockCount) continue;
    if (call.arguments[i] < 0) return 0;
    return static_cast<std::uint64_t>(call.arguments[i]) * each;
  }
  return std::nullopt;
}

/// The elements of an array with one for each member that the caller talks to; none for neighbors.
std::optional<std::uint64_t> lengthPerMember(const Call &call, std::size_t argument, const ProcessContext &context) {
  if (!mpi::info(call.routine->storage[argument].role).name.ends_with("PerRank")) return std::nullopt;
  if (call.routine->cls == mpi::Class::CollectiveNeighbor || (call.comm && call.comm->isInter())) return std::nullopt;
  const auto peers = peersOf(call, context);
  return peers ? std::optional(static_cast<std::uint64_t>(peers->count)) : std::nullopt;
}

std::string helpOf(mpi::Role role, bool isStated) {
  if (isStated) return "pass an array with at least as many elements as the count, or a smaller count";
  if (role == mpi::Role::EdgeEnds) return "pass an array with an element for each edge that the degrees count";
  if (role == mpi::Role::Coordinates) return "pass an array with an element for each dimension of the communicator";
  return "pass an array with an element for each process that the call deals with";
}

bool isRead(mpi::Role role) {
  const mpi::Capture capture = mpi::info(role).capture;
  return capture != mpi::Capture::StatusArrayOut && capture != mpi::Capture::ScalarArrayOut;
}

class BufferOverflow final : public ProcessRule {
 public:
  void onMemory(const Call &call, ProcessContext &context) override {
    bool isShort = false;  // arrays of one length are too short together
    for (const KnownMemory &memory : call.memory) {
      if (memory.argument >= call.arguments.size()) continue;
      const mpi::Role role = call.routine->storage[memory.argument].role;
      if (mpi::isWholeArray(role))
        isShort = isShort || judgeArray(call, memory, role, context);
      else if (mpi::isDataBuffer(role))
        judgeBuffer(call, memory, context);
      else
        judgeResult(call, memory, context);
    }
  }

 private:
  void judgeResult(const Call &call, const KnownMemory &memory, ProcessContext &context) {
    const std::uint64_t bytes = resultBytes(call, memory.argument);
    const std::uint64_t member = bytes > memory.bytes ? UINT64_MAX : memberRoom(memory, bytes);
    if (bytes <= memory.bytes && bytes <= member) return;
    const std::string room = bytes > memory.bytes ? describeBytes(memory.bytes)
                                                  : fmt::format("{} of {}", describeBytes(member), memory.layout->name);
    report(call, memory, fmt::format("points to {}, but the result has {} bytes", room, bytes),
           "pass a variable of the type that the routine writes", context);
  }

  /// Size of the variable or member to which the result is written.
  static std::uint64_t memberRoom(const KnownMemory &memory, std::uint64_t bytes) {
    if (!memory.layout || memory.layout->bytes == 0 || memory.isMixed) return UINT64_MAX;
    const MemoryLayout &layout = *memory.layout;
    return trace::memberRoom(layout.parts, layout.bytes, memory.before % layout.bytes, bytes);
  }

  /// True when something was found.
  bool judgeArray(const Call &call, const KnownMemory &memory, mpi::Role role, ProcessContext &context) {
    if (!isSignificant(call, memory.argument)) return false;
    const auto stated = statedLength(call, memory.argument);
    const auto length = stated ? stated : lengthPerMember(call, memory.argument, context);
    const std::uint64_t bytes = elementBytes(call, role);
    if (length && bytes != 0 && *length <= memory.bytes / bytes) return false;
    std::string what = length ? fmt::format("{} x {}", *length, elementName(call, role))
                              : fmt::format("more than {} x {}", call.array(static_cast<int>(memory.argument)).size(),
                                            elementName(call, role));
    if (length && bytes != 0) what += fmt::format(" ({} bytes)", *length * bytes);
    report(call, memory,
           fmt::format("points to {} of memory, but the call {} {}", describeBytes(memory.bytes),
                       isRead(role) ? "reads" : "writes", what),
           helpOf(role, stated.has_value()), context);
    return true;
  }

  void judgeBuffer(const Call &call, const KnownMemory &memory, ProcessContext &context) {
    const Need need = needOf(call, memory.argument);
    if (need.behind > memory.bytes)
      report(call, memory, semantics::tooShort(memory.bytes, need.behind, extentOf(call, memory.argument)), context);
    else if (need.before > memory.before)
      report(call, memory,
             fmt::format("has {} of its memory in front of it, but the datatype begins {} in front",
                         describeBytes(memory.before), need.before),
             "check the displacements of the datatype, or pass an address that has so much memory in front", context);
  }

  void report(const Call &call, const KnownMemory &memory, const std::string &what, std::string help,
              ProcessContext &context) {
    report(call, memory,
           {.what = what,
            .help = std::move(help),
            .cause = {.kind = report::Cause::Kind::TooShort, .there = memory.bytes, .remark = "; it " + what}},
           context);
  }

  void report(const Call &call, const KnownMemory &memory, semantics::Complaint complaint, ProcessContext &context) {
    if (!reported_.emplace(call.process, call.site, memory.argument).second) return;
    context.report(makeFinding(kRule, call, memory.argument, std::move(complaint)));
  }

  std::set<std::tuple<const ProcessInfo *, std::uint32_t, std::size_t>> reported_;
};

const Registration<BufferOverflow> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
