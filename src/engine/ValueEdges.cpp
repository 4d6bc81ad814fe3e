#include "engine/ValueEdges.h"

#include <algorithm>
#include <cstring>

#include "engine/Process.h"
#include "mpi/Predefined.h"

namespace lockstep::engine {
namespace {

using mpi::PredefinedOp;
using mpi::Role;

constexpr std::uint32_t kMostBytes = 8;
constexpr std::uint64_t kAnyTime = UINT64_MAX;
constexpr std::uint64_t kFirstValue = 0;  // of a word that nobody has written yet

std::uint64_t numberIn(const trace::Value &value) {
  std::uint64_t number = 0;
  std::memcpy(&number, value.value, std::min<std::size_t>(value.bytes, sizeof number));
  return number;
}

/// What so many bytes hold of the number.
std::uint64_t cut(std::uint64_t number, std::uint32_t bytes) {
  return bytes >= sizeof number ? number : number & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

std::optional<std::uint64_t> valueWith(const Call &call, trace::ValueRole role) {
  for (const trace::Value &value : call.values)
    if (value.role == role) return numberIn(value);
  return std::nullopt;
}

bool isInteger(mpi::PredefinedType type) {
  const mpi::PredefinedTypeInfo *info = mpi::predefinedType(static_cast<std::uint64_t>(type));
  if (info == nullptr) return false;
  switch (info->category) {
    case mpi::TypeCategory::CInteger:
    case mpi::TypeCategory::FortranInteger:
    case mpi::TypeCategory::MultiLanguage:
      return true;
    default:
      return false;
  }
}

bool bringsResult(const Call &call) {
  return call.routine->cls == mpi::Class::RmaGet || call.routine->cls == mpi::Class::RmaFetch;
}

}  // namespace

std::optional<std::uint64_t> ValueEdges::Write::result() const {
  switch (how) {
    case How::Set:
      return value;
    case How::Swap:
      return hasFailed() ? std::nullopt : std::optional(value);
    case How::Add:
      return old ? std::optional(*old + value) : std::nullopt;
    case How::Other:
      return std::nullopt;
  }
  return std::nullopt;
}

/// None where the operation is not on one word.
std::optional<ValueEdges::Place> ValueEdges::placeOf(const RmaOperation &operation) const {
  const WindowPart *part = operation.window->part(operation.target);
  if (part == nullptr || !part->isMapped) return std::nullopt;
  const auto memory = targetMemory(operation, *part);
  if (!memory || !memory->isSolid() || memory->onlyRun->length > kMostBytes) return std::nullopt;
  std::optional<Place> place;
  windows_.translate(operation.target, *memory->onlyRun, [&](int owner, const ByteRun &run) {
    place = Place{owner, static_cast<std::uint64_t>(run.offset), static_cast<std::uint32_t>(run.length)};
  });
  return place;
}

std::optional<ValueEdges::Place> ValueEdges::placeOf(const Process &process, const trace::Value &value) const {
  if (value.bytes == 0 || value.bytes > kMostBytes) return std::nullopt;
  std::optional<Place> place;
  const ByteRun run{static_cast<std::int64_t>(value.address), value.bytes, 0, 1};
  windows_.translate(process.rank, run, [&](int owner, const ByteRun &piece) {
    place = Place{owner, static_cast<std::uint64_t>(piece.offset), static_cast<std::uint32_t>(piece.length)};
  });
  return place;
}

/// Null for what does not write.
ValueEdges::WritePtr ValueEdges::writeOf(const Call &call, const RmaOperation &operation, const Stamp &now) const {
  if (!operation.writesTarget) return nullptr;
  auto write = std::make_shared<Write>();
  write->process = call.process;
  write->stamp = now;
  write->time = call.time;
  write->isExchange = bringsResult(call);
  write->how = Write::How::Other;
  const auto given = valueWith(call, trace::ValueRole::Given);
  if (!given) return write;
  write->value = *given;
  if (operation.op == kSwap) {
    const auto compared = valueWith(call, trace::ValueRole::Compared);
    if (compared) write->how = Write::How::Swap;
    write->compared = compared.value_or(0);
  } else if (operation.deed == Deed::Put || operation.op == static_cast<std::int64_t>(PredefinedOp::Replace)) {
    write->how = Write::How::Set;
  } else if (operation.op == static_cast<std::int64_t>(PredefinedOp::Sum) && isInteger(operation.basic)) {
    write->how = Write::How::Add;
  }
  return write;
}

void ValueEdges::enter(const Call &call, const Stamp &now) {
  const mpi::Class cls = call.routine->cls;
  if (cls != mpi::Class::RmaAccumulate && cls != mpi::Class::RmaFetch && (cls != mpi::Class::RmaPut || words_.empty()))
    return;
  const auto operation = rmaOperation(call, windows_);
  const auto place = operation ? placeOf(*operation) : std::nullopt;
  if (!place) return;
  const WritePtr write = writeOf(call, *operation, now);
  if (write) note(call, *place, write);
  if (cls != mpi::Class::RmaFetch) return;
  const int buffer = call.routine->indexOf(Role::WriteBuffer);
  const auto address = static_cast<std::uint64_t>(call.arguments[static_cast<std::size_t>(buffer)]);
  fetches_[call.process].insert_or_assign(address, Fetch{*place, write, now});
}

/// A put, or what carries no value, only concerns words that others use.
void ValueEdges::note(const Call &call, const Place &place, const WritePtr &write) {
  const bool isOfInterest = write->how != Write::How::Other && call.routine->cls != mpi::Class::RmaPut;
  const auto known = words_.find(place);
  if (known == words_.end() && !isOfInterest) return;
  if (known == words_.end() && words_.size() >= nextSweep_) sweep();
  Word &word = known != words_.end() ? known->second : words_[place];
  word.seen.erase(call.process);
  if (word.lock) {
    const bool isPlainSet = write->how == Write::How::Set && call.routine->cls != mpi::Class::RmaPut;
    const bool isFreeing = write->value == word.lock->freeValue && (isPlainSet || write->how == Write::How::Swap);
    if (isFreeing)
      give(word, call);
    else if (write->how != Write::How::Swap)
      word.lock->isLock = false;
  }
  append(word, write);
}

void ValueEdges::append(Word &word, const WritePtr &write) {
  word.writes.push_back(write);
  if (word.writes.size() > word.foldAt) fold(word);
}

void ValueEdges::store(const Process &process, const trace::Value &stored, const Stamp &now) {
  const auto place = placeOf(process, stored);
  if (!place) return;
  if (words_.size() >= nextSweep_) sweep();
  auto write = std::make_shared<Write>();
  write->how = Write::How::Set;
  write->process = &process;
  write->stamp = now;
  write->value = numberIn(stored);
  append(words_[*place], write);
}

std::vector<Stamp> ValueEdges::load(const Process &process, const trace::Value &loaded, const Stamp &now) const {
  const auto place = placeOf(process, loaded);
  const auto known = place ? words_.find(*place) : words_.end();
  std::vector<Stamp> heard;
  if (known == words_.end()) return heard;
  for (const WritePtr &write : settersOf(known->second, {*place, nullptr, now}, numberIn(loaded), kAnyTime))
    heard.push_back(write->stamp);
  return heard;
}

bool ValueEdges::isKnown(const Process &process, const trace::Value &loaded, const Stamp &now) const {
  const auto place = placeOf(process, loaded);
  if (!place) return true;
  const auto known = words_.find(*place);
  if (known == words_.end() || known->second.writes.empty()) return numberIn(loaded) == kFirstValue;
  return !settersOf(known->second, {*place, nullptr, now}, numberIn(loaded), kAnyTime).empty();
}

/// The writes after which the word held the value and that nothing has overwritten before the fetch began.
std::vector<ValueEdges::WritePtr> ValueEdges::settersOf(const Word &word, const Fetch &fetch, std::uint64_t value,
                                                        std::uint64_t time) const {
  std::vector<WritePtr> setters;
  for (const WritePtr &write : word.writes) {
    if (write == fetch.write || write->time > time) continue;
    const auto result = write->result();
    if (result && cut(*result, fetch.place.bytes) == value && !isReplaced(word, write.get(), fetch))
      setters.push_back(write);
  }
  return setters;
}

/// What everybody knows orders nothing any more.
void ValueEdges::sweep() {
  const std::vector<Tick> horizon = order_.horizon();
  std::erase_if(words_, [&](const auto &entry) {
    const Word &word = entry.second;
    return !word.lock && std::ranges::all_of(word.writes, [&](const WritePtr &write) {
      const auto strand = static_cast<std::size_t>(write->stamp.strand);
      return strand < horizon.size() && write->stamp.tick <= horizon[strand];
    });
  });
  nextSweep_ = std::max(kMostWords, 2 * words_.size());
}

void ValueEdges::leave(const Call &call, std::span<const trace::Value> fetched, std::uint64_t time,
                       std::vector<Stamp> &heard) {
  const auto known = fetches_.find(call.process);
  if (known == fetches_.end()) return;
  for (const trace::Value &value : fetched) {
    const auto which = known->second.find(value.address);
    if (which == known->second.end() || value.bytes != which->second.place.bytes) continue;
    const Fetch done = which->second;
    known->second.erase(which);
    fetch(*call.process, done, numberIn(value), time, heard);
  }
}

void ValueEdges::fetch(const Process &process, const Fetch &fetch, std::uint64_t value, std::uint64_t time,
                       std::vector<Stamp> &heard) {
  const auto known = words_.find(fetch.place);
  if (known == words_.end()) return;
  Word &word = known->second;
  const bool isUsedLock = word.lock && word.lock->isLock && word.lock->isGiven;
  const auto seen = word.seen.find(&process);
  std::vector<Stamp> learned;
  if (!isUsedLock && (seen == word.seen.end() || seen->second != value)) {
    for (const WritePtr &write : seenBy(word, fetch, value, time)) {
      learned.push_back(write->stamp);
      learned.insert(learned.end(), write->heard.begin(), write->heard.end());
    }
  }
  if (!fetch.write) word.seen[&process] = value;
  if (fetch.write) {
    fetch.write->old = value;
    fetch.write->heard = learned;
    if (fetch.write->hasFailed())
      std::erase(word.writes, fetch.write);
    else if (fetch.write->how == Write::How::Swap)
      take(word, *fetch.write);
  }
  heard.insert(heard.end(), learned.begin(), learned.end());
}

/// Something has overwritten it before the fetch began. Null: what the word held at first.
bool ValueEdges::isReplaced(const Word &word, const Write *write, const Fetch &fetch) const {
  return std::ranges::any_of(word.writes, [&](const WritePtr &later) {
    return later.get() != write && later != fetch.write && order_.before(later->stamp, fetch.begun) &&
           (write == nullptr || isBefore(*write, *later));
  });
}

/// The increments that the value stands for; none where that is not certain.
std::vector<ValueEdges::WritePtr> ValueEdges::countedBy(std::vector<WritePtr> adds, std::uint64_t base,
                                                        std::uint64_t value, std::uint32_t bytes) const {
  std::uint64_t all = base;
  for (const WritePtr &add : adds) all += add->value;
  if (cut(all, bytes) == value) return adds;
  std::ranges::sort(adds, {}, [](const WritePtr &add) { return add->time; });
  std::uint64_t sum = base;
  for (std::size_t i = 0; i < adds.size(); ++i) {
    if (i > 0 && !isBefore(*adds[i - 1], *adds[i])) return {};
    sum += adds[i]->value;
    if (cut(sum, bytes) != value) continue;
    for (std::size_t j = i + 1; j < adds.size(); ++j)
      if (!isBefore(*adds[j - 1], *adds[j])) return {};
    return {adds.begin(), adds.begin() + static_cast<std::ptrdiff_t>(i) + 1};
  }
  return {};
}

/// The writes that a fetch of the value must have seen.
std::vector<ValueEdges::WritePtr> ValueEdges::seenBy(const Word &word, const Fetch &fetch, std::uint64_t value,
                                                     std::uint64_t time) const {
  std::vector<WritePtr> sets;
  std::vector<WritePtr> adds;
  for (const WritePtr &write : word.writes) {
    if (write == fetch.write || write->time > time || write->hasFailed()) continue;
    if (write->how == Write::How::Other) return {};
    (write->how == Write::How::Add ? adds : sets).push_back(write);
  }
  if (!adds.empty()) {
    // A counter that was set once, before it was counted up.
    if (sets.size() > 1) return {};
    const auto isAfterSet = [&](const WritePtr &add) { return sets.empty() || isBefore(*sets.front(), *add); };
    if (!std::ranges::all_of(adds, isAfterSet)) return {};
    std::vector<WritePtr> counted =
        countedBy(adds, sets.empty() ? kFirstValue : sets.front()->value, value, fetch.place.bytes);
    if (!counted.empty()) return counted;
  }
  return onlySetter(word, fetch, value, time);
}

/// What one strand has set again and again can only tell of the first time. None if several strands could have set it.
std::vector<ValueEdges::WritePtr> ValueEdges::onlySetter(const Word &word, const Fetch &fetch, std::uint64_t value,
                                                         std::uint64_t time) const {
  const std::vector<WritePtr> setters = settersOf(word, fetch, value, time);
  if (setters.empty() || (value == kFirstValue && !isReplaced(word, nullptr, fetch))) return {};
  const auto isOfOne = [&](const WritePtr &write) { return write->stamp.strand == setters.front()->stamp.strand; };
  if (!std::ranges::all_of(setters, isOfOne)) return {};
  return {*std::ranges::min_element(setters, {}, [](const WritePtr &write) { return write->stamp.tick; })};
}

/// Of the older half, the increments of a strand become one. What was set there is forgotten, but for the last time.
void ValueEdges::fold(Word &word) {
  const auto half = word.writes.begin() + static_cast<std::ptrdiff_t>(word.writes.size() / 2);
  std::map<Strand, WritePtr> sums;
  WritePtr lastSet;
  for (auto write = word.writes.begin(); write != half; ++write) {
    if ((*write)->how != Write::How::Add) {
      lastSet = *write;
      continue;
    }
    WritePtr &sum = sums[(*write)->stamp.strand];
    const std::uint64_t before = sum ? sum->value : 0;
    sum = std::make_shared<Write>(**write);
    sum->value += before;
    sum->old.reset();
  }
  std::vector<WritePtr> kept;
  if (lastSet) kept.push_back(lastSet);
  for (const auto &[strand, sum] : sums) kept.push_back(sum);
  kept.insert(kept.end(), half, word.writes.end());
  word.writes = std::move(kept);
  word.foldAt = std::max(kMostWrites, 2 * word.writes.size());
}

/// A swap has succeeded.
void ValueEdges::take(Word &word, const Write &swap) {
  if (!word.lock) {
    word.lock = std::make_shared<LockWord>();
    word.lock->freeValue = swap.compared;
    // Others have changed it in another way before; to set it free at first is no harm.
    for (const WritePtr &write : word.writes)
      if (write->how != Write::How::Swap && write->result() != word.lock->freeValue) word.lock->isLock = false;
  }
  if (swap.value == word.lock->freeValue) return;  // gave it back when it was called
  if (swap.compared != word.lock->freeValue) word.lock->isLock = false;
  held_[swap.process].push_back(word.lock);
}

/// Given back by somebody else, it is no lock.
void ValueEdges::give(Word &word, const Call &call) {
  word.lock->isGiven = true;
  const auto held = held_.find(call.process);
  if (held == held_.end() || std::erase(held->second, word.lock) == 0) {
    word.lock->isLock = false;
    return;
  }
  if (held->second.empty()) held_.erase(held);
  lastGiving_ = &call;
}

bool ValueEdges::awaits(const Process &process, std::span<const trace::Value> fetched) const {
  const auto known = fetches_.find(&process);
  if (known == fetches_.end()) return false;
  return std::ranges::any_of(fetched, [&](const trace::Value &value) { return known->second.contains(value.address); });
}

void ValueEdges::forget(const Process &process) {
  fetches_.erase(&process);
  held_.erase(&process);
}

std::span<const LockWordPtr> ValueEdges::heldBy(const Process &process) const {
  const auto held = held_.find(&process);
  return held == held_.end() ? std::span<const LockWordPtr>{} : std::span<const LockWordPtr>(held->second);
}

}  // namespace lockstep::engine
