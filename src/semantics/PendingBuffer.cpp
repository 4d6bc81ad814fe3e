#include "semantics/PendingBuffer.h"

#include <fmt/format.h>

#include "mpi/Rma.h"

namespace lockstep::semantics {

using mpi::Role;
using report::compose;
using report::Help;

namespace {

constexpr report::Rule kBufferRace = report::rule("buffer-race");
constexpr report::Rule kRmaRace = report::rule("rma-race-local");
// The sites of the finding.
constexpr Help::AtSite kOther{0};
constexpr Help::AtSite kOperation{1};

report::Rule ruleFor(const MemoryUse &operation, const MemoryUse &other) {
  const auto isOfRma = [](const MemoryUse &use) { return use.routine != nullptr && mpi::isRma(use.routine->cls); };
  return isOfRma(operation) || isOfRma(other) ? kRmaRace : kBufferRace;
}

/// `what`: that has to come later.
Help completeBefore(const mpi::RoutineInfo &operation, std::string_view what) {
  if (operation.indexOf(Role::NewRequest) >= 0 || operation.cls == mpi::Class::Start)
    return compose(
        "complete the request of {} with {} or another completion call before {}{}, or give each its own memory",
        operation.name, mpi::info(mpi::Routine::Wait).name, what, kOther);
  if (mpi::isRma(operation.cls))
    return compose("complete {}{} with a flush or the end of its epoch before {}{}, or give each its own memory",
                   operation.name, kOperation, what, kOther);
  return compose("let one thread wait until {} of the other has returned, or give each its own memory", operation.name);
}

std::string sayWhilePending(const MemoryUse &operation, const MemoryUse &other) {
  if (!other.isWrite)
    return fmt::format("{} reads a buffer that a pending {} writes to", nameOf(other), nameOf(operation));
  if (!operation.isWrite)
    return fmt::format("{} writes to a buffer that a pending {} still reads", nameOf(other), nameOf(operation));
  return fmt::format("{} writes to a buffer that a pending {} also writes to", nameOf(other), nameOf(operation));
}

std::string sayUnordered(const MemoryUse &operation, const MemoryUse &other) {
  return fmt::format("{} {} a buffer that {}{} {}, and nothing orders the two", nameOf(other),
                     other.isWrite ? "writes to" : "reads", operation.routine == other.routine ? "another " : "",
                     nameOf(operation),
                     !operation.isWrite ? "reads"
                     : other.isWrite    ? "also writes to"
                                        : "writes to");
}

Help orderBetween(const MemoryUse &operation, const MemoryUse &other) {
  return compose(
      "synchronize the threads (barrier, join, atomic flag) between {}{}, up to its completion, and {}{}, or give each "
      "its own memory",
      nameOf(operation), kOperation, nameOf(other), kOther);
}

}  // namespace

std::string_view nameOf(const MemoryUse &use) {
  if (use.routine != nullptr) return use.routine->name;
  return use.isWrite ? "the store" : "the load";
}

std::optional<BufferVerdict> judgeUses(const MemoryUse &operation, const MemoryUse &other, UseOrder order) {
  if (!operation.isWrite && !other.isWrite) return std::nullopt;
  const report::Rule rule = ruleFor(operation, other);
  const std::string_view label = other.isWrite ? "writes to the buffer" : "reads the buffer";
  if (order == UseOrder::WhilePending)
    return {{{rule, sayWhilePending(operation, other), completeBefore(*operation.routine, nameOf(other))},
             label,
             kPendingSince}};
  BufferVerdict found{{rule, sayUnordered(operation, other), orderBetween(operation, other)},
                      label,
                      operation.isWrite ? "may write to it at the same time" : "may read it at the same time"};
  found.verdict.cause.kind = report::Cause::Kind::Unordered;
  return found;
}

std::string_view nameOf(MemoryEnd how) { return how == MemoryEnd::Return ? "the function returns" : "it is freed"; }

BufferVerdict endsWhilePending(const mpi::RoutineInfo &operation, MemoryEnd how) {
  const bool isReturn = how == MemoryEnd::Return;
  return {
      {ruleFor({&operation}, {}),
       isReturn ? fmt::format("the function returns while a pending {} still uses its local variable", operation.name)
                : fmt::format("memory is freed while a pending {} still uses it", operation.name),
       completeBefore(operation, nameOf(how))},
      isReturn ? "the variable ends here" : "is freed here",
      kPendingSince};
}

}  // namespace lockstep::semantics
