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

}  // namespace

std::uint32_t Memory::add(Object object) {
  objects_.emplace_back(std::move(object));
  return static_cast<std::uint32_t>(objects_.size() - 1);
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
  if (cell == object.cells.end() || cell->first > offset)
    return object.rest == Object::Rest::Zero ? std::optional<std::int64_t>(0) : std::nullopt;
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

/// Removes the bytes from the cells; the rest of a cell that is cut keeps its value if it is a number.
void Memory::clear(std::uint32_t id, std::int64_t offset, std::int64_t bytes, ExprPool &terms) {
  Object &object = change(id);
  const std::int64_t end = offset + bytes;
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
  object.rest = Object::Rest::Unknown;
  object.quality = quality;
}

void Memory::forget(std::uint32_t id, const StoreTypes &stores, UnknownKind quality) {
  if (stores.isAny()) return forget(id, quality);
  Object &object = change(id);
  std::erase_if(object.cells, [&](const auto &cell) { return stores.mayChange(cell.second); });
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
  if (!isWhole && source->rest != Object::Rest::Undefined && bytes <= kSmall && source->rest != Object::Rest::Unknown) {
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
  for (const auto &[offset, cell] : source->cells)
    if (offset >= fromOffset && offset + cell.size <= fromOffset + bytes)
      target.cells[offset - fromOffset + toOffset] = cell;
}

void Memory::forEachHandle(std::uint32_t id, const std::function<void(std::uint32_t)> &use) const {
  for (const auto &[offset, cell] : objects_[id]->cells)
    if (cell.value.isHandle()) use(cell.value.id);
}

}  // namespace lockstep::passes::symex
