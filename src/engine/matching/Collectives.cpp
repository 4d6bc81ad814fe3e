#include "engine/matching/Collectives.h"

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
  const std::uint64_t place = call->process->sites.placeOf(call->site);
  if (arrived_ == 0) place_ = place;
  isAtOnePlace_ = isAtOnePlace_ && place == place_;
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

std::optional<Participation> Collectives::arrive(const CallPtr &call) {
  const auto id = sequenceOf(*call);
  Sequence *sequence = id ? find(*id) : nullptr;
  const auto position = sequence != nullptr ? sequence->comm->positionOf(call->rank()) : std::nullopt;
  if (!position) return std::nullopt;

  const std::uint64_t number = sequence->next[*position]++;
  if (number < sequence->first) return std::nullopt;  // judged already: the rank was not expected any more
  while (sequence->first + sequence->slots.size() <= number)
    sequence->slots.push_back(std::make_shared<Slot>(*id, sequence->comm));
  Participation participation{sequence->slots[number - sequence->first], nullptr, *position};
  participation.slot->arrive(*position, call);
  if (call->routine->timing != mpi::Timing::Persistent) participation.exchange = participation.slot->start(*position);
  if (sequence->doubt) {
    sequence->doubt->lastCame = 0;
    if (hasEnough(*sequence, *position)) sequence->doubt->lacking.erase(*position);
  }
  settle(*id, *sequence);
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

void Collectives::settle(SequenceId id, Sequence &sequence) {
  if (sequence.doubt && (sequence.doubt->lacking.empty() || isInStepAgain(sequence))) decide(sequence);
  bool isFreed = false;
  while (!sequence.doubt && !sequence.slots.empty() && sequence.slots.front()->isSettled(processOf_)) {
    const std::shared_ptr<Slot> slot = sequence.slots.front();
    if (!isInOrder(sequence, slot)) {
      beginDoubt(sequence);
      if (!sequence.doubt->lacking.empty()) return;
      decide(sequence);
    }
    sequence.slots.pop_front();
    ++sequence.first;
    isFreed = isFreed ||
              (slot->isFull() && std::ranges::all_of(slot->calls(), [](const CallPtr &call) { return frees(*call); }));
  }
  if (isFreed && sequence.slots.empty()) forgetFreed(id);
}

/// If all members are at one place, nobody is ahead, whatever happened before.
bool Collectives::isInOrder(Sequence &sequence, const std::shared_ptr<Slot> &slot) {
  if (sequence.isOutOfStep) return true;
  if (!judge_.isInOrder(*slot)) return false;
  if (slot->isAtOnePlace())
    sequence.recent.clear();
  else if (sequence.recent.size() < kMostRecent)
    sequence.recent.push_back(slot);
  sequence.isRecentCut = !slot->isAtOnePlace() && sequence.recent.back() != slot;
  return true;
}

/// All members make the same call from one place and the next one together without error: nobody is ahead.
bool Collectives::isInStepAgain(const Sequence &sequence) const {
  if (sequence.slots.size() < 2) return false;
  const Slot &slot = *sequence.slots.front();
  const Slot &next = *sequence.slots[1];
  const auto isSame = [&](const CallPtr &call) {
    return call && call->routine->base == slot.firstCall().routine->base;
  };
  const bool areAlike = slot.isAtOnePlace() && std::ranges::all_of(slot.calls(), isSame);
  return areAlike && next.isFull() && next.isAtOnePlace() && judge_.isFaultless(next);
}

void Collectives::beginDoubt(Sequence &sequence) {
  sequence.doubt.emplace();
  ++doubts_;
  for (unsigned i = 0; i < sequence.next.size(); ++i) {
    const int member = sequence.comm->members()[i];
    const Process *process = member >= 0 ? processOf_(member) : nullptr;
    const bool isOver = member < 0 || (process != nullptr && process->isGone());
    if (!isOver && !hasEnough(sequence, i)) sequence.doubt->lacking.insert(i);
  }
}

Word Collectives::wordOf(const Sequence &sequence, unsigned position, bool hasRecent, bool hasNext) const {
  Word word;
  word.rank = sequence.comm->members()[position];
  const auto add = [&](const Slots &slots, std::size_t most) {
    for (std::size_t i = 0; i < slots.size() && i < most && slots[i]->callOf(position) != nullptr; ++i)
      word.calls.push_back(slots[i]->calls()[position]);
  };
  if (hasRecent) add(sequence.recent, kMostRecent);
  if (!hasNext) return word;
  add(sequence.slots, kWindow);
  const Process *process = processOf_(word.rank);
  if (process != nullptr && !hasEnough(sequence, position)) word.finalize = process->finalizeCall;
  return word;
}

std::vector<Word> Collectives::wordsOf(const Sequence &sequence, bool hasRecent, bool hasNext) const {
  std::vector<Word> words;
  for (unsigned i = 0; i < sequence.next.size(); ++i)
    if (sequence.comm->members()[i] >= 0) words.push_back(wordOf(sequence, i, hasRecent, hasNext));
  return words;
}

void Collectives::decide(Sequence &sequence) {
  std::vector<std::vector<Word>> words;  // empty if nobody can be ahead
  const bool mayBeAhead = !isInStepAgain(sequence);
  if (mayBeAhead && sequence.isRecentCut) words.push_back(wordsOf(sequence, true, false));
  if (mayBeAhead) words.push_back(wordsOf(sequence, !sequence.isRecentCut, true));
  judge_.decide(*sequence.slots.front(), words);
  sequence.doubt.reset();
  --doubts_;
  sequence.isOutOfStep = true;
  sequence.recent.clear();
}

/// Every member that could provide more information is inside a call.
bool Collectives::isStandingStill(const Sequence &sequence) const {
  return std::ranges::all_of(sequence.doubt->lacking, [&](unsigned position) {
    const Process *process = processOf_(sequence.comm->members()[position]);
    return process != nullptr && (process->isGone() || process->openCall() != nullptr);
  });
}

void Collectives::passed(std::uint64_t time) {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  constexpr std::uint64_t kStandstill = kSecond;
  constexpr std::uint64_t kLongest = 5 * kSecond;
  if (doubts_ == 0) return;
  for (auto entry = sequences_.begin(); entry != sequences_.end();) {
    auto &[id, sequence] = *entry++;
    if (!sequence.doubt) continue;
    Doubt &doubt = *sequence.doubt;
    if (doubt.since == 0) doubt.since = time;
    if (doubt.lastCame == 0) doubt.lastCame = time;
    const bool isStill = time - doubt.lastCame >= kStandstill && isStandingStill(sequence);
    if (!isStill && time - doubt.since < kLongest) continue;
    decide(sequence);
    settle(id, sequence);
  }
}

void Collectives::forgetFreed(SequenceId id) {
  sequences_.erase(id);
  madeOn_.erase(id);
  if (id.owner == Owner::Comm) communicators_.forget(id.id);
}

void Collectives::gone(int rank) {
  for (auto entry = sequences_.begin(); entry != sequences_.end();) {
    auto &[id, sequence] = *entry++;
    const auto position = sequence.comm->positionOf(rank);
    if (!position) continue;
    if (sequence.doubt) sequence.doubt->lacking.erase(*position);
    settle(id, sequence);
  }
}

void Collectives::finish() {
  for (auto &[id, sequence] : sequences_) {
    if (sequence.doubt) decide(sequence);
    for (; !sequence.isOutOfStep && !sequence.slots.empty(); sequence.slots.pop_front(), ++sequence.first) {
      if (isInOrder(sequence, sequence.slots.front())) continue;
      beginDoubt(sequence);
      decide(sequence);
    }
  }
  sequences_.clear();
}

}  // namespace lockstep::engine
