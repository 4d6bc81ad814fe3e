#include "passes/instrument/accesses/AccessMetadata.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

namespace lockstep::instrument {

namespace {

constexpr auto kKind = llvm::LLVMContext::MD_access_group;
constexpr auto kScopes = llvm::LLVMContext::MD_noalias;

llvm::StringRef nameOf(Mark mark) {
  switch (mark) {
    case Mark::Covered:
      return "lockstep.covered";
    case Mark::Conditional:
      return "lockstep.conditional";
  }
  llvm_unreachable("all marks are above");
}

/// The metadata nodes of this module that represent the mark: an access group, and an alias scope that contains no
/// access, so that noalias with it states nothing. The SLP vectorizer drops the group but not the scope.
struct Nodes {
  llvm::MDNode *group;
  llvm::MDNode *scope;
};

Nodes nodesOf(llvm::Module &module, Mark mark) {
  llvm::NamedMDNode *list = module.getOrInsertNamedMetadata(nameOf(mark));
  if (list->getNumOperands() == 0) {
    llvm::MDBuilder builder(module.getContext());
    list->addOperand(llvm::MDNode::getDistinct(module.getContext(), {}));
    list->addOperand(builder.createAnonymousAliasScope(builder.createAnonymousAliasScopeDomain(nameOf(mark))));
  }
  return {list->getOperand(0), list->getOperand(1)};
}

/// Whether the SLP vectorizer keeps the mark: there a wide access replaces only accesses that are all executed.
bool isKeptInStraightCode(Mark mark) {
  switch (mark) {
    case Mark::Covered:
      return true;
    case Mark::Conditional:
      return false;
  }
  llvm_unreachable("all marks are above");
}

bool isOneOf(const llvm::MDNode *all, const llvm::MDNode *node) {
  return all && (all == node || llvm::is_contained(all->operands(), node));
}

}  // namespace

void mark(llvm::Instruction &instruction, Mark mark) {
  const auto [group, scope] = nodesOf(*instruction.getModule(), mark);
  instruction.setMetadata(kKind, llvm::uniteAccessGroups(instruction.getMetadata(kKind), group));
  if (!isKeptInStraightCode(mark)) return;
  llvm::MDNode *scopes = llvm::MDNode::get(instruction.getContext(), {scope});
  instruction.setMetadata(kScopes, llvm::MDNode::concatenate(instruction.getMetadata(kScopes), scopes));
}

bool isMarked(const llvm::Instruction &instruction, Mark mark) {
  if (!instruction.hasMetadata(kKind) && !instruction.hasMetadata(kScopes)) return false;
  const llvm::NamedMDNode *list = instruction.getModule()->getNamedMetadata(nameOf(mark));
  if (!list || list->getNumOperands() < 2) return false;
  return isOneOf(instruction.getMetadata(kKind), list->getOperand(0)) ||
         isOneOf(instruction.getMetadata(kScopes), list->getOperand(1));
}

}  // namespace lockstep::instrument
