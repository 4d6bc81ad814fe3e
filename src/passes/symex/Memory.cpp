#include "passes/symex/Memory.h"

#include <algorithm>

#include "passes/symex/StoreTypes.h"

namespace lockstep::passes::symex {

namespace {

constexpr std::int64_t kSmall = 256;  // below this size, each byte gets a cell

/// The first cell that ends after `offset`.
template <class Cells>
auto firstTouching(Cells &cells, std::int64_t offset) {
  auto cell = cells.upper_bound(offset);
  if (cell != cells.begin())
    if (const auto before = std::prev(cell); before->first + before->second.size > offset) return before;
  return cell;
}

std::int64_t byteOf(std::int64_t number, std::int64_t index) {
  if (index >= 8) return number < 0 ? 0xff : 0;
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(number) >> (8 * index)) & 0xff);
}

std::int64_t signExtended(std::uint64_t number, std::int64_t bytes) {
  if (bytes >= 8) return static_cast<std::int64_t>(number);
  const auto shift = static_cast<unsigned>(64 - 8 * bytes);
  return static_cast<std::int64_t>(number << shift) >> shift;
}

/// At a number that is used on another path.
const Shared<Object> &noObject() {
  static const Shared<Object> none{Object{.kind = Object::Kind::None}};
  return none;
}

/// Leaves what lies around the bytes.
void cut(std::vector<UniformPart> &parts, std::int64_t offset, std::int64_t end) {
  std::vector<UniformPart> left;
  for (const UniformPart &part : parts) {
    UniformPart before = part;
    UniformPart behind = part;
    before.high = std::min(part.high, offset);
    behind.low = std::max(part.low, end);
    if (before.low < before.high) left.push_back(before);
    if (behind.low < behind.high) left.push_back(behind);
  }
  parts = std::move(left);
}

}  // namespace

std::uint32_t Memory::add(Object object, std::size_t first) {
  if (objects_.size() < first) objects_.resize(first, noObject());
  objects_.emplace_back(std::move(object));
  return static_cast<std::uint32_t>(objects_.size() - 1);
}

std::uint32_t Memory::restore(std::uint32_t id, Object object) {
  if (objects_.size() <= id) return add(std::move(object), id);
  objects_[id] = Shared<Object>(std::move(object));
  return id;
}

bool Memory::isShared(std::uint32_t id, std::int64_t offset, std::int64_t bytes) const {
  return std::ranges::any_of(objects_[id]->shared,
                             [&](const auto &part) { return offset < part.second && part.first < offset + bytes; });
}

bool Memory::isUntouched(std::uint32_t id, std::int64_t offset, std::int64_t bytes) const {
  const auto &cells = objects_[id]->cells;
  const auto cell = firstTouching(cells, offset);
  return cell == cells.end() || cell->first >= offset + bytes;
}

std::optional<std::int64_t> Memory::byteAt(const Object &object, std::int64_t offset) const {
  const auto cell = firstTouching(object.cells, offset);
  if (cell == object.cells.end() || cell->first > offset) {
    for (const UniformPart &part : object.uniform)
      if (part.low <= offset && offset < part.high) return std::nullopt;
    return object.rest == Object::Rest::Zero ? std::optional<std::int64_t>(0) : std::nullopt;
  }
  if (!cell->second.value.isNumber()) return std::nullopt;
  return byteOf(cell->second.value.number, offset - cell->first);
}

std::optional<Value> Memory::load(std::uint32_t id, std::int64_t offset, std::int64_t bytes) const {
  const Object &object = *objects_[id];
  if (const auto exact = object.cells.find(offset); exact != object.cells.end() && exact->second.size == bytes)
    return exact->second.value;
  if (bytes > 8) return std::nullopt;
  std::uint64_t number = 0;
  for (std::int64_t i = 0; i < bytes; ++i) {
    const std::optional<std::int64_t> byte = byteAt(object, offset + i);
    if (!byte) return std::nullopt;
    number |= static_cast<std::uint64_t>(*byte) << (8 * i);
  }
  return Value::ofNumber(signExtended(number, bytes));
}

const UniformPart *Memory::uniformPart(std::uint32_t id, std::int64_t offset, std::int64_t bytes) const {
  for (const UniformPart &part : objects_[id]->uniform)
    if (part.low <= offset && offset + bytes <= part.high) return &part;
  return nullptr;
}

void Memory::forgetUniformly(std::uint32_t id, const UniformPart &part, ExprPool &terms) {
  clear(id, part.low, part.high - part.low, terms);
  change(id).uniform.push_back(part);
}

/// Removes the bytes from the cells; the rest of a cell that is cut keeps its value if it is a number.
void Memory::clear(std::uint32_t id, std::int64_t offset, std::int64_t bytes, ExprPool &terms) {
  Object &object = change(id);
  const std::int64_t end = offset + bytes;
  if (!object.uniform.empty()) cut(object.uniform, offset, end);
  auto cell = firstTouching(object.cells, offset);
  while (cell != object.cells.end() && cell->first < end) {
    const std::int64_t start = cell->first;
    const Cell old = cell->second;
    cell = object.cells.erase(cell);
    for (std::int64_t at = start; at < start + old.size && old.size <= kSmall; ++at) {
      if (at >= offset && at < end) continue;
      const Value rest = old.value.isNumber() ? Value::ofNumber(byteOf(old.value.number, at - start))
                                              : terms.leaf(8, UnknownKind::Forgotten);
      object.cells[at] = {1, rest};
    }
    cell = object.cells.lower_bound(std::max(end, start + old.size));
    if (start + old.size < end) cell = firstTouching(object.cells, start + old.size);
  }
}

void Memory::store(std::uint32_t id, std::int64_t offset, std::int64_t bytes, const Value &value, ExprPool &terms) {
  if (bytes <= 0) return;
  Object &object = change(id);
  if (const auto exact = object.cells.find(offset); exact != object.cells.end() && exact->second.size == bytes) {
    exact->second.value = value;
    return;
  }
  clear(id, offset, bytes, terms);
  change(id).cells[offset] = {bytes, value};
}

void Memory::forget(std::uint32_t id, UnknownKind quality) {
  Object &object = change(id);
  object.cells.clear();
  object.uniform.clear();
  object.rest = Object::Rest::Unknown;
  object.quality = quality;
}

void Memory::forget(std::uint32_t id, const StoreTypes &stores, UnknownKind quality) {
  if (stores.isAny()) return forget(id, quality);
  Object &object = change(id);
  std::erase_if(object.cells, [&](const auto &cell) { return stores.mayChange(cell.second); });
  object.uniform.clear();
  object.rest = Object::Rest::Unknown;
  object.quality = quality;
}

void Memory::forgetPart(std::uint32_t id, std::int64_t offset, std::int64_t bytes, UnknownKind quality,
                        ExprPool &terms) {
  if (offset == 0 && bytes == objects_[id]->size && bytes > 8) return forget(id, quality);
  if (bytes <= 0) return;
  if (bytes <= 8 && (bytes & (bytes - 1)) == 0)
    return store(id, offset, bytes, terms.leaf(static_cast<unsigned>(8 * bytes), quality), terms);
  if (bytes > 16 * kSmall) return forget(id, UnknownKind::Forgotten);
  clear(id, offset, bytes, terms);
  Object &object = change(id);
  if (object.rest == Object::Rest::Undefined || object.rest == Object::Rest::Unknown) {
    if (object.rest == Object::Rest::Undefined) object.quality = quality;
    object.rest = Object::Rest::Unknown;
    return;
  }
  for (std::int64_t at = offset; at < offset + bytes; at += 4)
    object.cells[at] = {std::min<std::int64_t>(4, offset + bytes - at), terms.leaf(32, quality)};
}

void Memory::fill(std::uint32_t id, std::int64_t offset, std::int64_t bytes, std::optional<std::int64_t> byte,
                  ExprPool &terms) {
  if (bytes <= 0) return;
  if (byte == 0 && offset == 0 && bytes == objects_[id]->size) {
    Object &object = change(id);
    object.cells.clear();
    object.uniform.clear();
    object.rest = Object::Rest::Zero;
    return;
  }
  if (!byte || bytes > kSmall) return forgetPart(id, offset, bytes, UnknownKind::Forgotten, terms);
  clear(id, offset, bytes, terms);
  for (std::int64_t at = offset; at < offset + bytes; ++at) change(id).cells[at] = {1, Value::ofNumber(*byte & 0xff)};
}

void Memory::copy(std::uint32_t to, std::int64_t toOffset, std::uint32_t from, std::int64_t fromOffset,
                  std::int64_t bytes, ExprPool &terms) {
  if (bytes <= 0) return;
  const Shared<Object> source = objects_[from];  // keeps its content when both are one object
  const bool isWhole = toOffset == 0 && fromOffset == 0 && bytes == objects_[to]->size && bytes == source->size;
  if (!isWhole && source->rest != Object::Rest::Undefined && bytes <= kSmall && source->rest != Object::Rest::Unknown &&
      source->uniform.empty()) {
    for (std::int64_t at = 0; at < bytes;) {
      const auto cell = source->cells.find(fromOffset + at);
      const bool fits = cell != source->cells.end() && at + cell->second.size <= bytes;
      const std::int64_t size = fits ? cell->second.size : 1;
      const std::optional<std::int64_t> byte = byteAt(*source, fromOffset + at);
      const Value value = fits   ? cell->second.value
                          : byte ? Value::ofNumber(*byte)
                                 : terms.leaf(8, UnknownKind::Forgotten);
      store(to, toOffset + at, size, value, terms);
      at += size;
    }
    return;
  }
  clear(to, toOffset, bytes, terms);
  Object &target = change(to);
  if (isWhole) {
    target.rest = source->rest;
    target.quality = source->quality;
  } else if (target.rest == Object::Rest::Zero) {
    target.rest = Object::Rest::Unknown;
    target.quality = UnknownKind::Forgotten;
  }
  for (UniformPart part : source->uniform) {
    part.low = std::max(part.low, fromOffset) - fromOffset + toOffset;
    part.high = std::min(part.high, fromOffset + bytes) - fromOffset + toOffset;
    part.base += toOffset - fromOffset;
    if (part.low < part.high) target.uniform.push_back(part);
  }
  for (const auto &[offset, cell] : source->cells)
    if (offset >= fromOffset && offset + cell.size <= fromOffset + bytes)
      target.cells[offset - fromOffset + toOffset] = cell;
}

void Memory::forEachHandle(std::uint32_t id, const std::function<void(std::uint32_t)> &use) const {
  for (const auto &[offset, cell] : objects_[id]->cells)
    if (cell.value.isHandle()) use(cell.value.id);
}

/// A cell that only one of them has, or with another value, is unknown.
void Memory::joinObject(std::uint32_t id, const Object &other, ExprPool &terms,
                        const std::function<void(const Value &)> &lost) {
  Object &object = change(id);
  std::map<std::int64_t, std::int64_t> differing;  // offset to size
  std::erase_if(object.cells, [&](const auto &entry) {
    const auto &[offset, cell] = entry;
    const auto same = other.cells.find(offset);
    if (same != other.cells.end() && same->second == cell) return false;
    differing[offset] = std::max(differing[offset], cell.size);
    lost(cell.value);
    return true;
  });
  for (const auto &[offset, cell] : other.cells) {
    if (object.cells.contains(offset)) continue;
    differing[offset] = std::max(differing[offset], cell.size);
    lost(cell.value);
  }
  const bool isUnknown = object.rest != other.rest || object.rest == Object::Rest::Unknown;
  object.quality = std::max(object.quality, other.quality);
  object.isAlive = object.isAlive && other.isAlive;
  if (object.size != other.size) object.size = -1;
  for (const auto &part : other.shared)
    if (std::ranges::find(object.shared, part) == object.shared.end()) object.shared.push_back(part);
  if (isUnknown) object.rest = Object::Rest::Unknown;
  for (const auto &[offset, size] : differing)
    if (!isUnknown)
      store(id, offset, size, terms.leaf(size <= 8 ? static_cast<unsigned>(8 * size) : 0, UnknownKind::Forgotten),
            terms);
}

void Memory::join(const Memory &other, ExprPool &terms, const std::function<void(const Value &)> &lost) {
  objects_.resize(std::max(objects_.size(), other.objects_.size()), noObject());
  for (std::uint32_t id = 0; id < objects_.size(); ++id) {
    const Shared<Object> &theirs = id < other.objects_.size() ? other.objects_[id] : noObject();
    if (objects_[id].isSameObject(theirs)) continue;
    const Object::Kind kind = std::max(objects_[id]->kind, theirs->kind);
    const bool isMade = objects_[id]->kind == Object::Kind::None || theirs->kind == Object::Kind::None;
    if (isMade && kind == Object::Kind::Foreign) {  // has been there all along, with any content
      const Object any{.kind = kind, .rest = Object::Rest::Unknown};
      if (objects_[id]->kind == Object::Kind::None) objects_[id] = theirs;
      joinObject(id, any, terms, lost);
    } else if (objects_[id]->kind == Object::Kind::None) {
      objects_[id] = theirs;
    } else if (theirs->kind != Object::Kind::None) {
      joinObject(id, *theirs, terms, lost);
    }
  }
}

}  // namespace lockstep::passes::symex
