#include "engine/Collectives.h"

#include <algorithm>
#include <utility>

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;
using Owner = SequenceId::Owner;

std::optional<std::int64_t> firstArgument(const Call &call, std::initializer_list<Role> roles) {
  for (const Role role : roles)
    if (const auto value = call.argument(role)) return value;
  return std::nullopt;
}

bool frees(const Call &call) {
  return firstArgument(call, {Role::FreedComm, Role::FreedWindow, Role::FreedFile}).has_value();
}

}  // namespace

void Slot::arrive(unsigned position, CallPtr call) {
  if (!calls_[position]) ++arrived_;
  calls_[position] = std::move(call);
}

const Call &Slot::firstCall() const {
  return **std::ranges::find_if(calls_, [](const CallPtr &call) { return call != nullptr; });
}

Ref<Exchange> Slot::start(unsigned position) {
  const std::uint64_t number = next_[position]++;
  while (firstExchange_ + exchanges_.size() <= number) exchanges_.push_back(makeRef<Exchange>(calls_.size()));
  auto started = exchanges_[number - firstExchange_];
  started->setStarted(position);
  while (!exchanges_.empty() && exchanges_.front()->allStarted()) {
    exchanges_.pop_front();
    ++firstExchange_;
  }
  return started;
}

bool Slot::isSettled(const ProcessOf &processOf) {
  for (; settled_ < calls_.size(); ++settled_) {
    const int member = comm_->members()[settled_];
    if (calls_[settled_] || member < 0) continue;
    const Process *process = processOf(member);
    if (process == nullptr || !process->isGone()) return false;
  }
  return true;
}

std::string describeOwner(const Slot &slot) {
  switch (slot.sequence().owner) {
    case Owner::Comm:
      return slot.comm().describe();
    case Owner::Window:
      return "a window of " + slot.comm().describe();
    case Owner::File:
      return "a file of " + slot.comm().describe();
  }
  return {};
}

std::optional<SequenceId> Collectives::sequenceOf(const Call &call) const {
  if (!mpi::isCollective(call.routine->cls) || call.routine->effect == Effect::CommCreatePartial) return std::nullopt;
  if (const auto comm = firstArgument(call, {Role::Comm, Role::FreedComm}))
    return SequenceId{Owner::Comm, static_cast<std::uint64_t>(*comm)};
  if (const auto window = firstArgument(call, {Role::Window, Role::FreedWindow}))
    return SequenceId{Owner::Window, static_cast<std::uint64_t>(*window)};
  if (const auto file = firstArgument(call, {Role::File, Role::FreedFile}))
    return SequenceId{Owner::File, static_cast<std::uint64_t>(*file)};
  return std::nullopt;
}

CommunicatorPtr Collectives::commOf(SequenceId id) const {
  if (id.owner == Owner::Comm) return communicators_.find(id.id);
  const auto made = madeOn_.find(id);
  return made == madeOn_.end() ? nullptr : made->second;
}

Collectives::Sequence *Collectives::find(SequenceId id) {
  if (const auto known = sequences_.find(id); known != sequences_.end()) return &known->second;
  CommunicatorPtr comm = commOf(id);
  if (!comm) return nullptr;
  Sequence &sequence = sequences_[id];
  sequence.next.resize(comm->size());
  sequence.comm = std::move(comm);
  return &sequence;
}

std::optional<Participation> Collectives::arrive(const CallPtr &call, const SlotSink &judge) {
  const auto id = sequenceOf(*call);
  Sequence *sequence = id ? find(*id) : nullptr;
  const auto position = sequence != nullptr ? sequence->comm->positionOf(call->rank()) : std::nullopt;
  if (!position) return std::nullopt;

  const std::uint64_t number = sequence->next[*position]++;
  if (number < sequence->first) return std::nullopt;  // judged already: nobody expected the rank to come
  while (sequence->first + sequence->slots.size() <= number)
    sequence->slots.push_back(std::make_shared<Slot>(*id, sequence->comm));
  Participation participation{sequence->slots[number - sequence->first], nullptr, *position};
  participation.slot->arrive(*position, call);
  if (call->routine->timing != mpi::Timing::Persistent) participation.exchange = participation.slot->start(*position);
  settle(*id, *sequence, judge);
  return participation;
}

void Collectives::define(const trace::Window &record) {
  if (CommunicatorPtr comm = communicators_.find(record.comm))
    madeOn_.try_emplace({Owner::Window, record.id}, std::move(comm));
}

void Collectives::made(const Call &call, const Result &result) {
  const auto comm = call.argument(Role::Comm);
  if (!comm) return;
  const auto remember = [&](Owner owner, Role role) {
    if (const auto handle = written(call, result, role))
      madeOn_.try_emplace({owner, static_cast<std::uint64_t>(*handle)},
                          communicators_.find(static_cast<std::uint64_t>(*comm)));
  };
  remember(Owner::Window, Role::NewWindow);
  remember(Owner::File, Role::NewFile);
}

void Collectives::settle(SequenceId id, Sequence &sequence, const SlotSink &judge) {
  bool isFreed = false;
  while (!sequence.slots.empty() && sequence.slots.front()->isSettled(processOf_)) {
    const std::shared_ptr<Slot> slot = std::move(sequence.slots.front());
    sequence.slots.pop_front();
    ++sequence.first;
    judge(*slot);
    isFreed = isFreed ||
              (slot->isFull() && std::ranges::all_of(slot->calls(), [](const CallPtr &call) { return frees(*call); }));
  }
  if (isFreed && sequence.slots.empty()) forgetFreed(id);
}

void Collectives::forgetFreed(SequenceId id) {
  sequences_.erase(id);
  madeOn_.erase(id);
  if (id.owner == Owner::Comm) communicators_.forget(id.id);
}

void Collectives::gone(int rank, const SlotSink &judge) {
  for (auto entry = sequences_.begin(); entry != sequences_.end();) {
    auto &[id, sequence] = *entry++;
    if (sequence.comm->positionOf(rank)) settle(id, sequence, judge);
  }
}

void Collectives::finish(const SlotSink &judge) {
  for (auto &[id, sequence] : sequences_)
    for (const std::shared_ptr<Slot> &slot : sequence.slots) judge(*slot);
  sequences_.clear();
}

}  // namespace lockstep::engine
