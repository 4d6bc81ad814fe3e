#include "passes/instrument/accesses/Site.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace lockstep::instrument {

namespace {

constexpr const char *kNote = "lockstep.site";

llvm::Metadata *number(llvm::LLVMContext &context, unsigned value) {
  return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
}

unsigned numberIn(const llvm::MDNode &note, unsigned operand) {
  return static_cast<unsigned>(llvm::mdconst::extract<llvm::ConstantInt>(note.getOperand(operand))->getZExtValue());
}

/// For inlined code the original location can only be expressed within its current function.
llvm::DILocation *placeIn(llvm::DISubprogram *function, const llvm::MDNode &note) {
  auto *scope = llvm::cast<llvm::DILocalScope>(note.getOperand(0).get());
  llvm::LLVMContext &context = function->getContext();
  llvm::DILocation *inlinedAt = nullptr;
  if (scope->getSubprogram() != function)
    inlinedAt = llvm::DILocation::getDistinct(context, function->getScopeLine(), 0, function);
  return llvm::DILocation::get(context, numberIn(note, 1), numberIn(note, 2), scope, inlinedAt);
}

bool tellsLine(const llvm::DebugLoc &place) { return place && place.getLine() != 0; }

/// The location of another access through the same pointer: a reduction in memory is loaded before its loop.
llvm::DebugLoc placeOfSamePointer(const llvm::Instruction &access) {
  const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&access);
  if (!pointer || llvm::isa<llvm::Constant>(pointer)) return {};
  for (const llvm::User *user : pointer->users()) {
    const auto *other = llvm::dyn_cast<llvm::Instruction>(user);
    if (other && llvm::getLoadStorePointerOperand(other) == pointer && tellsLine(other->getDebugLoc()))
      return other->getDebugLoc();
  }
  return {};
}

/// The location of a user of a loaded value, possibly through instructions without a location.
llvm::DebugLoc placeOfUser(const llvm::Value &value, unsigned steps) {
  for (const llvm::User *user : value.users()) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (instruction && tellsLine(instruction->getDebugLoc())) return instruction->getDebugLoc();
  }
  if (steps == 0) return {};
  for (const llvm::User *user : value.users())
    if (const llvm::DebugLoc place = placeOfUser(*user, steps - 1)) return place;
  return {};
}

llvm::DebugLoc placeBeside(const llvm::Instruction &access) {
  for (const llvm::Instruction *before = access.getPrevNode(); before; before = before->getPrevNode())
    if (tellsLine(before->getDebugLoc())) return before->getDebugLoc();
  for (const llvm::Instruction *after = access.getNextNode(); after; after = after->getNextNode())
    if (tellsLine(after->getDebugLoc())) return after->getDebugLoc();
  return {};
}

/// The access was merged from several, or created by the optimizer: its origin can only be guessed.
llvm::DebugLoc guessedPlace(const llvm::Instruction &access) {
  constexpr unsigned kSteps = 4;
  if (const llvm::DebugLoc place = placeOfSamePointer(access)) return place;
  if (llvm::isa<llvm::LoadInst>(access))
    if (const llvm::DebugLoc place = placeOfUser(access, kSteps)) return place;
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&access))
    if (const auto *value = llvm::dyn_cast<llvm::Instruction>(store->getValueOperand()))
      if (tellsLine(value->getDebugLoc())) return value->getDebugLoc();
  return placeBeside(access);
}

}  // namespace

void noteSites(llvm::Function &function) {
  llvm::LLVMContext &context = function.getContext();
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    const llvm::DebugLoc place = instruction.getDebugLoc();
    if (!place || !llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) continue;
    llvm::Metadata *note[] = {place.getScope(), number(context, place.getLine()), number(context, place.getCol())};
    instruction.setMetadata(kNote, llvm::MDNode::get(context, note));
  }
}

llvm::DebugLoc siteOf(const llvm::Instruction &access) {
  const llvm::DebugLoc own = access.getDebugLoc();
  llvm::DISubprogram *function = access.getFunction()->getSubprogram();
  if (!function || tellsLine(own)) return own;
  if (const llvm::MDNode *note = access.getMetadata(kNote)) return placeIn(function, *note);
  if (const llvm::DebugLoc guess = guessedPlace(access)) return guess;
  return llvm::DILocation::get(access.getContext(), function->getScopeLine(), 0, function);
}

bool areOnOneLine(const Access &one, const Access &other) {
  const llvm::DebugLoc a = siteOf(*one.instruction);
  const llvm::DebugLoc b = siteOf(*other.instruction);
  if (!a || !b) return !a && !b;
  return a.getLine() == b.getLine() && a.getScope() == b.getScope() && a.getInlinedAt() == b.getInlinedAt();
}

}  // namespace lockstep::instrument
