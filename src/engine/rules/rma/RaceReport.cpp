#include "engine/rules/rma/RaceReport.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "engine/process/Process.h"

namespace lockstep::engine {
namespace {

using mpi::EpochKind;
using mpi::Routine;
using report::compose;
using report::Help;
using semantics::MemoryUse;
using semantics::UseOrder;

constexpr report::Rule kLocal = report::rule("rma-race-local");
constexpr report::Rule kRemote = report::rule("rma-race-remote");

std::string_view nameOf(Routine routine) { return mpi::info(routine).name; }

std::string_view nameOf(const AccessGroup &accessGroup) {
  if (accessGroup.call) return accessGroup.call->name();
  if (accessGroup.release) return accessGroup.release->how == trace::ReleaseKind::Return ? "return" : "free";
  return accessGroup.writes ? "store" : "load";
}

/// The name of the routine, or "the store".
std::string theName(const AccessGroup &accessGroup) {
  return accessGroup.call ? std::string(accessGroup.call->name()) : fmt::format("the {}", nameOf(accessGroup));
}

report::Site accessAt(const AccessGroup &accessGroup, std::string_view label) {
  const std::uint32_t stack = accessGroup.release ? accessGroup.release->stack : 0;
  return accessGroup.process->siteOf(PlaceOfAccess{nameOf(accessGroup), accessGroup.thread, accessGroup.site, stack},
                                     std::string(label));
}

/// The access whose operation should be completed: the one that began first, else an operation, and of two that of the
/// lower rank. Independent of which was handled first, which is nondeterministic.
const AccessGroup &cause(const Race &race) {
  if (race.isOlderBegun) return race.older;
  if (race.older.isRma() != race.newer.isRma()) return race.older.isRma() ? race.older : race.newer;
  return race.newer.process->rank < race.older.process->rank ? race.newer : race.older;
}

const AccessGroup &other(const Race &race) { return &cause(race) == &race.older ? race.newer : race.older; }

// Indices into the sites of describe().
constexpr std::size_t kPassed = 2;  // if there is a call that orders the second access after the first
std::size_t siteIndexOf(const Race &race, const AccessGroup &accessGroup) {
  return &accessGroup == &cause(race) ? 1 : 0;
}

/// The window that contains the memory.
const Window *windowOf(const Race &race, const Context &context) {
  for (const AccessGroup *accessGroup : {&cause(race), &other(race)})
    if (accessGroup->part == BufferRole::Target) return accessGroup->window;
  for (const AccessGroup *accessGroup : {&cause(race), &other(race)})
    if (accessGroup->window != nullptr) return accessGroup->window;
  const Window *exposing = nullptr;
  context.windows().forEachExposing(race.owner, race.bytes, [&](const Window &window) { exposing = &window; });
  return exposing;
}

std::optional<report::Site> creationOf(const Window &window, const ProcessInfo &process, const Context &context) {
  const Object *object = context.objects().find(process, mpi::Element::Window, static_cast<std::int64_t>(window.id));
  if (object == nullptr || object->makings.empty()) return std::nullopt;
  return siteOfWindow(process, object->makings.front());
}

/// A call with the window of the operation, and its target, as the source writes them at the site of the operation: a
/// value of this run would be wrong in the next.
Help callFor(const Race &race, const AccessGroup &operation, Routine routine, bool hasTarget) {
  const mpi::RoutineInfo &info = *operation.call->routine;
  const int window = info.indexOf(mpi::Role::Window);
  const int target = info.indexOf(mpi::Role::Target);
  const std::string words = fmt::format("{}{}", nameOf(routine), hasTarget ? " for the target rank" : "");
  if (window < 0 || (hasTarget && target < 0)) return words;
  Help::CallAsAtSite call{siteIndexOf(race, operation), std::string(nameOf(routine)), {}, words};
  if (routine == Routine::Win_fence) call.arguments.emplace_back("0");
  if (hasTarget) call.arguments.emplace_back(static_cast<std::size_t>(target));
  call.arguments.emplace_back(static_cast<std::size_t>(window));
  return call;
}

/// What completes the operation, locally or at the target.
Help completion(const Race &race, const AccessGroup &operation, bool locally) {
  switch (operation.epoch) {
    case EpochKind::Fence:
      return callFor(race, operation, Routine::Win_fence, false);
    case EpochKind::Access:
      return callFor(race, operation, locally ? Routine::Win_complete : Routine::Win_wait, false);
    case EpochKind::Exposure:
    case EpochKind::Lock:
    case EpochKind::None:
      break;
  }
  if (locally && operation.call->routine->indexOf(mpi::Role::NewRequest) >= 0)
    return compose("{} on its request", nameOf(Routine::Wait));
  return callFor(race, operation, locally ? Routine::Win_flush_local : Routine::Win_flush, true);
}

/// What the one does to memory that the other one accesses.
std::string clash(const AccessGroup &doer, const AccessGroup &user, const std::string &memory, bool isBusy) {
  const std::string_view still = isBusy ? " still" : "";
  const bool isSame = nameOf(doer) == nameOf(user);
  return fmt::format("{} {} {} that {}{} {}", theName(doer), doer.writes ? "writes to" : "reads", memory,
                     isSame ? fmt::format("another {}", nameOf(user)) : theName(user), still,
                     user.writes ? "writes to" : "reads");
}

/// With its place.
Help placed(const Race &race, const AccessGroup &accessGroup) {
  return compose("{}{}", theName(accessGroup), Help::AtSite{siteIndexOf(race, accessGroup)});
}

/// The later access in the same process, which may be the same call in the next iteration of a loop.
Help laterPlaced(const Race &race, const AccessGroup &later) {
  const bool isSame = later.call && cause(race).call && later.site == cause(race).site;
  return isSame ? Help("it is called again") : placed(race, later);
}

struct Words {
  std::string message;
  Help help;
};

/// Why two accumulates are not atomic with respect to each other, see Conflict.h; empty for other operations.
std::string whyNotAtomic(const AccessGroup &a, const AccessGroup &b) {
  if (a.accessClass != AccessClass::Accumulate || b.accessClass != AccessClass::Accumulate) return {};
  if (a.window != b.window) return "accumulates through two windows are not atomic to each other";
  const auto *typeOfA = mpi::predefinedType(static_cast<std::uint64_t>(a.basic));
  const auto *typeOfB = mpi::predefinedType(static_cast<std::uint64_t>(b.basic));
  if (a.basic != b.basic && typeOfA != nullptr && typeOfB != nullptr)
    return fmt::format("accumulates of {} and {} are not atomic to each other", std::min(typeOfA->name, typeOfB->name),
                       std::max(typeOfA->name, typeOfB->name));
  const std::string_view opOfA = mpi::predefinedOpName(static_cast<std::uint64_t>(a.op));
  const std::string_view opOfB = mpi::predefinedOpName(static_cast<std::uint64_t>(b.op));
  if (a.op != b.op && !opOfA.empty() && !opOfB.empty())
    return fmt::format("{} and {} are not atomic to each other", std::min(opOfA, opOfB), std::max(opOfA, opOfB));
  return a.op == b.op ? "elements that overlap in part are not atomic to each other" : "";
}

/// What would have completed the operation before another process proceeds.
Help completionBefore(const Race &race, const AccessGroup &operation, const AccessGroup &later, const CallPtr &passed) {
  if (operation.epoch == EpochKind::Access)
    return compose("call {} after {}, and {} on the target before {}",
                   callFor(race, operation, Routine::Win_complete, false), placed(race, operation),
                   nameOf(Routine::Win_wait), placed(race, later));
  return compose("call {} after {}, before {}", completion(race, operation, false), placed(race, operation),
                 passed ? compose("{}{}", passed->name(), Help::AtSite{kPassed})
                        : compose("what orders {} behind it", placed(race, later)));
}

bool isAccumulate(const AccessGroup &accessGroup) { return accessGroup.accessClass == AccessClass::Accumulate; }

/// How to make two operations atomic with respect to each other.
std::string_view atomically(const AccessGroup &a, const AccessGroup &b) {
  if (!isAccumulate(a) || !isAccumulate(b))
    return "make both accumulates of the same datatype and operation (MPI_REPLACE to write, MPI_NO_OP to read)";
  if (a.window != b.window) return "use one window for both";
  return a.op == b.op && a.basic == b.basic ? "let both begin at an element"
                                            : "use the same datatype and operation in both";
}

/// How to order operations of two origins: a flush by one does not inform the other.
Help orderOfOrigins(const Race &race, const AccessGroup &first, const AccessGroup &second) {
  if (first.epoch == EpochKind::Fence)
    return compose("call {} on all ranks between the two operations, or {}", completion(race, first, false),
                   atomically(first, second));
  if (first.epoch == EpochKind::Access)
    return compose("let the target call {} after the first operation and {} again before the second, or {}",
                   nameOf(Routine::Win_wait), nameOf(Routine::Win_post), atomically(first, second));
  return compose(
      "call {} after {}, then a barrier or a message to the other rank, before its {}; or lock the "
      "target with MPI_LOCK_EXCLUSIVE for each; or {}",
      completion(race, first, false), placed(race, first), placed(race, second), atomically(first, second));
}

/// How to order an operation and an access of another process.
Help orderBetween(const Race &race, const AccessGroup &operation, const AccessGroup &access) {
  if (operation.part == BufferRole::Target && access.part == BufferRole::Target && operation.process != access.process)
    return orderOfOrigins(race, operation, access);
  if (operation.epoch == EpochKind::Fence)
    return compose("call {} on all ranks between {} and {}", completion(race, operation, false),
                   placed(race, operation), placed(race, access));
  if (operation.epoch == EpochKind::Access && operation.part == BufferRole::Target)
    return compose("let the target call {} between {} and {}, or {} behind {}", nameOf(Routine::Win_wait),
                   placed(race, operation), placed(race, access), nameOf(Routine::Win_post), placed(race, access));
  return compose(
      "call {} after {}, then a barrier or a message to the other rank, before {}; or let the other rank come first",
      completion(race, operation, operation.part == BufferRole::Local), placed(race, operation), placed(race, access));
}

MemoryUse useBy(const AccessGroup &accessGroup) {
  return {accessGroup.call ? accessGroup.call->routine : nullptr, accessGroup.writes};
}

/// The release of the memory, or another use, comes while the operation is pending.
Words aboutPendingBuffer(const Race &race) {
  const AccessGroup &operation = cause(race);  // not an access of the program: that is over where it begins
  const AccessGroup &access = other(race);
  assert(operation.call);
  semantics::Verdict verdict =
      access.release ? semantics::endsWhilePending(*operation.call->routine, endOf(*access.release)).verdict
                     : semantics::judgeUses(useBy(operation), useBy(access), UseOrder::WhilePending).value().verdict;
  if (!operation.isRma()) return {std::move(verdict.message), std::move(verdict.help)};
  return {std::move(verdict.message),
          compose("call {} after {}, before {}", completion(race, operation, true), placed(race, operation),
                  access.release ? Help(semantics::nameOf(endOf(*access.release))) : laterPlaced(race, access))};
}

Words aboutLocalBuffer(const Race &race) {
  if (race.isOlderBegun) return aboutPendingBuffer(race);
  const AccessGroup &operation = cause(race);
  const AccessGroup &access = other(race);
  const std::string_view who = race.older.thread != race.newer.thread ? "threads" : "tasks";
  const Help before = operation.part == BufferRole::Local && &operation == &race.older
                          ? completion(race, operation, true)
                          : placed(race, access);
  return {semantics::judgeUses(useBy(operation), useBy(access), UseOrder::Unordered).value().verdict.message,
          compose("let the {} synchronize after {} and before the other access", who, before)};
}

Words aboutSynchronization(const Race &race) {
  const AccessGroup &own = race.newer.part == BufferRole::Target ? race.older : race.newer;
  return {fmt::format("{}, in order, but rank {} has not synchronized the window in between",
                      clash(race.newer, race.older, fmt::format("memory of rank {}", race.owner), false),
                      own.process->rank),
          compose("call {}(win) {} {}", nameOf(Routine::Win_sync), &own == &race.newer ? "before" : "after",
                  placed(race, own))};
}

/// A conflict by the memory model alone.
Words aboutWholeWindow(const Race &race) {
  const AccessGroup &store = race.older.part == BufferRole::Target ? race.newer : race.older;
  const AccessGroup &operation = &store == &race.older ? race.newer : race.older;
  return {fmt::format("{} writes to the window of rank {} while {} writes to other bytes of it: in this memory model "
                      "that is an error, and nothing orders the two",
                      theName(store), race.owner, theName(operation)),
          orderBetween(race, operation, store)};
}

Words aboutWindow(const Race &race, const CallPtr &passed) {
  if (race.relation == Relation::Unsynchronized) return aboutSynchronization(race);
  if (race.isApart) return aboutWholeWindow(race);
  const AccessGroup &first = cause(race);
  const AccessGroup &second = other(race);
  const std::string memory = fmt::format("memory of rank {}", race.owner);
  const bool isOneProcess = first.process == second.process;
  const bool isUnfinished = first.part == BufferRole::Target && race.isOlderBegun && &first == &race.older;
  if (isUnfinished && isOneProcess)
    return {clash(second, first, memory, true) + ": nothing has completed the earlier operation",
            compose("call {} after {}, before {}", completion(race, first, false), placed(race, first),
                    laterPlaced(race, second))};
  if (isUnfinished)
    return {clash(second, first, memory, true) + ": the operation is not complete at its target",
            completionBefore(race, first, second, passed)};
  if (first.isRma())
    return {clash(second, first, memory, false) + ": nothing orders the two", orderBetween(race, first, second)};
  return {clash(second, first, memory, false) + ": nothing orders the two",
          compose("let a barrier or a message order the ranks between {} and {}", placed(race, first),
                  placed(race, second))};
}

/// Whether the two are tasks, or a task and other code of its thread, ordered only because one thread executed both.
/// They may use memory that belongs to the thread.
bool areOnlyKeptApartByThread(const Race &race) {
  return race.older.process == race.newer.process && race.older.thread == race.newer.thread &&
         race.older.strand != race.newer.strand && race.older.done.isSet();
}

/// Of two processes, of which one may have missed what a word in a misplaced window was to tell it.
bool mayComeFromMisplacedWindow(const Race &race, const Context &context) {
  const auto isMisled = [&](const AccessGroup &accesses) {
    return context.values().isMisledBefore(*accesses.process, accesses.start);
  };
  return race.older.process != race.newer.process && (isMisled(race.older) || isMisled(race.newer));
}

void soften(report::Finding &finding, const Race &race, const Context &context) {
  if (mayComeFromMisplacedWindow(race, context)) {
    finding.severity = report::Severity::Warning;
    finding.message += ", perhaps because the library has misplaced a window from which the ranks read values";
  }
  if (areOnlyKeptApartByThread(race)) {
    finding.severity = report::Severity::Warning;
    finding.message += ", though one thread ran both this time";
  }
  if (race.relation == Relation::Unsynchronized && context.options().memoryModel != MemoryModel::Separate)
    finding.severity = report::Severity::Note;
  if (race.relation == Relation::Polled) {
    finding.severity = report::Severity::Warning;
    finding.message += "; the load waits for the value to change";
  } else if (race.relation == Relation::Awaited) {
    finding.severity = report::Severity::Warning;
    finding.message +=
        "; a loop polls for the other rank's write, but MPI does not guarantee that this orders the accesses";
  } else if (race.relation == Relation::Excluded) {
    finding.severity = report::Severity::Note;
    finding.message += "; locks keep them apart, but their order is nondeterministic";
  }
}

void addDetail(report::Finding &finding, const Race &race, const Context &context) {
  report::RaceDetail detail;
  const auto isActive = [](const AccessGroup &accessGroup) {
    return accessGroup.epoch == EpochKind::Fence || accessGroup.epoch == EpochKind::Access;
  };
  detail.acrossProcesses = race.older.process != race.newer.process;
  detail.passive = !isActive(race.older) && !isActive(race.newer);
  detail.target = race.owner;
  const Window *window = windowOf(race, context);
  std::uint64_t beginning = 0;
  if (isAboutLocalBuffer(race)) {
    const AccessGroup &operation = cause(race).part == BufferRole::Local ? cause(race) : other(race);
    detail.isOfLocalBuffer = true;
    detail.target = operation.target;
    beginning = static_cast<std::uint64_t>(operation.call->arguments[static_cast<std::size_t>(operation.argument)]);
  } else if (window != nullptr) {
    beginning = context.windows().beginningOf(*window, race.owner);
  }
  detail.firstByte = race.bytes.first - beginning;
  detail.endByte = race.bytes.end - beginning;
  const ProcessInfo &maker = cause(race).isRma() ? *cause(race).process : *other(race).process;
  const auto creation = window == nullptr ? std::nullopt : creationOf(*window, maker, context);
  if (creation) finding.sites.push_back(*creation);
  finding.race = std::move(detail);
}

}  // namespace

bool isAboutLocalBuffer(const Race &race) {
  const auto is = [&](BufferRole part) { return race.older.part == part || race.newer.part == part; };
  return is(BufferRole::Local) && !is(BufferRole::Target) && race.older.process == race.newer.process;
}

report::Finding describe(const Race &race, const Context &context, const ReleaseLog &passingOn) {
  const bool isLocal = isAboutLocalBuffer(race);
  const bool isPassedOn = race.isOlderBegun && race.newerBegun != nullptr && race.older.process != race.newer.process;
  const CallPtr passed =
      isPassedOn ? passingOn.between(race.older.start, *race.newerBegun, context.order()) : CallPtr();
  Words words = isLocal ? aboutLocalBuffer(race) : aboutWindow(race, passed);
  if (const std::string why = whyNotAtomic(race.older, race.newer); !why.empty()) words.message += ", and " + why;
  report::Finding finding = makeFinding(isLocal ? kLocal : kRemote, std::move(words.message));
  finding.help = std::move(words.help);
  const AccessGroup &first = cause(race);
  if (isLocal && race.isOlderBegun && first.call) finding.cause.operations = {operationKey(*first.call)};
  const AccessGroup &second = other(race);
  finding.ranks = {std::min(first.process->rank, second.process->rank)};
  if (first.process != second.process) finding.ranks.push_back(std::max(first.process->rank, second.process->rank));
  const auto label = [](const AccessGroup &accessGroup) {
    if (accessGroup.release)
      return accessGroup.release->how == trace::ReleaseKind::Return ? "the variable ends here" : "is freed here";
    return accessGroup.writes ? "writes to the memory" : "reads the memory";
  };
  finding.sites = {accessAt(second, label(second)), accessAt(first, label(first))};
  if (passed) {
    finding.sites.push_back(passed->process->siteOf(*passed, "orders the other access behind it"));
    finding.sites.back().role = report::SiteRole::Sync;
  }
  for (const AccessGroup *accessGroup : {&second, &first})
    if (accessGroup->opened) {
      finding.sites.push_back(accessGroup->process->siteOf(*accessGroup->opened, "opens the epoch"));
      finding.sites.back().role = report::SiteRole::Epoch;
    }
  soften(finding, race, context);
  addDetail(finding, race, context);
  return finding;
}

}  // namespace lockstep::engine
