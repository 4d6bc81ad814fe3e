#include "passes/instrument/Site.h"

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

/// An own place of what was inlined cannot be told any more than by the function that it is in now.
llvm::DILocation *placeIn(llvm::DISubprogram *function, const llvm::MDNode &note) {
  auto *scope = llvm::cast<llvm::DILocalScope>(note.getOperand(0).get());
  llvm::LLVMContext &context = function->getContext();
  llvm::DILocation *inlinedAt = nullptr;
  if (scope->getSubprogram() != function)
    inlinedAt = llvm::DILocation::getDistinct(context, function->getScopeLine(), 0, function);
  return llvm::DILocation::get(context, numberIn(note, 1), numberIn(note, 2), scope, inlinedAt);
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
  if (!function || (own && own.getLine() != 0)) return own;
  if (const llvm::MDNode *note = access.getMetadata(kNote)) return placeIn(function, *note);
  return llvm::DILocation::get(access.getContext(), function->getScopeLine(), 0, function);
}

bool areOnOneLine(const Access &one, const Access &other) {
  const llvm::DebugLoc a = siteOf(*one.instruction);
  const llvm::DebugLoc b = siteOf(*other.instruction);
  if (!a || !b) return !a && !b;
  return a.getLine() == b.getLine() && a.getScope() == b.getScope() && a.getInlinedAt() == b.getInlinedAt();
}

}  // namespace lockstep::instrument
