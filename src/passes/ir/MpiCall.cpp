#include "passes/ir/MpiCall.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace lockstep::passes {

namespace {

bool isOnlyInC(mpi::Role role) { return role == mpi::Role::ArgumentCount || role == mpi::Role::ArgumentVector; }

/// C capitalizes the part after the prefix, Fortran symbols are all lower case.
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

/// Handles are integers in MPICH and addresses in Open MPI; in Fortran, where they are integers in both, the common
/// blocks of the header decide.
mpi::Library libraryOf(const llvm::Module &module) {
  for (const llvm::GlobalVariable &global : module.globals())
    if (mpi::isOfOpenMpi(global.getName())) return mpi::Library::OpenMpi;
  for (const llvm::Function &function : module) {
    const auto routine =
        function.isDeclaration() ? mpi::findRoutine(std::string_view(function.getName())) : std::nullopt;
    if (!routine || isFortranSpelling(function.getName())) continue;
    const mpi::RoutineInfo &info = mpi::info(*routine);
    for (unsigned i = 0; i < std::min<std::size_t>(info.arity, function.arg_size()); ++i) {
      const mpi::Role role = info.args()[i].role;
      if (mpi::info(role).capture != mpi::Capture::Handle || role == mpi::Role::File) continue;
      return function.getArg(i)->getType()->isPointerTy() ? mpi::Library::OpenMpi : mpi::Library::Mpich;
    }
  }
  return mpi::Library::Mpich;
}

bool isCollectiveCall(const mpi::RoutineInfo &info) {
  return mpi::isCollective(info.cls) && info.effect != mpi::Effect::CommCreatePartial;
}

}  // namespace lockstep::passes
