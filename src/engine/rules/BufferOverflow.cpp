// buffer-overflow: a call is given less memory than it reads or writes.
//
// How large the memory is, is known where instrumented code has told: of variables, and of blocks of the heap. It
// counts what the call says that it needs: that a message happens to be shorter than the receive allows does not help.
// A scalar result counts as well, such as a flag, which is an int, given a variable of one byte.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "engine/Arguments.h"
#include "engine/Rule.h"
#include "mpi/Significance.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("buffer-overflow");

/// The bytes that the call accesses from the address of the argument on, and in front of it.
struct Need {
  std::uint64_t behind = 0;
  std::uint64_t before = 0;
};

/// Of the first part that has a type; all of them mostly have the same.
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

/// How large the result is that the call writes through a pointer; 0 for anything else.
std::uint64_t resultBytes(const Call &call, std::size_t argument) {
  const mpi::Role role = call.routine->storage[argument].role;
  if (mpi::info(role).capture != mpi::Capture::ScalarOut || !isSignificant(call, argument)) return 0;
  return mpi::elementOf(*call.routine, role) == mpi::Element::Int ? 4 : 8;
}

class BufferOverflow final : public Rule {
  void onMemory(const Call &call, Context &context) override {
    for (const KnownMemory &memory : call.memory) {
      if (memory.argument >= call.arguments.size()) continue;
      if (mpi::isDataBuffer(call.routine->storage[memory.argument].role))
        judgeBuffer(call, memory, context);
      else if (const std::uint64_t bytes = resultBytes(call, memory.argument); bytes > memory.bytes)
        report(call, memory, fmt::format("points to {}, but the result has {} bytes", describe(memory.bytes), bytes),
               "pass a variable of the type that the routine writes", context);
    }
  }

  void judgeBuffer(const Call &call, const KnownMemory &memory, Context &context) {
    const Need need = needOf(call, memory.argument);
    if (need.behind > memory.bytes)
      report(call, memory,
             fmt::format("points to {} of memory, but the call accesses {}{}", describe(memory.bytes), need.behind,
                         extentOf(call, memory.argument)),
             "pass enough memory for count times datatype, or a smaller count", context);
    else if (need.before > memory.before)
      report(call, memory,
             fmt::format("has {} of its memory in front of it, but the datatype begins {} in front",
                         describe(memory.before), need.before),
             "check the displacements of the datatype, or pass an address that has so much memory in front", context);
  }

  static std::string describe(std::uint64_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

  void report(const Call &call, const KnownMemory &memory, const std::string &what, std::string help,
              Context &context) {
    if (reported_.emplace(call.process, call.site, memory.argument).second)
      context.report(makeFinding(kRule, call, memory.argument, what, std::move(help)));
  }

  std::set<std::tuple<const Process *, std::uint32_t, std::size_t>> reported_;
};

const Registration<BufferOverflow> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
