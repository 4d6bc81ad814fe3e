#include "passes/RankState.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace lockstep::passes {

namespace {

/// Whether an address with this base cannot lead into another object.
bool isIdentified(const llvm::Value *base) {
  if (!base) return false;
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(base)) return call->returnDoesNotAlias();
  return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(base);
}

}  // namespace

const RankValue *RankState::findRegister(const llvm::Value &name) const {
  const auto found = registers_.find(&name);
  return found == registers_.end() ? nullptr : &found->second;
}

void RankState::leaveBlock(const llvm::BasicBlock &block) {
  std::erase_if(registers_, [&](const auto &entry) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(entry.first);
    return instruction && !instruction->isUsedOutsideOfBlock(&block) && instruction->getParent() == &block;
  });
}

const RankValue *RankState::load(const RankValue &address, std::uint64_t bytes) const {
  if (!address.base) return nullptr;
  const auto found = memory_.find({address.base, address.offset});
  if (found == memory_.end()) return nullptr;
  const Content &content = found->second;
  return content.bytes == 0 || content.bytes == bytes ? &content.value : nullptr;
}

void RankState::store(const RankValue &address, std::uint64_t bytes, RankValue value) {
  if (!isIdentified(address.base)) forgetExposed();
  if (value.isAddress()) expose(value);
  if (!address.base) return;
  if (address.offset == RankValue::kSomewhere) return forgetContent(address);
  remember(address, bytes, value);
}

void RankState::remember(const RankValue &address, std::uint64_t bytes, RankValue value) {
  const auto endOf = [](std::int64_t offset, std::uint64_t size) {
    return offset + static_cast<std::int64_t>(std::max<std::uint64_t>(size, 1));
  };
  auto [first, last] = contentOf(address.base);
  while (first != last) {
    const std::int64_t offset = first->first.second;
    const bool overlaps = offset < endOf(address.offset, bytes) && address.offset < endOf(offset, first->second.bytes);
    first = overlaps ? memory_.erase(first) : std::next(first);
  }
  memory_[{address.base, address.offset}] = {value, bytes};
}

std::pair<RankState::Memory::iterator, RankState::Memory::iterator> RankState::contentOf(const llvm::Value *object) {
  constexpr auto kFirst = std::numeric_limits<std::int64_t>::min();
  constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
  return {memory_.lower_bound({object, kFirst}), memory_.upper_bound({object, kLast})};
}

void RankState::forgetContent(const RankValue &address) {
  const auto [first, last] = contentOf(address.base);
  memory_.erase(first, last);
}

std::set<const llvm::Value *> RankState::reachableFrom(const llvm::Value *object) {
  std::set<const llvm::Value *> reached;
  std::vector<const llvm::Value *> pending{object};
  while (!pending.empty()) {
    const llvm::Value *current = pending.back();
    pending.pop_back();
    if (!current || llvm::isa<llvm::ConstantData>(current) || !reached.insert(current).second) continue;
    const auto [first, last] = contentOf(current);
    for (auto place = first; place != last; ++place) pending.push_back(place->second.value.base);
  }
  return reached;
}

void RankState::forgetReachable(const RankValue &address) {
  for (const llvm::Value *object : reachableFrom(address.base)) forgetContent({.base = object});
}

void RankState::expose(const RankValue &address) {
  for (const llvm::Value *object : reachableFrom(address.base)) exposed_.insert(object);
}

void RankState::forgetExposed() {
  for (const llvm::Value *object : exposed_) forgetContent({.base = object});
}

void RankState::forgetGlobals(llvm::function_ref<bool(const llvm::GlobalVariable &)> isChanged) {
  std::erase_if(memory_, [&](const auto &entry) {
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(entry.first.first);
    return global && isChanged(*global);
  });
}

void RankState::forgetSymbol(const llvm::Value &symbol) {
  forgetContent({.base = &symbol});
  for (auto &[place, content] : memory_)
    if (content.value.base == &symbol) content.value = {.flow = content.value.flow};
  for (auto &[name, value] : registers_)
    if (value.base == &symbol) value = {.flow = value.flow};
}

RankValue RankState::joinValues(const RankValue &a, const RankValue &b) {
  const RankValue common = passes::join(a, b);
  if (common.base) return common;
  if (a.isAddress()) expose(a);
  if (b.isAddress()) expose(b);
  return common;
}

bool RankState::join(const RankState &other) {
  const std::size_t exposedBefore = exposed_.size();
  bool changed = false;
  exposed_.insert(other.exposed_.begin(), other.exposed_.end());
  for (auto place = memory_.begin(); place != memory_.end();) {
    const auto theirs = other.memory_.find(place->first);
    if (theirs == other.memory_.end() || theirs->second.bytes != place->second.bytes) {
      place = memory_.erase(place);
      changed = true;
      continue;
    }
    const RankValue common = joinValues(place->second.value, theirs->second.value);
    changed |= !(common == place->second.value);
    place->second.value = common;
    ++place;
  }
  for (auto &[name, value] : registers_) {
    const RankValue *theirs = other.findRegister(*name);
    const RankValue common = joinValues(value, theirs ? *theirs : RankValue{});
    changed |= !(common == value);
    value = common;
  }
  return changed || exposed_.size() != exposedBefore;
}

}  // namespace lockstep::passes
