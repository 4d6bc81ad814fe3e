#include "passes/ir/Flatten.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <vector>

#include "passes/ir/LowerNonlocalExits.h"
#include "passes/ir/MpiCall.h"
#include "passes/ir/MpiCallers.h"
#include "passes/ir/OpenMpCall.h"
#include "passes/ir/PromoteIndirectCalls.h"

namespace lockstep::passes {

namespace {

constexpr unsigned kSmall = 60;    // size limit of a function that is inlined although it calls no MPI
constexpr unsigned kTiny = 16;     // size limit of one that is inlined together with such a function
constexpr unsigned kMaxDepth = 4;  // of these, and of recursion

bool isOfStandardLibrary(const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  return name.starts_with("_ZSt") || name.starts_with("_ZNSt") || name.starts_with("_ZNKSt") ||
         name.starts_with("_ZN9__gnu_cxx") || name.starts_with("_ZNK9__gnu_cxx");
}

/// Replaces the fork by a call of the outlined function; its first two arguments are the thread numbers. At least one
/// thread executes the region, whatever the condition of an `if` clause is.
void runInPlace(llvm::CallInst &fork) {
  const ParallelRegion region = parallelRegionOf(fork);
  if (!region.body || region.body->isVarArg() || region.body->arg_size() < ParallelRegion::kFirstParameter) return;
  llvm::SmallVector<llvm::Value *> arguments(ParallelRegion::kFirstParameter);
  for (const llvm::Argument &parameter : llvm::drop_begin(region.body->args(), ParallelRegion::kFirstParameter)) {
    llvm::Value *passed = region.passedFor(fork, parameter.getArgNo());
    if (!passed || passed->getType() != parameter.getType()) return;
    arguments.push_back(passed);
  }
  llvm::IRBuilder<> builder(&fork);
  llvm::Value *number = builder.CreateAlloca(builder.getInt32Ty());
  builder.CreateStore(builder.getInt32(0), number);
  std::fill_n(arguments.begin(), ParallelRegion::kFirstParameter, number);
  builder.CreateCall(region.body, arguments)->setDebugLoc(fork.getDebugLoc());
  fork.eraseFromParent();
}

/// The explored thread is the one that the construct selects.
void choose(llvm::CallInst &call) {
  call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), 1));
  call.eraseFromParent();
}

template <class Change>
void changeCalls(llvm::Function &function, Change change) {
  for (llvm::User *user : llvm::make_early_inc_range(function.users()))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(user); call && call->getCalledFunction() == &function)
      change(*call);
}

void runRegionsInPlace(llvm::Module &module) {
  for (llvm::Function &function : module) {
    const OpenMp what = openMpOf(function);
    if (what == OpenMp::Fork || what == OpenMp::ForkIf) changeCalls(function, runInPlace);
    if (what == OpenMp::Single || what == OpenMp::Master) changeCalls(function, choose);
  }
}

class Flattening {
 public:
  Flattening(llvm::Module &module, const FlattenLimits &limits) : module_(module), limits_(limits) {}

  void run();
  llvm::DenseSet<const llvm::Function *> absorbed() const;

 private:
  bool isWanted(const llvm::Function &caller, const llvm::Function &callee) const;
  void inlineInto(llvm::Function &caller);

  llvm::Module &module_;
  const FlattenLimits limits_;
  llvm::DenseSet<const llvm::Function *> relevant_;  // reach a relevant MPI call
  llvm::DenseSet<const llvm::Function *> recursive_;
  llvm::DenseSet<const llvm::Function *> inlined_;  // at least once
  llvm::DenseMap<const llvm::Function *, unsigned> sizes_;
};

/// Whether the call is a collective, queries ranks or communicators, or ends the program.
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

bool Flattening::isWanted(const llvm::Function &caller, const llvm::Function &callee) const {
  if (callee.isDeclaration() || callee.isVarArg() || callee.isInterposable() || &callee == &caller) return false;
  if (recursive_.contains(&callee) && !relevant_.contains(&callee)) return false;
  const unsigned size = sizes_.lookup(&callee);
  if (!relevant_.contains(&callee) && (size > kSmall || isOfStandardLibrary(callee))) return false;
  return sizes_.lookup(&caller) + size <= limits_.instructions && caller.size() + callee.size() <= limits_.blocks;
}

/// LLVM also refuses recursive functions, which the depth limit makes harmless.
bool canInline(llvm::Function &callee) {
  const llvm::InlineResult result = llvm::isInlineViable(callee);
  if (result.isSuccess()) return true;
  return llvm::StringRef(result.getFailureReason()) == "recursive call" && !callee.callsFunctionThatReturnsTwice();
}

void Flattening::inlineInto(llvm::Function &caller) {
  struct Pending {
    llvm::CallBase *call = nullptr;
    unsigned depth = 0;  // of nested inlining
  };
  std::vector<Pending> calls;
  for (llvm::Instruction &instruction : llvm::instructions(caller))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) calls.push_back({.call = call});
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto [call, depth] = calls[i];
    llvm::Function *callee = call->getCalledFunction();
    if (!callee || depth == kMaxDepth || !isWanted(caller, *callee) || !canInline(*callee)) continue;
    llvm::InlineFunctionInfo info;
    if (!llvm::InlineFunction(*call, info).isSuccess()) continue;
    sizes_[&caller] += sizes_.lookup(callee);
    inlined_.insert(callee);
    // Functions that reach MPI have their own calls inlined by now; constructors call those of their base classes.
    for (llvm::CallBase *inner : info.InlinedCallSites) {
      const llvm::Function *next = inner->getCalledFunction();
      if (next == callee || (next && !relevant_.contains(callee) && sizes_.lookup(next) <= kTiny))
        calls.push_back({.call = inner, .depth = depth + 1});
    }
  }
}

void Flattening::run() {
  runRegionsInPlace(module_);
  promoteIndirectCalls(module_, functionsReaching(module_, isCollectiveCall));
  relevant_ = functionsReaching(module_, isRelevantCall);
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
    if (!relevant_.contains(function)) continue;
    inlineInto(*function);
    lowerNonlocalExits(*function);
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
