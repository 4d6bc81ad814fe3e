#include "engine/races/ValueEdges.h"

#include <algorithm>
#include <cstring>

#include "engine/calls/Synchronization.h"
#include "mpi/Predefined.h"

namespace lockstep::engine {
namespace {

using mpi::PredefinedOp;
using mpi::Role;

constexpr std::uint32_t kMostBytes = 8;

/// Some bytes of the value, from `at` on.
std::uint64_t numberIn(const trace::Value &value, std::size_t at, std::size_t bytes) {
  std::uint64_t number = 0;
  if (at + bytes <= sizeof value.value) std::memcpy(&number, value.value + at, std::min(bytes, sizeof number));
  return number;
}

std::uint64_t numberIn(const trace::Value &value) { return numberIn(value, 0, value.bytes); }

/// What so many bytes hold of the number.
std::uint64_t cut(std::uint64_t number, std::uint32_t bytes) {
  return bytes >= sizeof number ? number : number & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

bool isNegative(std::uint64_t number, std::uint32_t bytes) { return (number >> (8 * bytes - 1) & 1) != 0; }

/// The element of that number.
std::optional<std::uint64_t> valueWith(const Call &call, trace::ValueRole role, std::uint32_t index,
                                       std::uint32_t bytes) {
  for (const trace::Value &value : call.values)
    if (value.role == role)
      return value.bytes <= bytes ? numberIn(value) : numberIn(value, std::size_t{index} * bytes, bytes);
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

/// Of the words that the operation is on: its elements, but bytes are not told apart.
std::uint32_t wordBytes(const RmaOperation &operation, std::uint32_t all) {
  if (operation.accessClass == AccessClass::Accumulate) return operation.basicBytes;
  const Datatype &type = *operation.elements.type;
  if (type.pattern.size() != 1) return all;
  const auto *basic = mpi::predefinedType(static_cast<std::uint64_t>(type.pattern.front().basic));
  return basic == nullptr || basic->bytes <= 1 ? all : basic->bytes;
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

// Words.

std::optional<ValueEdges::Places> ValueEdges::placesOf(const Call &call) const {
  Places places;
  const auto operation = rmaOperation(call, windows_);
  if (!operation) return places;
  const WindowPart *part = operation->window->part(operation->target);
  if (part == nullptr || !part->isMapped) return std::nullopt;
  const auto memory = targetMemory(*operation, *part);
  if (!memory || !memory->isSolid() || memory->onlyRun->length > sizeof(trace::Value::value)) return places;
  const auto length = static_cast<std::uint32_t>(memory->onlyRun->length);
  const std::uint32_t bytes = wordBytes(*operation, length);
  if (bytes == 0 || bytes > kMostBytes || length % bytes != 0) return places;
  windows_.translate(operation->target, *memory->onlyRun, [&](int owner, const ByteRun &run) {
    if (run.length == length) places = {{owner, static_cast<std::uint64_t>(run.offset), bytes}, length / bytes};
  });
  return places;
}

std::optional<ValueEdges::Place> ValueEdges::placeOf(const ProcessInfo &process, const trace::Value &value) const {
  if (value.bytes == 0 || value.bytes > kMostBytes) return std::nullopt;
  std::optional<Place> place;
  const ByteRun run{static_cast<std::int64_t>(value.address), value.bytes, 0, 1};
  windows_.translate(process.rank, run, [&](int owner, const ByteRun &piece) {
    place = Place{owner, static_cast<std::uint64_t>(piece.offset), static_cast<std::uint32_t>(piece.length)};
  });
  return place;
}

ValueEdges::Word &ValueEdges::wordAt(const Place &place, const ProcessInfo &process) {
  const auto known = words_.find(place);
  if (known != words_.end()) return known->second;
  if (words_.size() >= nextSweep_) sweep();
  Word &word = words_[place];
  word.node = process.key.node;
  return word;
}

/// Of another node nobody knows when it was: at once.
void ValueEdges::pend(Word &word, const WritePtr &write) {
  if (write->process->key.node != word.node) write->time = 0;
  const auto timeOf = [](const WritePtr &other) { return other->time; };
  word.pending.insert(std::ranges::upper_bound(word.pending, write->time, {}, timeOf), write);
  if (word.pending.size() > kMostPending) advance(word, word.pending[kMostPending / 2]->time);
}

/// What was written up to the time counts from now on.
void ValueEdges::advance(Word &word, std::uint64_t time) {
  const auto isLater = [&](const WritePtr &write) { return write->time > time; };
  const auto end = std::ranges::find_if(word.pending, isLater);
  for (auto next = word.pending.begin(); next != end; ++next) {
    watchTurn(word, **next);
    word.writes.push_back(*next);
    if (word.writes.size() > word.foldAt) fold(word);
  }
  word.pending.erase(word.pending.begin(), end);
}

/// Of the older half, the increments of a strand become one. What was set there is forgotten, but for the last time.
void ValueEdges::fold(Word &word) const {
  const auto half = word.writes.begin() + static_cast<std::ptrdiff_t>(word.writes.size() / 2);
  Writes sums;
  WritePtr lastSet;
  for (auto write = word.writes.begin(); write != half; ++write) {
    if ((*write)->how != Write::How::Add) {
      lastSet = *write;
      continue;
    }
    const auto isOfStrand = [&](const WritePtr &sum) { return sum->stamp.strand == (*write)->stamp.strand; };
    const auto before = std::ranges::find_if(sums, isOfStrand);
    auto sum = std::make_shared<Write>(**write);
    if (before != sums.end()) {
      sum->value += (*before)->value;
      sum->old.reset();
      sums.erase(before);
    }
    sums.push_back(sum);
  }
  Writes kept;
  if (lastSet) kept.push_back(lastSet);
  kept.insert(kept.end(), sums.begin(), sums.end());
  kept.insert(kept.end(), half, word.writes.end());
  word.writes = std::move(kept);
  word.foldAt = word.writes.size() + kMostWrites;
}

/// What everybody knows orders nothing any more.
void ValueEdges::sweep() {
  const std::vector<Tick> horizon = order_.horizon();
  const auto isKnown = [&](const WritePtr &write) {
    const auto strand = static_cast<std::size_t>(write->stamp.strand);
    return strand < horizon.size() && write->stamp.tick <= horizon[strand];
  };
  std::erase_if(words_, [&](const auto &entry) {
    const Word &word = entry.second;
    return !word.lock && std::ranges::all_of(word.writes, isKnown) && std::ranges::all_of(word.pending, isKnown);
  });
  nextSweep_ = std::max(kMostWords, 2 * words_.size());
}

void ValueEdges::forget(const ProcessInfo &process) {
  fetches_.erase(&process);
  updates_.erase(&process);
  held_.erase(&process);
}

void ValueEdges::forget(int owner, Span memory) {
  words_.erase(words_.lower_bound({owner, memory.first, 0}), words_.lower_bound({owner, memory.end, 0}));
}

// What is written.

/// Null for what does not write. `index`: of the element.
ValueEdges::WritePtr ValueEdges::writeOf(const Call &call, const RmaOperation &operation, const Stamp &now,
                                         std::uint32_t index) const {
  if (!operation.writesTarget) return nullptr;
  auto write = std::make_shared<Write>();
  write->process = call.process;
  write->stamp = now;
  write->time = call.time;
  const std::uint32_t bytes = wordBytes(operation, kMostBytes);
  const auto given = valueWith(call, trace::ValueRole::Given, index, bytes);
  if (!given) return write;
  write->value = *given;
  if (operation.op == kSwap && operation.accessClass == AccessClass::Accumulate) {
    const auto compared = valueWith(call, trace::ValueRole::Compared, index, bytes);
    if (compared) write->how = Write::How::Swap;
    write->compared = compared.value_or(0);
  } else if (operation.accessClass == AccessClass::Put ||
             operation.op == static_cast<std::int64_t>(PredefinedOp::Replace)) {
    write->how = Write::How::Set;
  } else if (operation.op == static_cast<std::int64_t>(PredefinedOp::Sum) && isInteger(operation.basic)) {
    write->how = Write::How::Add;
  }
  return write;
}

/// Of a call that is made: what it promises holds from the return of the lock to the call of the unlock.
void ValueEdges::noteLock(const Call &call) {
  const auto key = [&] {
    return std::tuple(call.process, call.argument(Role::Window).value_or(0), call.argument(Role::Target).value_or(-1));
  };
  if (call.routine->effect == mpi::Effect::Lock) {
    if (!hasAssertion(call, mpi::kNoCheck) && call.argument(Role::LockType) == mpi::kLockExclusive)
      exclusive_.insert(key());
  } else if (call.routine->effect == mpi::Effect::Unlock && !exclusive_.empty()) {
    exclusive_.erase(key());
  }
}

bool ValueEdges::isExclusive(const Call &call) const {
  return !exclusive_.empty() && exclusive_.contains({call.process, call.argument(Role::Window).value_or(0),
                                                     call.argument(Role::Target).value_or(-1)});
}

void ValueEdges::enter(const Call &call, const Stamp &now) {
  const mpi::Class cls = call.routine->cls;
  if (cls == mpi::Class::WindowSync) return noteLock(call);
  const bool isAlone = (cls == mpi::Class::RmaGet || cls == mpi::Class::RmaPut) && isExclusive(call);
  const bool fetches = cls == mpi::Class::RmaFetch || (cls == mpi::Class::RmaGet && isAlone);
  const bool puts = cls == mpi::Class::RmaPut && (!words_.empty() || isAlone);
  if (!fetches && !puts && cls != mpi::Class::RmaAccumulate) return;
  const auto operation = rmaOperation(call, windows_);
  if (!operation) return;
  const auto places = placesOf(call);
  if (places && places->first.bytes == 0) return;
  const std::uint32_t count = places ? places->count : 1;
  Writes made;
  for (std::uint32_t i = 0; i < count; ++i)
    if (const WritePtr write = writeOf(call, *operation, now, i)) {
      write->isAlone = isAlone;
      made.push_back(write);
    }
  for (std::uint32_t i = 0; places && i < made.size(); ++i) write(call, places->at(i), made[i]);
  if (!places && !made.empty()) unplaced_.push_back({call.self(), made});
  if (!fetches) return;
  firstFetches_.try_emplace({call.process, operation->window}, now);
  const int buffer = call.routine->indexOf(Role::WriteBuffer);
  const auto address = static_cast<std::uint64_t>(call.arguments[static_cast<std::size_t>(buffer)]);
  for (std::uint32_t i = 0; i < count; ++i) {
    Fetch fetch{places ? places->at(i) : Place{}, i < made.size() ? made[i] : nullptr, now};
    fetch.index = i;
    if (!places) fetch.unplaced = call.self();
    fetches_[call.process].insert_or_assign(address + std::uint64_t{i} * fetch.place.bytes, std::move(fetch));
  }
}

/// A put that others may meet only concerns words that are known, and only begins something new.
void ValueEdges::write(const Call &call, const Place &place, const WritePtr &write) {
  if (call.routine->cls != mpi::Class::RmaPut || (write->isAlone && write->how == Write::How::Set)) {
    Word &word = wordAt(place, *call.process);
    releaseLock(call, word, *write);
    return pend(word, write);
  }
  const auto known = words_.find(place);
  if (known == words_.end()) return;
  Word &word = known->second;
  write->isGuessed = write->how == Write::How::Other;
  if (write->isGuessed) write->value = word.first;
  write->how = Write::How::Set;
  word.plain.push_back(write);
  if (word.plain.size() > kMostPlain) word.plain.erase(word.plain.begin());
}

void ValueEdges::placeAll() {
  std::erase_if(unplaced_, [&](const Unplaced &one) {
    const auto places = placesOf(*one.call);
    for (std::uint32_t i = 0; places && places->first.bytes > 0 && i < one.writes.size(); ++i)
      write(*one.call, places->at(i), one.writes[i]);
    return places.has_value();
  });
}

void ValueEdges::store(const ProcessInfo &process, const trace::Value &stored, const Stamp &now) {
  const auto place = placeOf(process, stored);
  if (!place) return;
  auto write = std::make_shared<Write>();
  write->how = Write::How::Set;
  write->process = &process;
  write->stamp = now;
  write->time = stored.time;
  write->value = numberIn(stored);
  pend(wordAt(*place, process), write);
  if (stored.isUpdate != 0) updates_[&process] = write;
}

void ValueEdges::overwriteWords(const ProcessInfo &process, const trace::Access &access, const Stamp &now) {
  const ByteRun run =
      normalized({static_cast<std::int64_t>(access.address), access.bytes, access.stride, access.count});
  windows_.translate(process.rank, run, [&](int owner, const ByteRun &piece) {
    const auto first = static_cast<std::uint64_t>(piece.offset);
    auto next = words_.lower_bound({owner, first > kMostBytes ? first - kMostBytes : 0, 0});
    for (; next != words_.end() && next->first.owner == owner && next->first.address < endOf(piece); ++next) {
      const ByteRun own{static_cast<std::int64_t>(next->first.address), next->first.bytes, 0, 1};
      Word &word = next->second;
      if (!overlap(own, piece) || (!word.plain.empty() && Moment(word.plain.back()->stamp) == Moment(now))) continue;
      auto write = std::make_shared<Write>();
      write->how = Write::How::Set;
      write->process = &process;
      write->stamp = now;
      write->value = word.first;
      write->isGuessed = true;
      word.plain.push_back(std::move(write));
      if (word.plain.size() > kMostPlain) word.plain.erase(word.plain.begin());
    }
  });
}

// What is read.

bool ValueEdges::awaits(const ProcessInfo &process, const Event::Leave &event) const {
  const auto known = event.values.empty() ? fetches_.end() : fetches_.find(&process);
  if (known == fetches_.end()) return false;
  return std::ranges::any_of(event.values,
                             [&](const trace::Value &value) { return known->second.contains(value.address); });
}

bool ValueEdges::awaits(const ProcessInfo &process, const Event::Atomic &event) const {
  if (event.value.role != trace::ValueRole::Loaded) return false;
  const auto place = placeOf(process, event.value);
  return place && windows_.isExposed(place->owner, {place->address, place->address + place->bytes});
}

void ValueEdges::leave(const Call &call, std::span<const trace::Value> fetched, std::uint64_t time, Stamps &heard) {
  const auto known = fetches_.find(call.process);
  if (known == fetches_.end()) return;
  for (const trace::Value &value : fetched)
    for (std::uint32_t at = 0; at < value.bytes;) {
      const auto which = known->second.find(value.address + at);
      if (which == known->second.end()) break;
      Fetch done = which->second;
      known->second.erase(which);
      if (done.unplaced) done.place = placesOf(*done.unplaced).value_or(Places{}).at(done.index);
      const std::uint32_t bytes = done.place.bytes;
      if (bytes == 0 || at + bytes > value.bytes) break;
      fetch(*call.process, done, numberIn(value, at, bytes), time, heard);
      at += bytes;
    }
}

void ValueEdges::load(const ProcessInfo &process, const trace::Value &loaded, const Stamp &now, Stamps &heard) {
  const auto place = placeOf(process, loaded);
  if (!place || !words_.contains(*place)) return;
  const auto update = loaded.isUpdate != 0 ? updates_.find(&process) : updates_.end();
  const WritePtr write = update != updates_.end() ? update->second : nullptr;
  fetch(process, {*place, write, now, true}, numberIn(loaded), loaded.time, heard);
}

void ValueEdges::fetch(const ProcessInfo &process, const Fetch &fetch, std::uint64_t value, std::uint64_t time,
                       Stamps &heard) {
  if (!unplaced_.empty()) placeAll();
  Word &word = wordAt(fetch.place, process);
  advance(word, process.key.node == word.node ? time : UINT64_MAX);
  if (fetch.write) fetch.write->old = value;
  const Writes sources = sourcesOf(word, fetch, value);
  see(word, fetch.begun.strand, sources);
  if (!givesNoOrder(word, fetch, value))
    for (const WritePtr &source : sources) heard.push_back(source->stamp);
  if (!fetch.write) return;
  if (fetch.write->hasFailed()) {
    std::erase(word.writes, fetch.write);
    return;
  }
  if (fetch.write->how == Write::How::Swap) takeTurn(word, *fetch.write);
  if (sources.empty() || givesNoOrder(word, fetch, value)) return;
  std::vector<Stamp> learned = {fetch.write->stamp};
  for (const WritePtr &source : sources) learned.push_back(source->stamp);
  fetch.write->stamp.known = order_.join(learned);
}

void ValueEdges::see(Word &word, Strand reader, const Writes &sources) const {
  if (sources.empty()) return;
  KnowledgePtr &known = word.seen[reader];
  std::vector<Stamp> all = {{reader, 0, known}};
  for (const WritePtr &source : sources) all.push_back(source->stamp);
  known = order_.join(all);
}

bool ValueEdges::hasSeen(int owner, Span bytes, const Moment &write, Strand reader) const {
  auto next = words_.lower_bound({owner, bytes.first > kMostBytes ? bytes.first - kMostBytes : 0, 0});
  for (; next != words_.end() && next->first.owner == owner && next->first.address <= bytes.first; ++next) {
    const auto &[place, word] = *next;
    const auto seen = word.seen.find(reader);
    if (seen != word.seen.end() && Span::at(place.address, place.bytes).contains(bytes) &&
        order_.before(write, Stamp{reader, 0, seen->second}))
      return true;
  }
  return false;
}

bool ValueEdges::isMisledBefore(const ProcessInfo &process, const Moment &moment) const {
  for (auto next = firstFetches_.lower_bound({&process, nullptr});
       next != firstFetches_.end() && next->first.first == &process; ++next)
    if (next->first.second->isMisplaced && (next->second.strand != moment.strand || next->second.tick <= moment.tick))
      return true;
  return false;
}

ValueEdges::Past ValueEdges::pastOf(const Word &word, const Fetch &fetch) const {
  Past past;
  const auto keepLast = [](Writes &last, const WritePtr &write) {
    for (WritePtr &other : last) {
      if (other->stamp.strand != write->stamp.strand) continue;
      if (other->stamp.tick < write->stamp.tick) other = write;
      return;
    }
    last.push_back(write);
  };
  for (const Writes *all : {&word.writes, &word.plain})
    for (const WritePtr &write : *all) {
      if (write == fetch.write || write->hasFailed() || !order_.before(write->stamp, fetch.begun)) continue;
      if (write->overwrites()) keepLast(past.sets, write);
      if (!write->isOpen()) keepLast(past.changes, write);
    }
  return past;
}

bool ValueEdges::isBeforeOne(const Write &write, const Writes &later) const {
  return std::ranges::any_of(later, [&](const WritePtr &other) { return isBefore(write, *other); });
}

/// The writes that a fetch of the value must have seen; none where that is not certain.
ValueEdges::Writes ValueEdges::sourcesOf(Word &word, const Fetch &fetch, std::uint64_t value) const {
  const Past past = pastOf(word, fetch);
  Writes sets;
  Writes adds;
  for (const WritePtr &write : word.writes) {
    if (write == fetch.write || write->hasFailed() || isBeforeOne(*write, past.sets)) continue;
    if (write->how == Write::How::Other) return {};
    (write->how == Write::How::Add ? adds : sets).push_back(write);
  }
  for (const WritePtr &write : word.plain)
    if (std::ranges::count(past.sets, write) > 0 && !isBeforeOne(*write, past.sets)) sets.push_back(write);
  if (!adds.empty()) {
    const bool mayBeFirst = past.sets.empty();
    const auto isAfterSet = [&](const WritePtr &add) { return isBefore(*sets.front(), *add); };
    const bool isSetOnce =
        sets.size() == 1 && (!mayBeFirst || (value != word.first && std::ranges::all_of(adds, isAfterSet)));
    Writes counted;
    if (isSetOnce) counted = countedBy(adds, sets.front()->value, value, fetch.place.bytes);
    if (sets.empty() && mayBeFirst) counted = countedBy(adds, word.first, value, fetch.place.bytes);
    if (!counted.empty() && isSetOnce) counted.push_back(sets.front());
    if (!counted.empty()) return counted;
  }
  if (adds.empty() && !word.isFirstKnown && past.changes.empty()) {
    const auto isSet = [&](const WritePtr &set) { return set->value == value; };
    word.isFirstKnown = true;
    // Who waits for a value does so because the word holds another.
    word.first = std::ranges::none_of(sets, isSet) ? value : fetch.write ? word.first : cut(~value, fetch.place.bytes);
  }
  sets.insert(sets.end(), adds.begin(), adds.end());
  return settersOf(word, fetch, past, sets, value);
}

/// The increments that the value stands for.
ValueEdges::Writes ValueEdges::countedBy(Writes adds, std::uint64_t base, std::uint64_t value,
                                         std::uint32_t bytes) const {
  std::uint64_t all = base;
  bool isRising = true;
  bool isInOrder = true;
  for (std::size_t i = 0; i < adds.size(); ++i) {
    all += adds[i]->value;
    isRising &= isNegative(adds[i]->value, bytes) == isNegative(adds[0]->value, bytes);
    isInOrder &= i == 0 || isBefore(*adds[i - 1], *adds[i]);
  }
  if (isRising && cut(all, bytes) == value) return adds;
  if (!isInOrder) return {};
  std::uint64_t sum = base;
  for (std::size_t i = 0; i < adds.size(); ++i) {
    sum += adds[i]->value;
    if (cut(sum, bytes) == value) return {adds.begin(), adds.begin() + static_cast<std::ptrdiff_t>(i) + 1};
  }
  return {};
}

/// Those after which the word held the value. What one strand has set again and again can only tell of the first time.
/// Atomic accesses of the program's own release and acquire by themselves: a load comes after every store that it may
/// have seen. That is more order than there was, but it makes every lock that is built of them one.
ValueEdges::Writes ValueEdges::settersOf(Word &word, const Fetch &fetch, const Past &past, const Writes &from,
                                         std::uint64_t value) const {
  const bool isExchange = fetch.write && !fetch.write->hasFailed();
  const bool mayBeFirst = value == word.first && past.changes.empty() && !(isExchange && word.isFirstReplaced);
  Writes setters;
  for (const WritePtr &write : from) {
    const auto result = write->result();
    if (!result || cut(*result, fetch.place.bytes) != value || (isExchange && write->isReplaced)) continue;
    if (!isBeforeOne(*write, past.changes)) setters.push_back(write);
  }
  const auto isOpen = [](const WritePtr &write) { return write->isOpen(); };
  if (!std::ranges::all_of(setters, isOpen)) std::erase_if(setters, isOpen);
  const auto isGuessed = [](const WritePtr &write) { return write->isGuessed; };
  if (!std::ranges::all_of(setters, isGuessed)) std::erase_if(setters, isGuessed);
  if (isExchange && setters.empty() && mayBeFirst) word.isFirstReplaced = true;
  if (setters.empty() || (mayBeFirst && !fetch.isAccess)) return {};
  const auto tickOf = [](const WritePtr &write) { return write->stamp.tick; };
  const auto isOfOne = [&](const WritePtr &write) { return write->stamp.strand == setters.front()->stamp.strand; };
  if (fetch.isAccess) return setters;
  if (!std::ranges::all_of(setters, isOfOne)) return {};
  const WritePtr first = *std::ranges::min_element(setters, {}, tickOf);
  if (isExchange) first->isReplaced = true;
  return {first};
}

// Locks of the program's own.

/// Somebody has called for a write, and that counts from now on.
void ValueEdges::watchTurn(Word &word, Write &write) {
  if (!word.lock) return;
  UserLock &lock = *word.lock;
  const bool frees = write.value == lock.freeValue && (write.how == Write::How::Set || write.how == Write::How::Swap);
  if (lock.holder == write.process) {
    if (!frees) return;
    lock.holder = nullptr;
    lock.section.reset();
    lock.isGiven = true;
    write.hasGiven = true;
    return;
  }
  if (write.how == Write::How::Swap) return;  // it may fail
  if (const CriticalSectionPtr section = lock.section.lock()) section->isBroken = true;
  if (lock.holder != nullptr || !frees) lock.isLock = false;
}

/// A swap has succeeded. One that gave the lock back has done so before: meanwhile another may have taken it.
void ValueEdges::takeTurn(Word &word, const Write &swap) {
  if (swap.value == swap.compared || swap.hasGiven) return;  // the former only reads
  if (!word.lock) {
    word.lock = std::make_shared<UserLock>();
    word.lock->freeValue = swap.compared;
    // Others have changed it in another way before; to set it free at first is no harm.
    for (const WritePtr &write : word.writes)
      if (write->how != Write::How::Swap && write->result() != word.lock->freeValue) word.lock->isLock = false;
  }
  UserLock &lock = *word.lock;
  if (lock.holder != nullptr && lock.holder != swap.process) {
    if (const CriticalSectionPtr section = lock.section.lock()) section->isBroken = true;
    lock.isLock = false;
  }
  if (swap.value == lock.freeValue) return;
  if (swap.compared != lock.freeValue) lock.isLock = false;
  if (!lock.isLock) return;
  const auto section = std::make_shared<CriticalSection>(CriticalSection{word.lock});
  lock.section = section;
  lock.holder = swap.process;
  held_[swap.process].push_back(section);
}

void ValueEdges::releaseLock(const Call &call, const Word &word, const Write &write) {
  const auto held = held_.find(call.process);
  if (!word.lock || held == held_.end() || write.value != word.lock->freeValue) return;
  if (write.how != Write::How::Set && write.how != Write::How::Swap) return;
  if (std::erase_if(held->second, [&](const CriticalSectionPtr &section) { return section->lock == word.lock; }) == 0)
    return;
  if (held->second.empty()) held_.erase(held);
  lastGiving_ = &call;
}

/// What is read of a lock when one tries to take it, or sees it free.
bool ValueEdges::givesNoOrder(const Word &word, const Fetch &fetch, std::uint64_t value) {
  if (!word.lock || !word.lock->isLock) return false;
  const bool isTry = fetch.write && fetch.write->how == Write::How::Swap &&
                     fetch.write->compared == word.lock->freeValue && fetch.write->value != word.lock->freeValue;
  return isTry || (word.lock->isGiven && value == word.lock->freeValue);
}

std::span<const CriticalSectionPtr> ValueEdges::heldBy(const ProcessInfo &process) const {
  const auto held = held_.find(&process);
  return held == held_.end() ? std::span<const CriticalSectionPtr>{}
                             : std::span<const CriticalSectionPtr>(held->second);
}

}  // namespace lockstep::engine
