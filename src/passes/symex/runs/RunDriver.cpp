#include "passes/symex/runs/RunDriver.h"

#include <algorithm>
#include <utility>

#include "engine/Engine.h"
#include "engine/Rule.h"
#include "mpi/Special.h"
#include "passes/ir/SourceSite.h"
#include "passes/symex/runs/ObjectIds.h"
#include "trace/Parts.h"

namespace lockstep::passes::symex {

namespace {

using engine::ChosenMessage;
using engine::Progress;
using mpi::Class;
using mpi::Effect;
using mpi::Role;
using report::Finding;

constexpr std::uint64_t kNode = 1;
constexpr unsigned kThread = 0;

std::size_t placeOfResult(const mpi::RoutineInfo &routine, Role role) {
  std::size_t place = 0;
  for (const mpi::Argument &argument : routine.args()) {
    if (argument.role == role) break;
    place += trace::resultsOf(mpi::info(argument.role).capture);
  }
  return place;
}

std::optional<std::int64_t> resultOf(const TracedCall &call, Role role) {
  if (call.routine->indexOf(role) < 0) return std::nullopt;
  return call.results[placeOfResult(*call.routine, role)].number;
}

class RunDriver {
 public:
  RunDriver(std::span<const DecidedRank> ranks, bool (*isWanted)(report::Rule));

  /// False where the engine cannot be told what happened.
  bool run();
  std::vector<Finding> findings() { return engine_.takeFindings(); }

 private:
  struct Rank {
    const DecidedRank *decided = nullptr;
    trace::RecordBuilder records;
    std::size_t end = 0;  // of the events that count
    std::size_t next = 0;
    bool isInside = false;  // of the next, a call

    bool isOver() const { return next == end; }
    const TracedEvent &event() const { return decided->trace->events[next]; }
    const TracedCall &call() const { return std::get<TracedCall>(event()); }
  };

  bool step(unsigned number);
  bool tryToLeave(unsigned number, Progress worst);
  bool advanceAll();
  bool advanceGenerously();
  bool advanceByChoice();
  void enter(unsigned number);
  void leave(unsigned number, const std::vector<ChosenMessage> &chosen);
  void define(unsigned number, const TracedCall &call);
  void defineComm(unsigned number, const TracedCall &call, std::int64_t parent, std::int64_t handle);
  void defineWindow(unsigned number, const TracedCall &call, std::span<const std::int64_t> arguments,
                    std::int64_t handle);
  static void defineType(Rank &rank, const TracedCall &call, std::int64_t id);
  static void setStatuses(const TracedCall &call, const std::vector<ChosenMessage> &chosen, Rank &rank,
                          std::vector<std::int64_t> &results);
  std::vector<std::int64_t> resolved(unsigned number, const std::vector<TracedValue> &values);
  const TracedCall *callOf(unsigned number) const;
  void feed();

  engine::Engine engine_;
  std::vector<trace::BuiltRecord> records_;
  std::size_t fed_ = 0;
  std::vector<Rank> ranks_;
  ObjectIds ids_;
  bool isUnclear_ = false;
};

RunDriver::RunDriver(std::span<const DecidedRank> ranks, bool (*isWanted)(report::Rule))
    : engine_(engine::makeRules(isWanted)), ids_(ranks.size()) {
  for (const DecidedRank &decided : ranks) {
    const auto number = static_cast<unsigned>(ranks_.size());
    Rank &rank = ranks_.emplace_back(&decided, trace::RecordBuilder(records_, {kNode, number + 1}));
    const RankTrace &trace = *decided.trace;
    rank.end = decided.isToTheEnd ? trace.events.size() : trace.finalized.value_or(trace.events.size());
    rank.records.process(number, static_cast<unsigned>(ranks.size()), {});
  }
  feed();
}

void RunDriver::feed() {
  for (; fed_ < records_.size(); ++fed_) engine_.feed(std::exchange(records_[fed_], {}).view());
}

/// That the rank is inside; null for none.
const TracedCall *RunDriver::callOf(unsigned number) const {
  return ranks_[number].isInside ? &ranks_[number].call() : nullptr;
}

std::vector<std::int64_t> RunDriver::resolved(unsigned number, const std::vector<TracedValue> &values) {
  std::vector<std::int64_t> numbers;
  for (const TracedValue &value : values) {
    const auto known = value.isShared ? ids_.find(number, value.number) : std::optional(value.number);
    isUnclear_ = isUnclear_ || !known;
    numbers.push_back(known.value_or(trace::kUnknownHandle));
  }
  return numbers;
}

/// The group of an epoch has to be known.
void RunDriver::enter(unsigned number) {
  Rank &rank = ranks_[number];
  const TracedCall &call = rank.call();
  for (const TracedArray &array : call.arrays)
    rank.records.array(kThread, array.argument, resolved(number, array.values));
  const std::vector<std::int64_t> arguments = resolved(number, call.arguments);
  const int group = call.routine->cls == Class::WindowSync ? call.routine->indexOf(Role::Group) : -1;
  if (group >= 0 && !ids_.groupOf(number, arguments[static_cast<std::size_t>(group)])) isUnclear_ = true;
  rank.records.enter(kThread, call.routine->routine, arguments, placeOf(*call.call));
  rank.isInside = true;
  feed();
}

void RunDriver::defineType(Rank &rank, const TracedCall &call, std::int64_t id) {
  const semantics::Layout &layout = *call.type;
  trace::Type type{};
  type.id = static_cast<std::uint64_t>(id);
  type.lowerBound = layout.lowerBound();
  type.extent = layout.extent();
  type.size = layout.size();
  std::vector<trace::TypeBlock> blocks;
  for (const semantics::TypeBlock &block : layout.blocks())
    blocks.push_back({.displacement = block.displacement,
                      .stride = block.stride,
                      .count = block.count,
                      .elements = block.elements,
                      .basic = static_cast<std::uint32_t>(block.basic),
                      .reserved = 0});
  rank.records.type(type, blocks);
}

/// What the call makes together with others gets its id, and what it makes its definition.
void RunDriver::define(unsigned number, const TracedCall &call) {
  Rank &rank = ranks_[number];
  const std::vector<std::int64_t> arguments = resolved(number, call.arguments);
  const auto argument = [&](Role role) {
    const int index = call.routine->indexOf(role);
    return index < 0 ? 0 : arguments[static_cast<std::size_t>(index)];
  };
  std::size_t next = 0;
  for (const mpi::Argument &each : call.routine->args()) {
    const std::size_t place = std::exchange(next, next + trace::resultsOf(mpi::info(each.role).capture));
    if (each.role == Role::NewComm) defineComm(number, call, argument(Role::Comm), call.results[place].number);
    if (each.role == Role::NewWindow || each.role == Role::NewFile)
      ids_.add(number, call.results[place].number, ids_.makeOn(argument(Role::Comm), number));
    if (each.role == Role::NewDatatype && call.type) defineType(rank, call, call.results[place].number);
    if (each.role == Role::NewGroup && ids_.makeGroup(number, call, arguments, call.results[place].number))
      rank.records.group(static_cast<std::uint64_t>(call.results[place].number),
                         *ids_.groupOf(number, call.results[place].number));
    if (each.role == Role::NewWindow) defineWindow(number, call, arguments, call.results[place].number);
  }
}

void RunDriver::defineComm(unsigned number, const TracedCall &call, std::int64_t parent, std::int64_t handle) {
  const auto made = ids_.makeComm(number, call, parent, [&](unsigned rank) { return callOf(rank); });
  isUnclear_ = isUnclear_ || !made;
  if (!made || made->members.empty()) return;
  ids_.add(number, handle, made->id);
  ranks_[number].records.comm(static_cast<std::uint64_t>(made->id), static_cast<std::uint64_t>(parent), made->members,
                              {});
}

void RunDriver::defineWindow(unsigned number, const TracedCall &call, std::span<const std::int64_t> arguments,
                             std::int64_t handle) {
  const auto argument = [&](Role role) {
    const int index = call.routine->indexOf(role);
    return index < 0 ? std::nullopt : std::optional(arguments[static_cast<std::size_t>(index)]);
  };
  const auto base = argument(Role::WindowBase);
  trace::Window window{};
  window.id = static_cast<std::uint64_t>(*ids_.find(number, handle));
  window.comm = static_cast<std::uint64_t>(argument(Role::Comm).value_or(trace::kNullHandle));
  window.size = static_cast<std::uint64_t>(argument(Role::WindowSize).value_or(0));
  window.displacementUnit = static_cast<std::uint32_t>(argument(Role::DispUnit).value_or(1));
  window.accumulateOrder =
      trace::kReadAfterRead | trace::kReadAfterWrite | trace::kWriteAfterRead | trace::kWriteAfterWrite;
  window.flavor = !argument(Role::WindowSize) ? trace::WindowFlavor::Dynamic
                  : base                      ? trace::WindowFlavor::Create
                                              : trace::WindowFlavor::Allocate;
  const auto allocated = resultOf(call, Role::BaseOut);
  window.base = static_cast<std::uint64_t>(base ? *base : allocated.value_or(0));
  ids_.setCommOfWindow(static_cast<std::int64_t>(window.id), static_cast<std::int64_t>(window.comm));
  ranks_[number].records.window(window);
}

/// Source and tag of the messages that receives with a choice have got.
void RunDriver::setStatuses(const TracedCall &call, const std::vector<ChosenMessage> &chosen, Rank &rank,
                            std::vector<std::int64_t> &results) {
  const int single = call.routine->indexOf(Role::Status);
  const int several = call.routine->indexOf(Role::Statuses);
  if (chosen.empty() || (single < 0 && several < 0)) return;
  constexpr std::size_t kValues = 4;
  const bool isOfAll = call.routine->effect == Effect::WaitAll || call.routine->effect == Effect::TestAll;
  const std::size_t count = several >= 0 && isOfAll ? call.arrays.front().values.size() : 1;
  std::vector<std::int64_t> statuses(kValues * count, -1);
  for (const ChosenMessage &message : chosen) {
    const std::size_t at = several >= 0 && isOfAll ? kValues * message.request : 0;
    statuses[at] = message.source;
    statuses[at + 1] = message.tag;
  }
  const std::size_t place = placeOfResult(*call.routine, single >= 0 ? Role::Status : Role::Statuses);
  if (single >= 0) {
    std::ranges::copy(statuses, results.begin() + static_cast<std::ptrdiff_t>(place));
  } else {
    rank.records.array(kThread, static_cast<unsigned>(several), statuses);
    results[place] = static_cast<std::int64_t>(count);
  }
}

void RunDriver::leave(unsigned number, const std::vector<ChosenMessage> &chosen) {
  Rank &rank = ranks_[number];
  const TracedCall &call = rank.call();
  define(number, call);
  for (const TracedArray &array : call.resultArrays)
    rank.records.array(kThread, array.argument, resolved(number, array.values));
  std::vector<std::int64_t> results = resolved(number, call.results);
  setStatuses(call, chosen, rank, results);
  rank.records.leave(kThread, call.routine->routine, results, 0);
  rank.isInside = false;
  ++rank.next;
  feed();
}

bool RunDriver::step(unsigned number) {
  Rank &rank = ranks_[number];
  if (rank.isOver() || isUnclear_) return false;
  if (const auto *traced = std::get_if<TracedAccess>(&rank.event())) {
    rank.records.access(kThread, traced->access, placeOf(*traced->at));
    ++rank.next;
    feed();
    return true;
  }
  if (!rank.isInside) {
    enter(number);
    return true;
  }
  return tryToLeave(number, Progress::Free);
}

/// Without a choice of messages.
bool RunDriver::tryToLeave(unsigned number, Progress worst) {
  const auto rank = static_cast<int>(number);
  if (!ranks_[number].isInside || engine_.progressOf(rank) > worst) return false;
  const auto chosen = engine_.chooseMessages(rank);
  if (!chosen || !chosen->empty()) return false;
  leave(number, {});
  return true;
}

bool RunDriver::advanceAll() {
  bool hasMoved = false;
  for (unsigned rank = 0; rank < ranks_.size(); ++rank)
    while (step(rank)) hasMoved = true;
  return hasMoved;
}

bool RunDriver::advanceGenerously() {
  for (unsigned rank = 0; rank < ranks_.size(); ++rank)
    if (tryToLeave(rank, Progress::IfGenerous)) return true;
  return false;
}

/// Where receives cannot be complete together it is not clear who waits.
bool RunDriver::advanceByChoice() {
  bool isOpen = false;
  for (unsigned number = 0; number < ranks_.size(); ++number) {
    const auto rank = static_cast<int>(number);
    if (!ranks_[number].isInside || engine_.progressOf(rank) == Progress::Held) continue;
    const auto chosen = engine_.chooseMessages(rank);
    isOpen = isOpen || !chosen;
    if (!chosen) continue;
    leave(number, *chosen);
    return true;
  }
  isUnclear_ = isUnclear_ || isOpen;
  return false;
}

bool RunDriver::run() {
  while (!isUnclear_ && (advanceAll() || advanceGenerously() || advanceByChoice())) {
  }
  if (isUnclear_) return false;
  for (Rank &rank : ranks_)
    if (rank.isOver() && rank.decided->isToTheEnd) rank.records.exit(0);
  feed();
  engine_.finish(!std::ranges::all_of(ranks_, &Rank::isOver));
  return true;
}

}  // namespace

trace::SourcePlace placeOf(const llvm::Instruction &at) {
  const report::Site site = sourceSite(at, report::SiteRole::Call);
  return {site.file, site.line, site.column, site.function};
}

std::optional<std::vector<Finding>> drive(std::span<const DecidedRank> ranks, bool (*isWanted)(report::Rule)) {
  RunDriver driver(ranks, isWanted);
  return driver.run() ? std::optional(driver.findings()) : std::nullopt;
}

}  // namespace lockstep::passes::symex
