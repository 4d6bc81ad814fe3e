#include "passes/ir/MpiCall.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Function.h>

namespace lockstep::passes {

namespace {

bool isOnlyInC(mpi::Role role) { return role == mpi::Role::ArgumentCount || role == mpi::Role::ArgumentVector; }

/// C spells the part behind the prefix with a capital, Fortran's symbols are all in lower case.
bool isFortranSpelling(llvm::StringRef name) {
  return llvm::none_of(name, [](char letter) { return letter >= 'A' && letter <= 'Z'; });
}

}  // namespace

std::optional<MpiCall> MpiCall::of(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return std::nullopt;
  const llvm::Function *callee = calledFunction(*call);
  if (!callee || !callee->isDeclaration()) return std::nullopt;
  const llvm::StringRef name = callee->getName();
  const std::optional<mpi::Routine> routine = mpi::findRoutine({name.data(), name.size()});
  if (!routine) return std::nullopt;
  return MpiCall(*call, mpi::info(*routine), isFortranSpelling(name));
}

std::optional<std::size_t> MpiCall::position(std::size_t argument) const {
  if (!fortran_) return argument;
  if (argument < info_->arity && isOnlyInC(info_->args()[argument].role)) return std::nullopt;
  std::size_t left = 0;
  for (std::size_t i = 0; i < argument; ++i) left += isOnlyInC(info_->args()[i].role) ? 1 : 0;
  return argument - left;
}

const llvm::Value *MpiCall::operand(std::size_t argument) const {
  const std::optional<std::size_t> index = position(argument);
  if (!index || *index >= call_->arg_size()) return nullptr;
  return call_->getArgOperand(static_cast<unsigned>(*index));
}

const llvm::Value *MpiCall::operand(mpi::Role role) const {
  const int index = info_->indexOf(role);
  return index < 0 ? nullptr : operand(static_cast<std::size_t>(index));
}

bool MpiCall::isByReference(std::size_t argument) const {
  if (!fortran_) return false;
  return mpi::info(info_->args()[argument].role).type.find('*') == std::string_view::npos;
}

const llvm::Value *MpiCall::errorCode() const { return fortran_ ? operand(std::size_t{info_->arity}) : nullptr; }

const llvm::Function *calledFunction(const llvm::CallBase &call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
}

bool isWritable(mpi::Role role) {
  const std::string_view type = mpi::info(role).type;
  return type.find('*') != std::string_view::npos && !type.starts_with("const");
}

bool isCollectiveCall(const mpi::RoutineInfo &info) {
  return mpi::isCollective(info.cls) && info.effect != mpi::Effect::CommCreatePartial;
}

}  // namespace lockstep::passes
