// A call instruction in terms of the MPI table: C, C++ and Fortran alike, with arguments by role.
//
// Fortran passes everything by reference, omits argc and argv, and appends the error code.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <optional>

#include "mpi/Constants.h"
#include "mpi/Routine.h"

namespace lockstep::passes {

class MpiCall {
 public:
  /// Nothing if the instruction does not call an MPI routine.
  static std::optional<MpiCall> of(const llvm::Instruction &instruction);

  const llvm::CallBase &instruction() const { return *call_; }
  const mpi::RoutineInfo &info() const { return *info_; }
  /// The base routine: the same for its large-count version.
  mpi::Routine routine() const { return info_->base; }
  bool isFortran() const { return fortran_; }

  /// The operand of the argument with this index in the table; null if the call has none.
  const llvm::Value *operand(std::size_t argument) const;
  /// The operand of the first argument with this role; null if there is none.
  const llvm::Value *operand(mpi::Role role) const;
  /// Whether operand() is the address of the argument's value rather than the value.
  bool isByReference(std::size_t argument) const;
  /// Size of the argument, or of an element of what it points to, if that is a number or a handle.
  std::int64_t bytesOf(mpi::Library library, std::size_t argument) const {
    return mpi::bytesOf(library, mpi::elementOf(*info_, info_->args()[argument].role), fortran_);
  }
  /// Where a Fortran call stores its error code; null in C.
  const llvm::Value *errorCode() const;

 private:
  MpiCall(const llvm::CallBase &call, const mpi::RoutineInfo &info, bool fortran)
      : call_(&call), info_(&info), fortran_(fortran) {}
  std::optional<std::size_t> position(std::size_t argument) const;

  const llvm::CallBase *call_;
  const mpi::RoutineInfo *info_;
  bool fortran_;
};

/// The function that is called directly, whatever the call's type; null for an indirect call.
const llvm::Function *calledFunction(const llvm::CallBase &call);

/// The MPI library whose header the module was compiled with.
mpi::Library libraryOf(const llvm::Module &module);

/// Whether all processes of the communicator, window or file must make this call.
bool isCollectiveCall(const mpi::RoutineInfo &info);

}  // namespace lockstep::passes
