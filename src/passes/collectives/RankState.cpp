#include "passes/collectives/RankState.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace lockstep::passes {

namespace {

/// Whether an address with this base cannot point into another object.
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
  for (const llvm::Instruction &instruction : block)
    if (registers_->contains(&instruction) && !instruction.isUsedOutsideOfBlock(&block))
      registers_.edit().erase(&instruction);
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
  if (value.isAddress() && !isPrivate(address)) expose(value);
  if (!address.base) return;
  if (address.offset == RankValue::kSomewhere) {
    if (value.flow) setFlow(address, value.flow);
    return forgetContent(address);
  }
  remember(address, bytes, value);
}

bool RankState::isPrivate(const RankValue &address) const {
  return address.base && llvm::isa<llvm::AllocaInst>(address.base) && address.offset != RankValue::kSomewhere &&
         !exposed_->contains(address.base);
}

void RankState::remember(const RankValue &address, std::uint64_t bytes, RankValue value) {
  erasePart(address, bytes);
  memory_.edit()[{address.base, address.offset}] = {value, bytes};
}

/// Removes entries that overlap these bytes.
void RankState::erasePart(const RankValue &address, std::uint64_t bytes) {
  const auto endOf = [](std::int64_t offset, std::uint64_t size) {
    return offset + static_cast<std::int64_t>(std::max<std::uint64_t>(size, 1));
  };
  std::vector<Place> covered;
  const auto [first, last] = contentOf(*memory_, address.base);
  for (auto entry = first; entry != last; ++entry) {
    const auto &[place, content] = *entry;
    if (place.second >= endOf(address.offset, bytes) || address.offset >= endOf(place.second, content.bytes)) continue;
    const bool isReplaced = place.second == address.offset && content.bytes == bytes;
    if (!isReplaced && content.value.isAddress()) expose(content.value);
    covered.push_back(place);
  }
  if (covered.empty()) return;
  Memory &memory = memory_.edit();
  for (const Place &place : covered) memory.erase(place);
}

void RankState::overwrite(const RankValue &address, std::uint64_t bytes, const RankTaint *flow) {
  erasePart(address, bytes);
  const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(address.base);
  const auto size = variable ? variable->getAllocationSize(variable->getModule()->getDataLayout()) : std::nullopt;
  const bool isWhole = size && !size->isScalable() && size->getFixedValue() <= bytes;
  if (flow || isWhole) setFlow(address, flow);
}

RankState::Range RankState::contentOf(const Memory &memory, const llvm::Value *object) {
  constexpr auto kFirst = std::numeric_limits<std::int64_t>::min();
  constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
  return {memory.lower_bound({object, kFirst}), memory.upper_bound({object, kLast})};
}

void RankState::setFlow(const RankValue &address, const RankTaint *flow) {
  if (!address.base || flowOf(address) == flow) return;
  if (flow)
    flows_.edit()[address.base] = flow;
  else
    flows_.edit().erase(address.base);
}

const RankTaint *RankState::flowOf(const RankValue &address) const {
  const auto found = flows_->find(address.base);
  return found == flows_->end() ? nullptr : found->second;
}

void RankState::forgetContent(const RankValue &address) {
  std::vector<RankValue> lost;
  const auto [first, last] = contentOf(*memory_, address.base);
  for (auto entry = first; entry != last; ++entry)
    if (entry->second.value.isAddress()) lost.push_back(entry->second.value);
  for (const RankValue &value : lost) expose(value);
  eraseContent(address.base);
}

void RankState::eraseContent(const llvm::Value *object) {
  const auto [first, last] = contentOf(*memory_, object);
  if (first == last) return;
  Memory &memory = memory_.edit();
  const auto [begin, end] = contentOf(memory, object);
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
  if (std::ranges::any_of(*memory_, isExposed)) erase_if(memory_.edit(), isExposed);
}

void RankState::endLife(const RankValue &address) {
  if (!address.base || !llvm::isa<llvm::AllocaInst>(address.base)) return;
  eraseContent(address.base);
  if (exposed_->contains(address.base)) exposed_.edit().erase(address.base);
  setFlow(address, nullptr);
}

void RankState::forgetGlobals(llvm::function_ref<bool(const llvm::GlobalVariable &)> isChanged) {
  const llvm::GlobalVariable *last = nullptr;  // the entries of one variable are adjacent
  bool isLastChanged = false;
  const auto isForgotten = [&](const auto &entry) {
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(entry.first.first);
    if (!global) return false;
    if (global != last) isLastChanged = isChanged(*global);
    last = global;
    return isLastChanged;
  };
  if (std::ranges::any_of(*memory_, isForgotten)) erase_if(memory_.edit(), isForgotten);
}

void RankState::forgetSymbol(const llvm::Value &symbol) {
  forgetContent({.base = &symbol});
  const auto isInMemory = [&](const auto &entry) { return entry.second.value.base == &symbol; };
  if (std::ranges::any_of(*memory_, isInMemory))
    for (auto &[place, content] : memory_.edit())
      if (content.value.base == &symbol) content.value = {.flow = content.value.flow};
  const auto isInRegister = [&](const auto &entry) { return entry.second.base == &symbol; };
  if (llvm::any_of(*registers_, isInRegister))
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
      if (content.value.isAddress()) expose(content.value);
      lost.push_back(place);
      continue;
    }
    const RankValue common = joinValues(content.value, theirs->second.value);
    if (!(common == content.value)) changed.emplace_back(place, common);
  }
  for (const auto &[place, content] : *other.memory_)
    if (content.value.isAddress() && !memory_->contains(place)) expose(content.value);
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
  if (!exposed_.isSameObject(other.exposed_))
    for (const llvm::Value *object : *other.exposed_)
      if (!exposed_->contains(object)) exposed_.edit().insert(object);
  bool flowsChanged = false;
  if (!flows_.isSameObject(other.flows_))
    for (const auto &[object, flow] : *other.flows_)
      if (!flows_->contains(object)) flowsChanged |= flows_.edit().try_emplace(object, flow).second;
  const bool memoryChanged = joinMemory(other);
  const bool registersChanged = joinRegisters(other);
  return memoryChanged || registersChanged || flowsChanged || exposed_->size() != exposedBefore;
}

}  // namespace lockstep::passes
