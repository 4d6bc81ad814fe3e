// buffer-race: an operation, load or store on memory that another operation of the process, which is still in flight,
// writes, or reads while this one writes.
//
// From its start to the return of the call that completes it an operation owns its buffers, and a nonblocking
// collective also its arrays of counts and displacements. Per process the rule keeps what is in flight in two indices,
// what is read and what is written. Every new operation is looked up there; it is told against the one that was started
// last, since earlier ones have been told against that. A partitioned send owns a partition from the call that declares
// it ready, a partitioned receive gives one back when it has arrived.
//
// In a process with several threads it is nondeterministic what overlaps: there, what is neither ordered before the
// start of an operation nor behind its completion conflicts with it, whichever came first (see ThreadBuffers.h). A
// blocking call owns its buffers only against other threads. Of threads that nobody has seen begin the order is not
// known, and in windows RmaRace.cpp looks after it: there, what overlaps conflicts. Events of a process come in their
// real order, so what overlaps here was in flight at the same time.
//
// What a user-defined operation does to the buffers of reductions that use it, in whatever call the library runs it, is
// the library's doing.
//
// Memory that is given back, to the heap or by the return of the function whose variable it is, while an operation owns
// it is one finding for all operations: what others do to that memory later, and that the operations go on, follows
// from it. Where a window exposes the memory too, that is WindowMemory's.
//
// Two operations with one handle (see Requests.h) are told apart by the variable that the completion call names. Where
// that is not known, all of them count as complete.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/calls/Footprint.h"
#include "engine/memory/PartIndex.h"
#include "engine/memory/PlaceBlock.h"
#include "engine/process/PerProcess.h"
#include "engine/races/ThreadBuffers.h"
#include "engine/rules/EarlierCalls.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;
using mpi::Timing;

constexpr report::Rule kRule = report::rule("buffer-race");

/// One side of a conflict: which operation, and the call since which it owns the memory.
struct Use {
  CallPtr made;
  CallPtr since;
  std::uint64_t number = 0;  // later ones have higher numbers
  Moment start;
  AccessGroupRef accessGroup;  // in a process with several threads
};
using Index = PartIndex<Use>;

struct Conflict {
  Use inFlight;
  bool isWritten = false;    // by the one in flight
  bool writes = false;       // the other one
  bool isUnordered = false;  // which of them comes first is open
};

struct Flight {
  CallPtr made;
  CallPtr since;
  std::int64_t handle = trace::kNullHandle;
  std::vector<Index::Place> reads;
  std::vector<Index::Place> writes;
  bool isGone = false;  // memory of a partitioned operation was given back
};

bool isPartitioned(const Call &call) { return call.routine->cls == mpi::Class::Partition; }

bool usesAny(const Call &made, const MemoryPart &memory) {
  return std::ranges::any_of(footprintOf(made), [&](const MemoryPart &part) { return overlap(memory, part); });
}

/// The completion call reads the handle from the variable that the request was stored in.
bool namesVariable(const Call &completion, const Operation &operation) {
  if (operation.variable == 0) return false;
  const int array = completion.routine->indexOf(Role::Requests);
  if (array < 0) return !completion.addresses.empty() && completion.addresses.front() == operation.variable;
  const std::int64_t first = completion.argument(Role::Requests).value_or(0);
  const auto bytes = static_cast<std::int64_t>(completion.array(array).size() * completion.process->requestBytes);
  return operation.variable >= first && operation.variable < first + bytes;
}

/// What is in flight in one process.
class Flights {
 public:
  bool isEmpty() const { return flights_.empty(); }

  Flight &begin(const CallPtr &made, const CallPtr &since) {
    Flight &flight = flights_[made.get()];
    flight.made = made;
    flight.since = since;
    return flight;
  }

  Use &own(Flight &flight, const MemoryPart &part, const CallPtr &since, const Moment &start) {
    Index &index = part.isWritten ? writes_ : reads_;
    const Index::Place place = index.add(part, {flight.made, since, ++count_, start, {}});
    (part.isWritten ? flight.writes : flight.reads).push_back(place);
    return place.second->second.value;
  }

  /// Calls `visit(const MemoryPart &, Use &)` for all that is in flight.
  template <class Visit>
  void forEach(Visit visit) {
    for (auto &[made, flight] : flights_)
      for (const auto *places : {&flight.reads, &flight.writes})
        for (const Index::Place &place : *places) visit(place.second->second.part, place.second->second.value);
  }

  /// Since the call is known by a request.
  void setHandle(const Call &made, std::int64_t handle) {
    const auto found = flights_.find(&made);
    if (found == flights_.end()) return;
    found->second.handle = handle;
    byHandle_[handle].insert(&made);
  }

  void end(const Call &made, const Moment &now) {
    const auto found = flights_.find(&made);
    if (found == flights_.end()) return;
    Flight &flight = found->second;
    for (const Index::Place &place : flight.reads) remove(reads_, place, now);
    for (const Index::Place &place : flight.writes) remove(writes_, place, now);
    if (const auto same = byHandle_.find(flight.handle); same != byHandle_.end()) {
      same->second.erase(&made);
      if (same->second.empty()) byHandle_.erase(same);
    }
    flights_.erase(found);
  }

  void endAllOf(std::int64_t handle, const Moment &now) {
    const auto same = byHandle_.find(handle);
    if (same == byHandle_.end()) return;
    const std::set<const Call *> all = same->second;
    for (const Call *made : all) end(*made, now);
  }

  Flight *find(std::int64_t handle) {
    const auto same = byHandle_.find(handle);
    return same == byHandle_.end() ? nullptr : &flights_.find(*same->second.begin())->second;
  }

  void endPartition(Flight &flight, std::int64_t partition, const Moment &now) {
    std::erase_if(flight.writes, [&](const Index::Place &place) {
      if (place.second->second.part.partition != partition) return false;
      remove(writes_, place, now);
      return true;
    });
  }

  /// Nobody owns anything in the memory any more. Calls `visit(use)` for every operation that did.
  template <class Visit>
  void giveUp(const MemoryPart &memory, const Moment &now, Visit visit) {
    std::map<const Call *, Use> owners;
    const auto note = [&](const Index::Entry &entry) { owners.emplace(entry.value.made.get(), entry.value); };
    reads_.forEachOverlap(memory, note);
    writes_.forEachOverlap(memory, note);
    for (const auto &[made, use] : owners) {
      Flight &flight = flights_.find(made)->second;
      giveUp(memory, flight.reads, reads_, now);
      giveUp(memory, flight.writes, writes_, now);
      visit(use);
    }
    for (auto &[made, flight] : flights_)
      if (isPartitioned(*made) && usesAny(*made, memory)) flight.isGone = true;
  }

  /// A partitioned operation that is active needs all of its memory, also what it does not own yet or any more.
  std::optional<Conflict> partitionedIn(const MemoryPart &memory) const {
    for (const auto &[made, flight] : flights_) {
      if (isPartitioned(*made) && !flight.isGone && usesAny(*made, memory))
        return Conflict{{flight.made, flight.since, 0, {}, {}}, false, true};
    }
    return std::nullopt;
  }

  /// With the operation that was started last, among those that are not `isOver(call that made it)`.
  template <class IsOver>
  std::optional<Conflict> conflictOf(std::span<const MemoryPart> parts, const Call *made, IsOver isOver) const {
    std::optional<Conflict> latest;
    for (const MemoryPart &part : parts) {
      const auto note = [&](const Index::Entry &entry) {
        const bool isLater = !latest || entry.value.number > latest->inFlight.number;
        if (isLater && entry.value.made.get() != made && !isOver(*entry.value.made))
          latest = Conflict{entry.value, entry.part.isWritten, part.isWritten};
      };
      writes_.forEachOverlap(part, note);
      if (part.isWritten) reads_.forEachOverlap(part, note);
    }
    return latest;
  }

 private:
  static void remove(Index &index, const Index::Place &place, const Moment &now) {
    if (const AccessGroupRef &accessGroup = place.second->second.value.accessGroup) accessGroup->done = now;
    index.remove(place);
  }

  static void giveUp(const MemoryPart &memory, std::vector<Index::Place> &places, Index &index, const Moment &now) {
    std::erase_if(places, [&](const Index::Place &place) {
      if (!overlap(memory, place.second->second.part)) return false;
      remove(index, place, now);
      return true;
    });
  }

  Index reads_;
  Index writes_;
  std::unordered_map<const Call *, Flight> flights_;  // by the call that made the operation
  std::unordered_map<std::int64_t, std::set<const Call *>> byHandle_;
  std::uint64_t count_ = 0;
};

std::string sayingOf(const Conflict &conflict, std::string_view other) {
  const std::string_view inFlight = conflict.inFlight.made->name();
  if (conflict.isUnordered)
    return fmt::format("{} {} a buffer that {} {}, and nothing orders the two", other,
                       conflict.writes ? "writes to" : "reads", inFlight,
                       !conflict.isWritten ? "reads"
                       : conflict.writes   ? "also writes to"
                                           : "writes to");
  if (!conflict.writes) return fmt::format("{} reads a buffer that a pending {} writes to", other, inFlight);
  if (!conflict.isWritten) return fmt::format("{} writes to a buffer that a pending {} still reads", other, inFlight);
  return fmt::format("{} writes to a buffer that a pending {} also writes to", other, inFlight);
}

std::string helpFor(const Conflict &conflict, std::string_view other) {
  if (conflict.isUnordered)
    return fmt::format(
        "let the threads wait for each other (barrier, join, flag) between {}, up to its completion, and {}, "
        "or give each its own memory",
        conflict.inFlight.made->name(), other);
  if (conflict.inFlight.made->routine->indexOf(Role::NewRequest) < 0)
    return fmt::format("let one thread wait until {} of the other has returned, or give each its own memory",
                       conflict.inFlight.made->name());
  return fmt::format(
      "complete the request of {} with {} or another completion call before {}, or give each its own memory",
      conflict.inFlight.made->name(), mpi::info(mpi::Routine::Wait).name, other);
}

report::Site accessAt(const Call &call, std::string label) {
  report::Site site = call.process->siteOf(call, std::move(label));
  site.role = report::SiteRole::Access;
  return site;
}

report::Site accessAt(const ProcessInfo &process, unsigned thread, std::uint32_t place, bool writes) {
  report::Site site;
  site.role = report::SiteRole::Access;
  site.rank = process.rank;
  site.thread = static_cast<int>(thread);
  site.call = writes ? "store" : "load";
  process.sites.locate(place, site);
  return site;
}

std::string sayingOf(trace::ReleaseKind how, std::string_view inFlight) {
  if (how == trace::ReleaseKind::Return)
    return fmt::format("the function returns while a pending {} still uses its local variable", inFlight);
  return fmt::format("memory is freed while a pending {} still uses it", inFlight);
}

report::Site accessAt(const ProcessInfo &process, const Release &release) {
  const bool isReturn = release.how == trace::ReleaseKind::Return;
  report::Site site;
  site.role = report::SiteRole::Access;
  site.rank = process.rank;
  site.thread = static_cast<int>(release.thread);
  site.call = isReturn ? "return" : "free";
  site.label = isReturn ? "the variable ends here" : "is freed here";
  process.sites.locate(release.site, site);
  process.sites.locateCallers(release.stack, site);
  return site;
}

bool isWrite(trace::AccessKind kind) {
  return kind != trace::AccessKind::Load && kind != trace::AccessKind::AtomicLoad;
}

/// A persistent operation is started elsewhere than where its buffer is named.
void addMaking(report::Finding &finding, const Call &made, const Call &since) {
  if (&made == &since) return;
  finding.sites.push_back(made.process->siteOf(made, "the operation is set up here"));
  finding.sites.back().role = report::SiteRole::Creation;
}

using Place = std::pair<unsigned, std::uint32_t>;  // thread and site: every thread numbers its sites itself
using Places = std::tuple<int, Place, Place>;      // rank, in flight since, the other

struct Reported {
  unsigned times = 0;
  std::uint64_t last = 0;  // the number of the call that started the operation
};

class BufferRace final : public ProcessRule {
 public:
  void onEnter(const Call &call, ProcessContext &context) override {
    if (call.rank() < 0) return;
    if (call.routine->effect == Effect::Ready) return declareReady(call, context);
    if (!hasFootprint(*call.routine) || call.routine->timing == Timing::Persistent) return;
    Flights &flights = flights_[*call.process];
    const bool goesOn = call.routine->timing == Timing::Nonblocking;
    const bool hasThreads = threadsOf(*call.process, context) != nullptr;
    if (!goesOn && flights.isEmpty() && !hasThreads && call.process->mpiThreads <= 1) return;
    const std::vector<MemoryPart> &parts = footprintOf(call);
    judge(flights, parts, call, call, context);
    if (goesOn && !parts.empty()) return own(flights, call.self(), call.self(), parts, context);
    if (hasThreads && call.routine->timing == Timing::Blocking) hold(call, parts, context);
  }

  void onLeave(const Call &call, const Result &result, ProcessContext &context) override {
    if (!held_.empty()) releaseLock(call, context);
    if (call.routine->effect == Effect::Finalize) return forget(*call.process);
    if (call.routine->indexOf(Role::UserFunction) >= 0 && result.code == 0) noteFunction(call, result);
    Flights &flights = flightsOf(*call.process, context);
    if (!freed_.empty() && call.rank() >= 0) endReceived(*call.process, flights, context);
    const bool isTrue = written(call, result, Role::Flag).value_or(0) != 0;
    const auto handle = call.argument(Role::RequestValue);
    if (call.routine->timing == Timing::Nonblocking) {
      const std::int64_t request = written(call, result, Role::NewRequest).value_or(trace::kNullHandle);
      if (result.code != 0 || request == trace::kNullHandle)
        flights.end(call, context.now());
      else
        flights.setHandle(call, request);
    } else if (call.routine->effect == Effect::Arrived && isTrue) {
      Flight *flight = flights.find(handle.value_or(trace::kNullHandle));
      if (flight != nullptr) flights.endPartition(*flight, call.argument(Role::Partition).value_or(-1), context.now());
    } else if (call.routine->cls == mpi::Class::RequestQuery && handle && isTrue) {
      flights.endAllOf(*handle, context.now());
    }
  }

  void noteFunction(const Call &call, const Result &result) {
    const std::int64_t op = written(call, result, Role::NewOp).value_or(trace::kNullHandle);
    functions_[call.process][op] = static_cast<std::uint64_t>(call.argument(Role::UserFunction).value_or(0));
  }

  /// The access is made by the operation that the reduction uses.
  bool isByItself(const Call &reduction, const ProcessContext &context) const {
    const auto op = reduction.argument(Role::Op);
    if (context.operation() == 0 || !op) return false;
    const auto ofProcess = functions_.find(reduction.process);
    if (ofProcess == functions_.end()) return false;
    const auto function = ofProcess->second.find(*op);
    return function != ofProcess->second.end() && function->second == context.operation();
  }

  void onStarted(const Operation &operation, const Call &start, ProcessContext &context) override {
    const Call &made = *operation.made;
    if (start.rank() < 0 || !hasFootprint(*made.routine)) return;
    Flights &flights = flights_[*start.process];
    const bool isReadyLater = isPartitioned(made) && made.routine->indexOf(Role::ReadBuffer) >= 0;
    static const std::vector<MemoryPart> kNothing;
    const std::vector<MemoryPart> &parts = isReadyLater ? kNothing : footprintOf(made);
    judge(flights, parts, made, start, context);
    own(flights, operation.made, start.self(), parts, context);
    flights.setHandle(made, operation.handle);
  }

  void onCompleted(const Operation &operation, const Call &completion, ProcessContext &context) override {
    Flights &flights = flightsOf(*completion.process, context);
    flights.end(*operation.made, context.now());
    if (!namesVariable(completion, operation)) flights.endAllOf(operation.handle, context.now());
  }

  /// When the buffer of a message that was sent is free again, only the receiver can tell; that of anything else
  /// nobody.
  void onRequest(const RequestNote &note, ProcessContext &context) override {
    if (note.what != RequestNote::What::FreedActive) return;
    const Operation &operation = *note.operation;
    const bool isSend = operation.transfers.size() == 1 && operation.transfers.front()->side == Transfer::Side::Send &&
                        !operation.isPersistent;
    if (!isSend) return flightsOf(*note.call->process, context).end(*operation.made, context.now());
    freed_[note.call->process].emplace(operation.made.get(), operation.transfers.front()->own);
  }

  /// Its request was freed, and that the message was received is ordered before now.
  bool isOver(const Call &made, const ProcessContext &context) const {
    const auto ofProcess = freed_.find(made.process);
    if (ofProcess == freed_.end()) return false;
    const auto freed = ofProcess->second.find(&made);
    return freed != ofProcess->second.end() && isReceived(*freed->second, context);
  }

  static bool isReceived(const TransferStart &send, const ProcessContext &context) {
    return send.received.isSet() && context.order().before(send.received, context.now());
  }

  void endReceived(const ProcessInfo &process, Flights &flights, const ProcessContext &context) {
    const auto freed = freed_.find(&process);
    if (freed == freed_.end()) return;
    std::erase_if(freed->second, [&](const auto &send) {
      if (!isReceived(*send.second, context)) return false;
      flights.end(*send.first, context.now());
      return true;
    });
    if (freed->second.empty()) freed_.erase(freed);
  }

  void onProcessEnd(const Process &process, ProcessContext &) override { forget(process); }

  /// Nothing goes on behind the end of MPI: what was lost is another error.
  void forget(const ProcessInfo &process) {
    flights_.forget(process);
    variables_.forget(process);
    if (buffers_) buffers_->forget(process);
    freed_.erase(&process);
    std::erase_if(held_, [&](const auto &held) { return held.first->process == &process; });
    threaded_.erase(&process);
    std::erase_if(strangers_, [&](const auto &stranger) { return stranger.first == &process; });
    functions_.erase(&process);
  }

  void declareReady(const Call &call, ProcessContext &context) {
    Flights &flights = flights_[*call.process];
    Flight *flight = flights.find(call.argument(Role::RequestValue).value_or(trace::kNullHandle));
    if (flight == nullptr || flight->isGone) return;
    std::vector<MemoryPart> ready;
    for (const MemoryPart &part : footprintOf(*flight->made))
      if (names(call, part.partition)) ready.push_back(part);
    judge(flights, ready, *flight->made, call, context);
    const CallPtr self = call.self();
    for (const MemoryPart &part : ready) own(flights, *flight, part, self, context);
  }

  static bool names(const Call &ready, std::int64_t partition) {
    if (const int list = ready.routine->indexOf(Role::PartitionList); list >= 0)
      return std::ranges::count(ready.array(list), partition) > 0;
    const std::int64_t first = ready.argument(Role::Partition).value_or(0);
    return partition >= first && partition <= ready.argument(Role::LastPartition).value_or(first);
  }

  void own(Flights &flights, const CallPtr &made, const CallPtr &since, const std::vector<MemoryPart> &parts,
           ProcessContext &context) {
    Flight &flight = flights.begin(made, since);
    for (const MemoryPart &part : parts) own(flights, flight, part, since, context);
  }

  void own(Flights &flights, Flight &flight, const MemoryPart &part, const CallPtr &since, ProcessContext &context) {
    Use &use = flights.own(flight, part, since, context.now());
    if (ThreadBuffers *buffers = threadsOf(*since->process, context))
      use.accessGroup = ownAmongThreads(*buffers, flight.made, since, part, context);
  }

  // Several threads.

  /// Null for a process with one thread. What is in flight when there are others for the first time is theirs to mind.
  ThreadBuffers *threadsOf(const ProcessInfo &process, const ProcessContext &context) {
    if (!process.hasOtherThreads) return nullptr;
    if (!buffers_) buffers_.emplace(context.order());
    if (threaded_.insert(&process).second)
      flights_[process].forEach([&](const MemoryPart &part, Use &use) {
        if (!mayBeExposed(part, context))
          use.accessGroup = buffers_->own(use.made, use.since, part, use.start, context.now());
      });
    return &*buffers_;
  }

  Flights &flightsOf(const ProcessInfo &process, const ProcessContext &context) {
    threadsOf(process, context);
    return flights_[process];
  }

  /// Null in windows.
  AccessGroupRef ownAmongThreads(ThreadBuffers &buffers, const CallPtr &made, const CallPtr &since,
                                 const MemoryPart &part, ProcessContext &context) {
    if (mayBeExposed(part, context)) return {};
    meet(context.process(), since->thread);
    AccessGroupRef accessGroup = buffers.own(made, since, part, context.now(), context.now());
    reportConflicts(buffers, context);
    return accessGroup;
  }

  /// The buffers of a blocking call, up to its return.
  void hold(const Call &call, const std::vector<MemoryPart> &parts, ProcessContext &context) {
    for (const MemoryPart &part : parts)
      if (AccessGroupRef accessGroup = ownAmongThreads(*buffers_, call.self(), call.self(), part, context))
        held_[&call].push_back(std::move(accessGroup));
  }

  void releaseLock(const Call &call, const ProcessContext &context) {
    const auto held = held_.find(&call);
    if (held == held_.end()) return;
    for (const AccessGroupRef &accessGroup : held->second) accessGroup->done = context.now();
    held_.erase(held);
  }

  void onFreed(const Process &process, Span memory, ProcessContext &) override {
    if (buffers_) buffers_->forget(process, memory);
  }

  /// Of both it is known what they come behind.
  bool isOrderKnown(const AccessGroup &older, const AccessGroup &newer, const ProcessContext &context) const {
    const auto isStranger = [&](const AccessGroup &accessGroup) {
      return strangers_.contains({accessGroup.process, accessGroup.thread});
    };
    return !context.process().constructs.isBlind() && !isStranger(older) && !isStranger(newer);
  }

  void meet(const Process &process, unsigned thread) {
    if (!process.constructs.at(thread).isKnown) strangers_.emplace(&process, thread);
  }

  void onMemory(const Call &call, ProcessContext &) override {
    for (const KnownMemory &memory : call.memory) {
      if (memory.kind != trace::MemoryKind::Variable || memory.argument >= call.arguments.size()) continue;
      const auto address = static_cast<std::uint64_t>(call.arguments[memory.argument]);
      Variables &variables = variables_[*call.process];
      if (variables.size() < kMostVariables)
        variables.insert_or_assign(address - memory.before, address + memory.bytes);
    }
  }

  /// Both calls have used the same variable. A block of the heap may be another one by then: not every free is
  /// recorded.
  bool isSameObject(const AccessGroup &older, const Call &newer) {
    const Variables &variables = variables_[*newer.process];
    const auto overlapping = [&](const MemoryPart &part) {
      const auto behind = variables.upper_bound(part.first);
      return behind != variables.begin() && std::prev(behind)->second > part.first;
    };
    return older.process == newer.process && std::ranges::any_of(footprintOf(newer), overlapping);
  }

  /// The older one is complete, and it is not known what orders the two; or its memory is another object by now.
  bool isHarmless(const ThreadBuffers::Conflict &conflict, const ProcessContext &context) {
    const bool isOver = conflict.older->done.isSet();
    if (isOver && !isOrderKnown(*conflict.older, *conflict.newer, context)) return true;
    if (!ThreadBuffers::isOperation(*conflict.older)) return false;
    if (isOver && ThreadBuffers::isOperation(*conflict.newer) &&
        !isSameObject(*conflict.older, *ThreadBuffers::madeBy(*conflict.newer)))
      return true;
    const Call &made = *ThreadBuffers::madeBy(*conflict.older);
    return this->isOver(made, context) || isByItself(made, context);
  }

  /// An operation is told against the one that was started last, since earlier ones have been told against that; and
  /// against all that threads did before.
  void reportConflicts(const ThreadBuffers &buffers, ProcessContext &context) {
    const ThreadBuffers::Conflict *latest = nullptr;
    for (const ThreadBuffers::Conflict &conflict : buffers.conflicts()) {
      if (isHarmless(conflict, context)) continue;
      if (!ThreadBuffers::isOperation(*conflict.older)) {
        reportAmongThreads(conflict, context);
      } else if (latest == nullptr ||
                 ThreadBuffers::startedBy(*latest->older)->number < ThreadBuffers::startedBy(*conflict.older)->number) {
        latest = &conflict;
      }
    }
    if (latest != nullptr) reportAmongThreads(*latest, context);
  }

  void reportAmongThreads(const ThreadBuffers::Conflict &found, ProcessContext &context) {
    const bool isOlderOperation = ThreadBuffers::isOperation(*found.older);
    const AccessGroup &operation = isOlderOperation ? *found.older : *found.newer;
    const AccessGroup &other = isOlderOperation ? *found.newer : *found.older;
    const Conflict conflict{{ThreadBuffers::madeBy(operation), ThreadBuffers::startedBy(operation), 0, {}, {}},
                            operation.writes,
                            other.writes,
                            !found.isOlderBegun};
    if (!ThreadBuffers::isOperation(other))
      return reportAccess(conflict, siteOfAccess(other), {other.thread, other.site}, context);
    reportCalls(conflict, *ThreadBuffers::madeBy(other), *ThreadBuffers::startedBy(other), context);
  }

  static report::Site siteOfAccess(const AccessGroup &access) {
    return accessAt(*access.process, access.thread, access.site, access.writes);
  }

  static std::optional<Conflict> conflictWith(const Call &other, std::span<const MemoryPart> parts) {
    for (const MemoryPart &theirs : footprintOf(other))
      for (const MemoryPart &ours : parts)
        if ((theirs.isWritten || ours.isWritten) && overlap(theirs, ours))
          return Conflict{{other.self(), other.self(), 0, {}, {}}, theirs.isWritten, ours.isWritten};
    return std::nullopt;
  }

  /// Calls `visit(const Call &)` for every call with buffers, to be done when it returns, that another thread is
  /// inside.
  template <class Visit>
  static void forEachOtherInside(const Process &process, unsigned thread, Visit visit) {
    process.inside.forEachOther(thread, [&](const Call &other) {
      const bool goesOn = other.routine->timing == Timing::Nonblocking || other.routine->timing == Timing::Persistent;
      if (!goesOn && hasFootprint(*other.routine)) visit(other);
    });
  }

  /// With a blocking call that another thread is inside.
  std::optional<Conflict> conflictInside(std::span<const MemoryPart> parts, unsigned thread,
                                         const ProcessContext &context) const {
    std::optional<Conflict> found;
    forEachOtherInside(context.process(), thread, [&](const Call &other) {
      if (!found && !isByItself(other, context)) found = conflictWith(other, parts);
    });
    return found;
  }

  static bool mayBeExposed(const MemoryPart &part, const ProcessContext &context) {
    return !context.exposed().isEmpty() && context.exposed().hasByteOf({part.first, part.end});
  }

  std::optional<Conflict> conflictOf(const MemoryPart &part, const Process &process, unsigned thread,
                                     const ProcessContext &context) {
    std::optional<Conflict> conflict;
    if (const Flights &flights = flights_[process]; !flights.isEmpty())
      conflict = flights.conflictOf(
          {&part, 1}, nullptr, [&](const Call &made) { return isOver(made, context) || isByItself(made, context); });
    return conflict ? conflict : conflictInside({&part, 1}, thread, context);
  }

  void judge(const Flights &flights, std::span<const MemoryPart> parts, const Call &made, const Call &since,
             ProcessContext &context) {
    std::vector<MemoryPart> exposed;
    if (threadsOf(*since.process, context) != nullptr) {
      std::ranges::copy_if(parts, std::back_inserter(exposed),
                           [&](const MemoryPart &part) { return mayBeExposed(part, context); });
      parts = exposed;
    }
    if (parts.empty()) return;
    auto conflict = flights.conflictOf(parts, &made, [&](const Call &other) { return isOver(other, context); });
    if (!conflict) conflict = conflictInside(parts, since.thread, context);
    if (conflict) reportCalls(*conflict, made, since, context);
  }

  void reportCalls(const Conflict &conflict, const Call &made, const Call &since, ProcessContext &context) {
    const Call &inFlight = *conflict.inFlight.since;
    if (conflict.isUnordered && isLaterPlace(inFlight, since))
      return reportCalls({{made.self(), since.self(), 0, {}, {}}, conflict.writes, conflict.isWritten, true},
                         *conflict.inFlight.made, inFlight, context);
    if (!isNew({since.rank(), placeOf(inFlight), placeOf(since)}, conflict)) return;

    report::Finding finding = makeFinding(kRule, sayingOf(conflict, made.name()));
    finding.ranks = {since.rank()};
    finding.sites = {accessAt(since, labelOf(conflict)), accessAt(inFlight, labelOfOwner(conflict))};
    finding.cause.operations = {operationKey(inFlight)};
    if (conflict.isUnordered) finding.cause.kind = report::Cause::Kind::Unordered;
    addMaking(finding, *conflict.inFlight.made, inFlight);
    addMaking(finding, made, since);
    finding.help = helpFor(conflict, made.name());
    context.report(std::move(finding));
  }

  void reportAccess(const Conflict &conflict, report::Site access, const Place &place, ProcessContext &context) {
    const Call &inFlight = *conflict.inFlight.since;
    if (!isNew({inFlight.rank(), placeOf(inFlight), place}, conflict)) return;
    const std::string_view name = conflict.writes ? "the store" : "the load";
    report::Finding finding = makeFinding(kRule, sayingOf(conflict, name));
    finding.ranks = {inFlight.rank()};
    access.label = labelOf(conflict);
    finding.sites = {std::move(access), accessAt(inFlight, labelOfOwner(conflict))};
    finding.cause.operations = {operationKey(inFlight)};
    if (conflict.isUnordered) finding.cause.kind = report::Cause::Kind::Unordered;
    addMaking(finding, *conflict.inFlight.made, inFlight);
    finding.help = helpFor(conflict, name);
    context.report(std::move(finding));
  }

  static Place placeOf(const Call &call) { return {call.thread, call.site}; }

  static std::string labelOf(const Conflict &conflict) {
    if (conflict.isUnordered) return conflict.writes ? "writes to the same memory" : "reads the same memory";
    return conflict.writes ? "writes to the buffer in flight" : "reads the buffer in flight";
  }

  static std::string labelOfOwner(const Conflict &conflict) {
    if (!conflict.isUnordered) return "in flight since here";
    return conflict.isWritten ? "writes to the memory since here" : "reads the memory since here";
  }

  /// So that what is told first does not depend on which came first.
  static bool isLaterPlace(const Call &one, const Call &other) {
    report::Finding pair;
    addInOrderOfPlace(pair, one.process->siteOf(one), other.process->siteOf(other));
    return !isSamePlace(pair.sites.front(), one.process->siteOf(one));
  }

  /// A pair of places is told of its first few operations: some of them may be lost, which is another error then.
  bool isNew(const Places &places, const Conflict &conflict) {
    constexpr unsigned kMostTold = 8;
    Reported &reported = reported_[places];
    if (reported.times == kMostTold || reported.last == conflict.inFlight.since->number) return false;
    ++reported.times;
    reported.last = conflict.inFlight.since->number;
    return true;
  }

  void onAccess(const Process &process, unsigned thread, const trace::Access &access,
                ProcessContext &context) override {
    ThreadBuffers *buffers = threadsOf(process, context);
    if (flights_[process].isEmpty() && buffers == nullptr) return;
    const bool writes = isWrite(access.access);
    const auto part =
        memoryPart({static_cast<std::int64_t>(access.address), access.bytes, access.stride, access.count}, writes);
    if (!part) return;
    if (buffers != nullptr && !mayBeExposed(*part, context)) {
      meet(process, thread);
      buffers->access(process, thread, access, context.operation() == 0, context.now());
      return reportConflicts(*buffers, context);
    }
    if (const auto conflict = conflictOf(*part, process, thread, context))
      reportAccess(*conflict, accessAt(process, thread, access.header.site, writes), {thread, access.header.site},
                   context);
  }

  void onReleased(const Process &process, Span memory, const Release &release, ProcessContext &context) override {
    const auto part = memoryPart({static_cast<std::int64_t>(memory.first), memory.end - memory.first, 0, 1}, true);
    if (!part) return;
    Flights &flights = flights_[process];
    auto conflict = flights.conflictOf({&*part, 1}, nullptr, [&](const Call &made) { return isOver(made, context); });
    if (!conflict) conflict = flights.partitionedIn(*part);
    if (!conflict) conflict = conflictInside({&*part, 1}, release.thread, context);
    std::vector<report::Site> others;
    flights.giveUp(*part, context.now(), [&](const Use &use) {
      if (conflict && use.since != conflict->inFlight.since)
        others.push_back(accessAt(*use.since, "in flight since here"));
    });
    if (buffers_) buffers_->forget(process, memory);
    if (!conflict || context.exposed().hasByteOf(memory)) return;
    const Call &inFlight = *conflict->inFlight.since;
    if (!isNew({process.rank, placeOf(inFlight), {release.thread, release.site}}, *conflict)) return;

    report::Finding finding = makeFinding(kRule, sayingOf(release.how, conflict->inFlight.made->name()));
    finding.ranks = {process.rank};
    finding.sites = {accessAt(process, release), accessAt(inFlight, "in flight since here")};
    finding.further = std::move(others);
    finding.cause.operations = {operationKey(inFlight)};
    addMaking(finding, *conflict->inFlight.made, inFlight);
    finding.help =
        helpFor(*conflict, release.how == trace::ReleaseKind::Return ? "the function returns" : "it is freed");
    context.report(std::move(finding));
  }

  /// One by one only where something between the first and the last of them is in flight, or in windows of a process
  /// with several threads.
  void onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses,
                  ProcessContext &context) override {
    ThreadBuffers *buffers = threadsOf(process, context);
    const Flights &flights = flights_[process];
    if (flights.isEmpty() && buffers == nullptr) return;
    const auto hull = memoryPart(hullOf(accesses), isWrite(accesses.access));
    if (!hull) return;
    if (buffers != nullptr) {
      if (mayBeExposed(*hull, context)) return ProcessRule::onAccesses(process, thread, accesses, context);
      meet(process, thread);
      buffers->access(process, thread, accesses, context.operation() == 0, context.now());
      return reportConflicts(*buffers, context);
    }
    const auto isNever = [](const Call &) { return false; };
    if (flights.conflictOf({&*hull, 1}, nullptr, isNever)) ProcessRule::onAccesses(process, thread, accesses, context);
  }

 private:
  using Variables = std::map<std::uint64_t, std::uint64_t>;  // ends by beginnings
  static constexpr std::size_t kMostVariables = 4096;

  PerProcess<Flights> flights_;
  PerProcess<Variables> variables_;
  std::optional<ThreadBuffers> buffers_;                                // of all processes with several threads
  std::set<const ProcessInfo *> threaded_;                              // those
  std::set<std::pair<const ProcessInfo *, unsigned>> strangers_;        // threads that nobody has seen begin
  std::unordered_map<const Call *, std::vector<AccessGroupRef>> held_;  // by blocking calls
  /// Sends without a request, in flight until it is known that they were received.
  std::unordered_map<const ProcessInfo *, std::unordered_map<const Call *, TransferStartPtr>> freed_;
  /// Of user-defined operations, by their handles.
  std::unordered_map<const ProcessInfo *, std::unordered_map<std::int64_t, std::uint64_t>> functions_;
  std::map<Places, Reported> reported_;
};

const Registration<BufferRace> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
