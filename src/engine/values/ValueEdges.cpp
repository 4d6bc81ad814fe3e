#include "engine/values/ValueEdges.h"

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

WordHistory &ValueEdges::wordAt(const Place &place, const ProcessInfo &process) {
  const auto known = words_.find(place);
  if (known != words_.end()) return known->second;
  if (words_.size() >= nextSweep_) sweep();
  WordHistory &word = words_[place];
  word.node = process.key.node;
  return word;
}

/// What everybody knows orders nothing any more.
void ValueEdges::sweep() {
  const std::vector<Tick> horizon = order_.horizon();
  const auto isKnown = [&](const WordWritePtr &write) {
    const auto strand = static_cast<std::size_t>(write->stamp.strand);
    return strand < horizon.size() && write->stamp.tick <= horizon[strand];
  };
  std::erase_if(words_, [&](const auto &entry) {
    const WordHistory &word = entry.second;
    return !word.lock && std::ranges::all_of(word.writes, isKnown) && std::ranges::all_of(word.pending, isKnown);
  });
  nextSweep_ = std::max(kMostWords, 2 * words_.size());
}

void ValueEdges::forget(const ProcessInfo &process) {
  fetches_.erase(&process);
  updates_.erase(&process);
  locks_.forget(process);
}

void ValueEdges::forget(int owner, Span memory) {
  words_.erase(words_.lower_bound({owner, memory.first, 0}), words_.lower_bound({owner, memory.end, 0}));
}

// What is written.

/// Null for what does not write. `index`: of the element.
WordWritePtr ValueEdges::writeOf(const Call &call, const RmaOperation &operation, const Stamp &now,
                                 std::uint32_t index) const {
  if (!operation.writesTarget) return nullptr;
  auto write = std::make_shared<WordWrite>();
  write->process = call.process;
  write->stamp = now;
  write->time = call.time;
  const std::uint32_t bytes = wordBytes(operation, kMostBytes);
  const auto given = valueWith(call, trace::ValueRole::Given, index, bytes);
  if (!given) return write;
  write->value = *given;
  if (operation.op == kSwap && operation.accessClass == AccessClass::Accumulate) {
    const auto compared = valueWith(call, trace::ValueRole::Compared, index, bytes);
    if (compared) write->how = WordWrite::How::Swap;
    write->compared = compared.value_or(0);
  } else if (operation.accessClass == AccessClass::Put ||
             operation.op == static_cast<std::int64_t>(PredefinedOp::Replace)) {
    write->how = WordWrite::How::Set;
  } else if (operation.op == static_cast<std::int64_t>(PredefinedOp::Sum) && isInteger(operation.basic)) {
    write->how = WordWrite::How::Add;
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
  WordWrites made;
  for (std::uint32_t i = 0; i < count; ++i)
    if (const WordWritePtr write = writeOf(call, *operation, now, i)) {
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
    Fetch fetch{.place = places ? places->at(i) : Place{},
                .read = {.write = i < made.size() ? made[i] : nullptr, .begun = now},
                .index = i};
    if (!places) fetch.unplaced = call.self();
    fetches_[call.process].insert_or_assign(address + std::uint64_t{i} * fetch.place.bytes, std::move(fetch));
  }
}

/// A put that others may meet only concerns words that are known, and only begins something new.
void ValueEdges::write(const Call &call, const Place &place, const WordWritePtr &write) {
  if (call.routine->cls != mpi::Class::RmaPut || (write->isAlone && write->how == WordWrite::How::Set)) {
    WordHistory &word = wordAt(place, *call.process);
    locks_.release(call, word, *write);
    return word.add(write);
  }
  const auto known = words_.find(place);
  if (known == words_.end()) return;
  WordHistory &word = known->second;
  write->isGuessed = write->how == WordWrite::How::Other;
  if (write->isGuessed) write->value = word.first;
  write->how = WordWrite::How::Set;
  word.addPlain(write);
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
  auto write = std::make_shared<WordWrite>();
  write->how = WordWrite::How::Set;
  write->process = &process;
  write->stamp = now;
  write->time = stored.time;
  write->value = numberIn(stored);
  wordAt(*place, process).add(write);
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
      WordHistory &word = next->second;
      if (!overlap(own, piece) || (!word.plain.empty() && Moment(word.plain.back()->stamp) == Moment(now))) continue;
      auto write = std::make_shared<WordWrite>();
      write->how = WordWrite::How::Set;
      write->process = &process;
      write->stamp = now;
      write->value = word.first;
      write->isGuessed = true;
      word.addPlain(write);
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
      fetch(*call.process, std::move(done), numberIn(value, at, bytes), time, heard);
      at += bytes;
    }
}

void ValueEdges::load(const ProcessInfo &process, const trace::Value &loaded, const Stamp &now, Stamps &heard) {
  const auto place = placeOf(process, loaded);
  if (!place || !words_.contains(*place)) return;
  const auto update = loaded.isUpdate != 0 ? updates_.find(&process) : updates_.end();
  const WordWritePtr write = update != updates_.end() ? update->second : nullptr;
  fetch(process, {.place = *place, .read = {.write = write, .begun = now, .isAccess = true}}, numberIn(loaded),
        loaded.time, heard);
}

void ValueEdges::fetch(const ProcessInfo &process, Fetch fetch, std::uint64_t value, std::uint64_t time,
                       Stamps &heard) {
  if (!unplaced_.empty()) placeAll();
  WordRead &read = fetch.read;
  read.bytes = fetch.place.bytes;
  WordHistory &word = wordAt(fetch.place, process);
  word.advance(process.key.node == word.node ? time : UINT64_MAX);
  if (read.write) read.write->old = value;
  const WordWrites sources = sourcesOf(order_, word, read, value);
  see(word, read.begun.strand, sources);
  if (!givesNoOrder(word, read, value))
    for (const WordWritePtr &source : sources) heard.push_back(source->stamp);
  if (!read.write) return;
  if (read.write->hasFailed()) {
    std::erase(word.writes, read.write);
    return;
  }
  if (read.write->how == WordWrite::How::Swap) locks_.takeTurn(word, *read.write);
  if (sources.empty() || givesNoOrder(word, read, value)) return;
  std::vector<Stamp> learned = {read.write->stamp};
  for (const WordWritePtr &source : sources) learned.push_back(source->stamp);
  read.write->stamp.known = order_.join(learned);
}

void ValueEdges::see(WordHistory &word, Strand reader, const WordWrites &sources) const {
  if (sources.empty()) return;
  KnowledgePtr &known = word.seen[reader];
  std::vector<Stamp> all = {{reader, 0, known}};
  for (const WordWritePtr &source : sources) all.push_back(source->stamp);
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

}  // namespace lockstep::engine
