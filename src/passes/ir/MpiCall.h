// A call instruction as the MPI table sees it: C, C++ and Fortran spellings alike, arguments by their role.
//
// Fortran passes everything by reference, leaves out the arguments of the C main program, and appends the error code.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <optional>

#include "mpi/Constants.h"
#include "mpi/Routine.h"

namespace lockstep::passes {

class MpiCall {
 public:
  /// Nothing for an instruction that calls no MPI routine.
  static std::optional<MpiCall> of(const llvm::Instruction &instruction);

  const llvm::CallBase &instruction() const { return *call_; }
  const mpi::RoutineInfo &info() const { return *info_; }
  /// The routine of the table's row: the same for a large-count twin.
  mpi::Routine routine() const { return info_->base; }
  bool isFortran() const { return fortran_; }

  /// The operand of the argument with this index in the table; null where the call has none.
  const llvm::Value *operand(std::size_t argument) const;
  /// The operand of the first argument with this role; null where there is none.
  const llvm::Value *operand(mpi::Role role) const;
  /// Whether operand() is the address of the argument's value rather than the value.
  bool isByReference(std::size_t argument) const;
  /// Of an element of what the argument is or points to, where that is a number or a handle.
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

/// The function that a call names directly, whatever type it is called with; null for an indirect call.
const llvm::Function *calledFunction(const llvm::CallBase &call);

/// The MPI whose header the module was compiled with.
mpi::Library libraryOf(const llvm::Module &module);

/// Whether all processes of the communicator, window or file must make this call.
bool isCollectiveCall(const mpi::RoutineInfo &info);

}  // namespace lockstep::passes
