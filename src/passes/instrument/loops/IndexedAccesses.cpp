#include "passes/instrument/loops/IndexedAccesses.h"

#include <optional>
#include <utility>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>

#include "passes/instrument/accesses/Polling.h"
#include "passes/instrument/accesses/Site.h"

namespace lockstep::instrument {

namespace {

constexpr unsigned kMostEffort = 16;  // instructions per address
constexpr std::uint64_t kMostBytes = 64;

std::optional<std::int64_t> distanceBetween(llvm::ScalarEvolution &evolution, llvm::Value *from, llvm::Value *to) {
  if (from == to) return 0;
  const llvm::SCEV *distance = evolution.getMinusSCEV(evolution.getSCEV(to), evolution.getSCEV(from));
  const auto *known = llvm::dyn_cast<llvm::SCEVConstant>(distance);
  return known ? known->getAPInt().trySExtValue() : std::nullopt;
}

/// Whether the instruction can be executed anywhere and any number of times.
bool isPlainArithmetic(const llvm::Instruction &instruction) {
  if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return !operation->isIntDivRem();
  return llvm::isa<llvm::CastInst, llvm::GetElementPtrInst, llvm::SelectInst, llvm::ICmpInst, llvm::FreezeInst>(
      instruction);
}

/// Sizes whose places are far enough apart.
bool canHavePlaces(std::uint64_t bytes) { return bytes <= kMostBytes && (bytes % 4 == 0 || bytes <= 2); }

}  // namespace

bool IndexReader::isUnchanging(llvm::LoadInst &load, const llvm::Loop &loop) const {
  const auto place = llvm::MemoryLocation::getBeforeOrAfter(load.getPointerOperand(), load.getAAMetadata());
  return llvm::all_of(loop.blocks(), [&](llvm::BasicBlock *block) {
    return llvm::none_of(*block, [&](llvm::Instruction &instruction) {
      return instruction.mayWriteToMemory() && llvm::isModSet(aliases_.getModRefInfo(&instruction, place));
    });
  });
}

bool IndexReader::isKnownBefore(llvm::Value *value, IndexedLoop &found, unsigned &effort) const {
  const llvm::Loop &loop = *found.loop;
  if (loop.isLoopInvariant(value)) return true;
  if (evolution_.isSCEVable(value->getType())) {
    const auto *advancing = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(value));
    if (advancing && advancing->getLoop() == &loop && advancing->isAffine()) {
      found.advancing.insert(value);
      return true;
    }
  }
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || ++effort > kMostEffort) return false;
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
    const bool isInEveryRound = dominators_.dominates(load->getParent(), loop.getLoopLatch());
    if (!load->isSimple() || !isInEveryRound || isPoll(*load) || !isUnchanging(*load, loop)) return false;
  } else if (!isPlainArithmetic(*instruction)) {
    return false;
  }
  return llvm::all_of(instruction->operands(),
                      [&](llvm::Value *operand) { return isKnownBefore(operand, found, effort); });
}

bool IndexReader::isStraight(const Access &access, const llvm::Loop &loop) const {
  const llvm::SCEV *address = evolution_.getSCEV(access.address);
  const auto *advancing = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
  return evolution_.isLoopInvariant(address, &loop) || (advancing && advancing->isAffine());
}

/// A store makes the report of a load of the same bytes redundant.
void IndexReader::add(std::vector<IndexedAccess> &known, const Access &access) const {
  for (IndexedAccess &one : known) {
    const auto distance = distanceBetween(evolution_, one.address, access.address);
    if (!distance || !areOnOneLine(one.members.front(), access)) continue;
    const auto bytes = static_cast<std::int64_t>(one.bytes);
    const auto more = static_cast<std::int64_t>(access.bytes);
    const bool isSameKind = one.members.front().kind == access.kind;
    if (*distance == 0 && bytes == more) {
      one.members.push_back(access);
      if (!isSameKind && access.kind == Access::Kind::Store) std::swap(one.members.front(), one.members.back());
      return;
    }
    if (!isSameKind || !canHavePlaces(one.bytes + access.bytes) || (*distance != bytes && *distance != -more)) continue;
    if (*distance < 0) one.address = access.address;
    one.bytes += access.bytes;
    one.members.push_back(access);
    return;
  }
  known.push_back({.members = {access}, .address = access.address, .bytes = access.bytes});
}

IndexedLoop IndexReader::read(llvm::Loop &loop) {
  IndexedLoop found{.loop = &loop, .accesses = {}, .advancing = {}, .objects = {}};
  for (llvm::BasicBlock *block : loop.blocks()) {
    if (!dominators_.dominates(block, loop.getLoopLatch())) continue;
    for (llvm::Instruction &instruction : *block) {
      if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction) || isPoll(instruction)) continue;
      for (const Access &access : accessesOf(instruction)) {
        llvm::Value *object = llvm::getUnderlyingObject(access.address);
        unsigned effort = 0;
        const bool canBe = access.shape == Access::Shape::Whole && canHavePlaces(access.bytes) &&
                           loop.isLoopInvariant(object) && !locality_.isPrivate(access);
        if (!canBe || isStraight(access, loop) || !isKnownBefore(access.address, found, effort)) continue;
        add(found.accesses, access);
        if (!llvm::is_contained(found.objects, object)) found.objects.push_back(object);
      }
    }
  }
  return found;
}

}  // namespace lockstep::instrument
