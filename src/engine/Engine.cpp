#include "engine/Engine.h"

#include <utility>

#include "engine/CollectiveVerdicts.h"
#include "engine/Context.h"
#include "engine/EventDispatch.h"
#include "engine/Intake.h"
#include "engine/Rule.h"
#include "engine/RuleDispatcher.h"
#include "engine/World.h"
#include "engine/matching/Collectives.h"
#include "engine/matching/Matching.h"
#include "engine/process/Schedule.h"
#include "engine/waiting/ZeroBufferReplay.h"

namespace lockstep::engine {
namespace {

std::vector<RulePtr> ofShare(std::vector<RulePtr> rules, const Share &share) {
  if (!share.isFirst()) std::erase_if(rules, [](const RulePtr &rule) { return !rule->isShared(); });
  return rules;
}

RankStatus statusOf(const Process &process, const Waiting &waiting) {
  RankStatus status;
  status.rank = process.rank;
  status.since = process.lastTime;
  const ActiveCall *open = process.openCall();
  const Call *call = open != nullptr ? open->call.get() : process.lastCall.get();
  if (call != nullptr) {
    status.call = call->name();
    status.site = process.siteOf(*call);
  }
  if (process.end) {
    status.state = process.end->how == End::How::Exit ? RankStatus::State::Exited : RankStatus::State::Died;
    status.code = process.end->code;
  } else if (process.finalized) {
    status.state = RankStatus::State::Finalized;
  } else if (open != nullptr) {
    status.state = RankStatus::State::Inside;
    status.waitsFor = waiting.waitsFor(process);
  }
  return status;
}

}  // namespace

/// The stages of an event: decoding its record (Intake), matching it with other events (Matching), waiting until it is
/// enabled (Schedule), and dispatching it to the rules (EventDispatch).
struct Engine::Impl final : EventSink {
  Impl(std::vector<RulePtr> someRules, const EngineOptions &options)
      : world(options, [this](const TransferPtr &receive) { matched(receive); }),
        rules(ofShare(std::move(someRules), options.share)) {}

  void take(Process &process, Event &&event) override;
  void entered(const Process &process, const Event::Enter &event);
  void left(const Process &process, Event::Leave &event);
  void access(Process &process, unsigned thread, std::uint64_t operation, const trace::Access &access) override;
  void access(Process &process, unsigned thread, std::uint64_t operation, const trace::AccessBits &bits) override;
  void matched(const TransferPtr &receive);
  void finish(bool interrupted);

  World world;
  Context context{world};
  RuleDispatcher rules;

  CollectiveVerdicts verdicts{rules, context};
  Collectives collectives{world.communicators, [this](int rank) { return world.processes.ofRank(rank); }, verdicts};
  Intake intake{world, collectives, *this};
  Matching matching{collectives, world.messages};
  ZeroBufferReplay unbuffered{
      [this](const PotentialDeadlock &standstill) { rules.dispatch<Handler::Standstill>(standstill, context); }};
  EventDispatch dispatch{world, rules, context};
  Schedule schedule{world.processes.ranks(), world.values,
                    [this](Process &process, const Event &event) { dispatch.perform(process, event); }};
};

void Engine::Impl::take(Process &process, Event &&event) {
  matching.take(process, event);
  if (const auto *made = event.as<Event::Enter>())
    entered(process, *made);
  else if (auto *returned = event.as<Event::Leave>(); returned != nullptr && returned->call)
    left(process, *returned);
  schedule.take(process, std::move(event));
}

/// Only the first engine answers queries about waiting.
void Engine::Impl::entered(const Process &process, const Event::Enter &event) {
  if (process.rank < 0 || !world.options.share.isFirst()) return;
  world.rmaWaiting.enter(*event.call);
  world.groupCreations.enter(*event.call);
  unbuffered.enter(process.rank, event);
}

void Engine::Impl::left(const Process &process, Event::Leave &event) {
  world.exposures.leave(*event.call, event.result);
  if (process.rank < 0 || !world.options.share.isFirst()) return;
  world.rmaWaiting.leave(*event.call, event.result);
  unbuffered.leave(process.rank, event, process.isAlone());
}

void Engine::Impl::access(Process &process, unsigned thread, std::uint64_t operation, const trace::Access &access) {
  if (process.queue.empty()) return dispatch.access(process, thread, operation, access);
  schedule.append(process, thread, operation, access);
}

void Engine::Impl::access(Process &process, unsigned thread, std::uint64_t operation, const trace::AccessBits &bits) {
  if (process.queue.empty()) return dispatch.access(process, thread, operation, bits);
  schedule.append(process, thread, operation, bits);
}

void Engine::Impl::matched(const TransferPtr &receive) {
  schedule.matched(*receive);
  unbuffered.matched(*receive);
  dispatch.matched(receive);
}

void Engine::Impl::finish(bool interrupted) {
  world.processes.forEach([&](Process &process) {
    if (process.signal || !interrupted) intake.end(process);
  });
  world.messages.settle();
  schedule.drain();
  collectives.finish();
  for (const TransferPtr &receive : world.messages.openReceives()) dispatch.tellMessage(*receive);
  if (!interrupted) unbuffered.settle();
  rules.dispatch<Handler::Finish>(interrupted, context);
}

Engine::Engine(const EngineOptions &options) : impl_(std::make_unique<Impl>(makeRules(), options)) {}
Engine::Engine(std::vector<RulePtr> rules) : impl_(std::make_unique<Impl>(std::move(rules), EngineOptions{})) {}
Engine::~Engine() = default;

void Engine::feed(const trace::RecordView &record) { impl_->intake.feed(record); }

void Engine::vanished(trace::ProcessKey process) {
  if (Process *known = impl_->world.processes.find(process)) impl_->intake.end(*known);
}

void Engine::fedUntil(std::uint64_t node, std::uint64_t time) {
  impl_->intake.readUntil(time);
  impl_->schedule.fedUntil(node, time);
  impl_->collectives.passed(time);
}

void Engine::finish(bool interrupted) { impl_->finish(interrupted); }

std::vector<report::Finding> Engine::takeFindings() { return impl_->context.takeFindings(); }

bool Engine::stuck() const { return !stuckRanks().empty(); }

std::vector<int> Engine::stuckRanks() const { return impl_->world.waiting.stuck(); }

std::vector<RankStatus> Engine::rankStatuses() const {
  std::vector<RankStatus> statuses;
  for (const Process *process : impl_->world.processes.ranks())
    if (process != nullptr) statuses.push_back(statusOf(*process, impl_->world.waiting));
  return statuses;
}

Progress Engine::progressOf(int rank) const {
  const Process *process = impl_->world.processes.ofRank(rank);
  const Waiting &waiting = impl_->world.waiting;
  if (process == nullptr || waiting.needOf(*process).isMet()) return Progress::Free;
  return waiting.certainNeedOf(*process).isMet() ? Progress::IfGenerous : Progress::Held;
}

std::optional<std::vector<ChosenMessage>> Engine::chooseMessages(int rank) const {
  const Process *process = impl_->world.processes.ofRank(rank);
  const ActiveCall *open = process == nullptr ? nullptr : process->openCall();
  return open == nullptr ? std::vector<ChosenMessage>{} : impl_->matching.chooseMessages(*open);
}

int Engine::ranks() const { return static_cast<int>(impl_->world.processes.ranks().size()); }

const Coverage &Engine::coverage() const { return impl_->intake.coverage(); }

HistorySize Engine::historySize() const {
  HistorySize all;
  for (const RulePtr &rule : impl_->rules.rules()) all += rule->historySize();
  return all;
}

}  // namespace lockstep::engine
