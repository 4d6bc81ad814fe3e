#include "passes/machine/PossibleValues.h"

#include <llvm/Analysis/ConstantFolding.h>

#include "mpi/Output.h"
#include "passes/ir/MpiCall.h"
#include "passes/ir/Origin.h"

namespace lockstep::passes {

namespace {

constexpr std::size_t kMost = 16;
constexpr unsigned kDeepest = 6;

}  // namespace

/// During its own computation a value has no answer.
template <class Find>
PossibleValues::Answer PossibleValues::remember(llvm::DenseMap<const llvm::Value *, Answer> &known,
                                                const llvm::Value &value, Find find) {
  const auto [place, isNew] = known.try_emplace(&value);
  if (!isNew) return place->second;
  Answer answer = find();
  if (answer && answer->size() > kMost) answer.reset();
  known[&value] = answer;
  return answer;
}

PossibleValues::Answer PossibleValues::of(const llvm::Value &value) {
  return remember(values_, value, [&] { return find(value); });
}

PossibleValues::Answer PossibleValues::behind(const llvm::Value &address) {
  return remember(contents_, address, [&] { return findBehind(address); });
}

bool PossibleValues::add(Constants &found, const llvm::Value &value) {
  const Answer values = of(value);
  if (values) found.insert(values->begin(), values->end());
  return values.has_value();
}

PossibleValues::Answer PossibleValues::find(const llvm::Value &value) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    if (llvm::isa<llvm::UndefValue>(constant)) return std::nullopt;
    return Constants({constant});
  }
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
    if (load->isVolatile() || load->isAtomic()) return std::nullopt;
    Answer content = behind(*load->getPointerOperand());
    const auto isOther = [&](const llvm::Constant *constant) { return constant->getType() != load->getType(); };
    return content && llvm::any_of(*content, isOther) ? std::nullopt : content;
  }
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value)) return ofArgument(*argument, &PossibleValues::of);
  Constants found;
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&value))
    return add(found, *select->getTrueValue()) && add(found, *select->getFalseValue()) ? Answer(found) : std::nullopt;
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    for (const llvm::Use &incoming : phi->incoming_values())
      if (!add(found, *incoming)) return std::nullopt;
    return found;
  }
  const auto *operation = llvm::dyn_cast<llvm::Instruction>(&value);
  return operation && (operation->isCast() || operation->isBinaryOp()) ? ofOperation(*operation) : std::nullopt;
}

/// All combinations: which of them belong together is not known.
PossibleValues::Answer PossibleValues::ofOperation(const llvm::Instruction &operation) {
  const Answer first = of(*operation.getOperand(0));
  const Answer second = first && operation.isBinaryOp() ? of(*operation.getOperand(1)) : first;
  if (!first || !second || first->size() * second->size() > kMost) return std::nullopt;
  Constants found;
  for (const llvm::Constant *a : *first) {
    if (operation.isCast()) {
      const llvm::Constant *result = llvm::ConstantFoldCastOperand(
          operation.getOpcode(), const_cast<llvm::Constant *>(a), operation.getType(), module_.getDataLayout());
      if (!result) return std::nullopt;
      found.insert(result);
      continue;
    }
    for (const llvm::Constant *b : *second) {
      const llvm::Constant *result =
          llvm::ConstantFoldBinaryOpOperands(operation.getOpcode(), const_cast<llvm::Constant *>(a),
                                             const_cast<llvm::Constant *>(b), module_.getDataLayout());
      if (!result || llvm::isa<llvm::UndefValue>(result)) return std::nullopt;
      found.insert(result);
    }
  }
  return found;
}

PossibleValues::Answer PossibleValues::ofArgument(const llvm::Argument &argument,
                                                  Answer (PossibleValues::*ask)(const llvm::Value &)) {
  const llvm::Function &function = *argument.getParent();
  if (function.getName() == "main" || function.use_empty()) return std::nullopt;
  if (!isProgram_ && !function.hasLocalLinkage()) return std::nullopt;
  Constants found;
  for (const llvm::User *user : function.users()) {
    const llvm::Value *passed = passedBy(*user, argument);
    const Answer values = passed && passed->getType() == argument.getType() ? (this->*ask)(*passed) : std::nullopt;
    if (!values) return std::nullopt;
    found.insert(values->begin(), values->end());
  }
  return found;
}

PossibleValues::Answer PossibleValues::findBehind(const llvm::Value &address) {
  Constants found;
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&address)) {
    const bool isSeen = global->isConstant() || isProgram_ || global->hasLocalLinkage();
    if (!isSeen || !global->hasInitializer() || !global->getInitializer()->getType()->isSingleValueType())
      return std::nullopt;
    found.insert(global->getInitializer());
    return global->isConstant() || addStores(address, found, 0) ? Answer(found) : std::nullopt;
  }
  if (llvm::isa<llvm::AllocaInst>(address))
    return addStores(address, found, 0) && !found.empty() ? Answer(found) : std::nullopt;
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&address)) {  // an argument by reference, kept in a variable
    const llvm::AllocaInst *variable = variableBehind(load);
    const llvm::Value *kept = variable ? onlyValueOf(*variable) : nullptr;
    return kept ? behind(*kept) : std::nullopt;
  }
  const auto *argument = llvm::dyn_cast<llvm::Argument>(&address);
  if (!argument || !addStores(address, found, 0)) return std::nullopt;
  const Answer passed = ofArgument(*argument, &PossibleValues::behind);
  if (!passed) return std::nullopt;
  found.insert(passed->begin(), passed->end());
  return found;
}

/// False where the memory may change in another way.
bool PossibleValues::addStores(const llvm::Value &address, Constants &found, unsigned depth) {
  if (depth > kDeepest) return false;
  for (const llvm::Use &use : address.uses()) {
    const llvm::User *user = use.getUser();
    if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user)) continue;
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getPointerOperand() != &address || store->getValueOperand() == &address) {
        const auto *kept = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
        const bool isArgument = llvm::isa<llvm::Argument>(address) && kept && onlyValueOf(*kept) == &address;
        if (!isArgument) return false;
        for (const llvm::User *reader : kept->users())  // only loads and this store
          if (llvm::isa<llvm::LoadInst>(reader) && !addStores(*reader, found, depth + 1)) return false;
        continue;
      }
      if (!add(found, *store->getValueOperand())) return false;
      continue;
    }
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || !addStoresOfCall(*call, use, found, depth)) return false;
  }
  return true;
}

bool PossibleValues::addStoresOfCall(const llvm::CallBase &call, const llvm::Use &use, Constants &found,
                                     unsigned depth) {
  if (call.isLifetimeStartOrEnd()) return true;
  if (!call.isArgOperand(&use)) return false;
  const unsigned number = call.getArgOperandNo(&use);
  if (const auto mpiCall = MpiCall::of(call)) {
    for (std::size_t i = 0; i < mpiCall->info().arity; ++i) {
      const llvm::Value *operand = mpiCall->operand(i);
      if (operand == use.get() &&
          (mpi::outputOf(mpiCall->info(), i) != mpi::Output::None || mpi::isDataBuffer(mpiCall->info().args()[i].role)))
        return false;
    }
    return mpiCall->errorCode() != use.get();
  }
  const llvm::Function *callee = calledFunction(call);
  if (!callee || callee->isDeclaration() || number >= callee->arg_size())
    return call.onlyReadsMemory(number) && call.doesNotCapture(number);
  return addStores(*callee->getArg(number), found, depth + 1);
}

}  // namespace lockstep::passes
