#include "passes/instrument/Marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

namespace lockstep::instrument {

namespace {

constexpr auto kKind = llvm::LLVMContext::MD_access_group;

llvm::StringRef nameOf(Mark mark) {
  switch (mark) {
    case Mark::Covered:
      return "lockstep.covered";
    case Mark::Conditional:
      return "lockstep.conditional";
  }
  llvm_unreachable("all marks are above");
}

/// The one node of this module that is the mark.
llvm::MDNode *nodeOf(llvm::Module &module, Mark mark) {
  llvm::NamedMDNode *list = module.getOrInsertNamedMetadata(nameOf(mark));
  if (list->getNumOperands() == 0) list->addOperand(llvm::MDNode::getDistinct(module.getContext(), {}));
  return list->getOperand(0);
}

}  // namespace

void mark(llvm::Instruction &instruction, Mark mark) {
  llvm::MDNode *node = nodeOf(*instruction.getModule(), mark);
  instruction.setMetadata(kKind, llvm::uniteAccessGroups(instruction.getMetadata(kKind), node));
}

bool isMarked(const llvm::Instruction &instruction, Mark mark) {
  const llvm::MDNode *groups = instruction.getMetadata(kKind);
  const llvm::NamedMDNode *list = groups ? instruction.getModule()->getNamedMetadata(nameOf(mark)) : nullptr;
  if (!list || list->getNumOperands() == 0) return false;
  const llvm::MDNode *node = list->getOperand(0);
  return groups == node || llvm::is_contained(groups->operands(), node);
}

}  // namespace lockstep::instrument
