#include "passes/Flatten.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

#include "passes/MpiCall.h"

namespace lockstep::passes {

namespace {

constexpr unsigned kSmall = 60;  // instructions of a function that is inlined although it calls no MPI

bool isOfStandardLibrary(const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  return name.starts_with("_ZSt") || name.starts_with("_ZNSt") || name.starts_with("_ZNKSt") ||
         name.starts_with("_ZN9__gnu_cxx") || name.starts_with("_ZNK9__gnu_cxx");
}

class Flattening {
 public:
  Flattening(llvm::Module &module, const FlattenLimits &limits) : module_(module), limits_(limits) {}

  void run();
  llvm::DenseSet<const llvm::Function *> absorbed() const;

 private:
  void findRelevant();
  bool isRelevantItself(const llvm::Function &function) const;
  bool isWanted(const llvm::Function &caller, const llvm::Function &callee) const;
  void inlineInto(llvm::Function &caller);

  llvm::Module &module_;
  const FlattenLimits limits_;
  llvm::DenseSet<const llvm::Function *> relevant_;  // reach an MPI call that matters
  llvm::DenseSet<const llvm::Function *> recursive_;
  llvm::DenseSet<const llvm::Function *> inlined_;  // at least once
  llvm::DenseMap<const llvm::Function *, unsigned> sizes_;
};

/// Calls of collectives, and those that tell about ranks and communicators or end the program.
bool isRelevantCall(const mpi::RoutineInfo &info) {
  switch (info.cls) {
    case mpi::Class::Environment:
    case mpi::Class::Communicator:
    case mpi::Class::Group:
    case mpi::Class::Topology:
      return true;
    default:
      return mpi::isCollective(info.cls);
  }
}

bool Flattening::isRelevantItself(const llvm::Function &function) const {
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const std::optional<MpiCall> mpiCall = MpiCall::of(instruction); mpiCall && isRelevantCall(mpiCall->info()))
      return true;
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && calledFunction(*call) && relevant_.contains(calledFunction(*call))) return true;
  }
  return false;
}

void Flattening::findRelevant() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::Function &function : module_) {
      if (function.isDeclaration() || relevant_.contains(&function) || !isRelevantItself(function)) continue;
      relevant_.insert(&function);
      changed = true;
    }
  }
}

bool Flattening::isWanted(const llvm::Function &caller, const llvm::Function &callee) const {
  if (callee.isDeclaration() || callee.isVarArg() || callee.isInterposable() || recursive_.contains(&callee))
    return false;
  const unsigned size = sizes_.lookup(&callee);
  if (!relevant_.contains(&callee) && (size > kSmall || isOfStandardLibrary(callee))) return false;
  return sizes_.lookup(&caller) + size <= limits_.instructions && caller.size() + callee.size() <= limits_.blocks;
}

void Flattening::inlineInto(llvm::Function &caller) {
  std::vector<llvm::CallBase *> calls;
  for (llvm::Instruction &instruction : llvm::instructions(caller))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) calls.push_back(call);
  for (llvm::CallBase *call : calls) {
    llvm::Function *callee = call->getCalledFunction();
    if (!callee || !isWanted(caller, *callee) || !llvm::isInlineViable(*callee).isSuccess()) continue;
    llvm::InlineFunctionInfo info;
    if (!llvm::InlineFunction(*call, info).isSuccess()) continue;
    sizes_[&caller] += sizes_.lookup(callee);
    inlined_.insert(callee);
  }
}

void Flattening::run() {
  findRelevant();
  std::vector<llvm::Function *> order;
  llvm::CallGraph graph(module_);
  for (auto part = llvm::scc_begin(&graph); !part.isAtEnd(); ++part)
    for (llvm::CallGraphNode *node : *part) {
      llvm::Function *function = node->getFunction();
      if (!function || function->isDeclaration()) continue;
      if (part.hasCycle()) recursive_.insert(function);
      order.push_back(function);
    }
  for (llvm::Function *function : order) {
    sizes_[function] = function->getInstructionCount();
    if (relevant_.contains(function)) inlineInto(*function);
  }
}

llvm::DenseSet<const llvm::Function *> Flattening::absorbed() const {
  llvm::DenseSet<const llvm::Function *> result;
  for (const llvm::Function *function : inlined_)
    if (function->use_empty()) result.insert(function);
  return result;
}

}  // namespace

FlatModule flatten(const llvm::Module &module, const FlattenLimits &limits) {
  FlatModule flat{.module = llvm::CloneModule(module), .absorbed = {}};
  Flattening flattening(*flat.module, limits);
  flattening.run();
  flat.absorbed = flattening.absorbed();
  return flat;
}

}  // namespace lockstep::passes
