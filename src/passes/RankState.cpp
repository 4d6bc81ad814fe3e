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
  const auto found = registers_->find(&name);
  return found == registers_->end() ? nullptr : &found->second;
}

void RankState::leaveBlock(const llvm::BasicBlock &block) {
  const auto isDone = [&](const auto &entry) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(entry.first);
    return instruction && instruction->getParent() == &block && !instruction->isUsedOutsideOfBlock(&block);
  };
  if (std::ranges::any_of(*registers_, isDone)) std::erase_if(registers_.edit(), isDone);
}

const RankValue *RankState::load(const RankValue &address, std::uint64_t bytes) const {
  if (!address.base) return nullptr;
  const auto found = memory_->find({address.base, address.offset});
  if (found == memory_->end()) return nullptr;
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
  Memory &memory = memory_.edit();
  auto [first, last] = contentOf(memory, address.base);
  while (first != last) {
    const std::int64_t offset = first->first.second;
    const bool overlaps = offset < endOf(address.offset, bytes) && address.offset < endOf(offset, first->second.bytes);
    first = overlaps ? memory.erase(first) : std::next(first);
  }
  memory[{address.base, address.offset}] = {value, bytes};
}

RankState::Range RankState::contentOf(const Memory &memory, const llvm::Value *object) {
  constexpr auto kFirst = std::numeric_limits<std::int64_t>::min();
  constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
  return {memory.lower_bound({object, kFirst}), memory.upper_bound({object, kLast})};
}

void RankState::forgetContent(const RankValue &address) {
  const auto [first, last] = contentOf(*memory_, address.base);
  if (first == last) return;
  Memory &memory = memory_.edit();
  const auto [begin, end] = contentOf(memory, address.base);
  memory.erase(begin, end);
}

std::set<const llvm::Value *> RankState::reachableFrom(const llvm::Value *object) const {
  std::set<const llvm::Value *> reached;
  std::vector<const llvm::Value *> pending{object};
  while (!pending.empty()) {
    const llvm::Value *current = pending.back();
    pending.pop_back();
    if (!current || llvm::isa<llvm::ConstantData>(current) || !reached.insert(current).second) continue;
    const auto [first, last] = contentOf(*memory_, current);
    for (auto place = first; place != last; ++place) pending.push_back(place->second.value.base);
  }
  return reached;
}

void RankState::forgetReachable(const RankValue &address) {
  for (const llvm::Value *object : reachableFrom(address.base)) forgetContent({.base = object});
}

void RankState::expose(const RankValue &address) {
  for (const llvm::Value *object : reachableFrom(address.base))
    if (!exposed_->contains(object)) exposed_.edit().insert(object);
}

void RankState::forgetExposed() {
  const auto isExposed = [&](const auto &entry) { return exposed_->contains(entry.first.first); };
  if (std::ranges::any_of(*memory_, isExposed)) std::erase_if(memory_.edit(), isExposed);
}

void RankState::endLife(const RankValue &address) {
  if (!address.base || !llvm::isa<llvm::AllocaInst>(address.base)) return;
  forgetContent(address);
  if (exposed_->contains(address.base)) exposed_.edit().erase(address.base);
}

void RankState::forgetGlobals(llvm::function_ref<bool(const llvm::GlobalVariable &)> isChanged) {
  std::erase_if(memory_.edit(), [&](const auto &entry) {
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(entry.first.first);
    return global && isChanged(*global);
  });
}

void RankState::forgetSymbol(const llvm::Value &symbol) {
  forgetContent({.base = &symbol});
  const auto isInMemory = [&](const auto &entry) { return entry.second.value.base == &symbol; };
  if (std::ranges::any_of(*memory_, isInMemory))
    for (auto &[place, content] : memory_.edit())
      if (content.value.base == &symbol) content.value = {.flow = content.value.flow};
  const auto isInRegister = [&](const auto &entry) { return entry.second.base == &symbol; };
  if (std::ranges::any_of(*registers_, isInRegister))
    for (auto &[name, value] : registers_.edit())
      if (value.base == &symbol) value = {.flow = value.flow};
}

RankValue RankState::joinValues(const RankValue &a, const RankValue &b) {
  const RankValue common = passes::join(a, b);
  if (common.base) return common;
  if (a.isAddress()) expose(a);
  if (b.isAddress()) expose(b);
  return common;
}

bool RankState::joinMemory(const RankState &other) {
  if (memory_.isSameObject(other.memory_)) return false;
  std::vector<Place> lost;
  std::vector<std::pair<Place, RankValue>> changed;
  for (const auto &[place, content] : *memory_) {
    const auto theirs = other.memory_->find(place);
    if (theirs == other.memory_->end() || theirs->second.bytes != content.bytes) {
      lost.push_back(place);
      continue;
    }
    const RankValue common = joinValues(content.value, theirs->second.value);
    if (!(common == content.value)) changed.emplace_back(place, common);
  }
  if (lost.empty() && changed.empty()) return false;
  Memory &memory = memory_.edit();
  for (const Place &place : lost) memory.erase(place);
  for (const auto &[place, value] : changed) memory[place].value = value;
  return true;
}

bool RankState::joinRegisters(const RankState &other) {
  if (registers_.isSameObject(other.registers_)) return false;
  std::vector<std::pair<const llvm::Value *, RankValue>> changed;
  for (const auto &[name, value] : *registers_) {
    const RankValue *theirs = other.findRegister(*name);
    const RankValue common = joinValues(value, theirs ? *theirs : RankValue{});
    if (!(common == value)) changed.emplace_back(name, common);
  }
  for (const auto &[name, value] : changed) registers_.edit()[name] = value;
  return !changed.empty();
}

bool RankState::join(const RankState &other) {
  const std::size_t exposedBefore = exposed_->size();
  if (!std::ranges::includes(*exposed_, *other.exposed_))
    exposed_.edit().insert(other.exposed_->begin(), other.exposed_->end());
  const bool memoryChanged = joinMemory(other);
  const bool registersChanged = joinRegisters(other);
  return memoryChanged || registersChanged || exposed_->size() != exposedBefore;
}

}  // namespace lockstep::passes
