// An MPI call at the moment when the interpreter makes it: its arguments as values, with the constants of Special.h.
#pragma once

#include <optional>
#include <vector>

#include "mpi/Constants.h"
#include "mpi/Significance.h"
#include "passes/ir/MpiCall.h"
#include "passes/symex/Interpreter.h"

namespace lockstep::passes::symex {

class CallView {
 public:
  CallView(Interpreter &interpreter, State &state, const MpiCall &call)
      : interpreter_(interpreter), state_(state), call_(call) {}

  Interpreter &interpreter() const { return interpreter_; }
  State &state() const { return state_; }
  const MpiCall &call() const { return call_; }
  const mpi::RoutineInfo &routine() const { return call_.info(); }
  std::string_view name() const { return call_.info().name; }
  const llvm::CallBase &at() const { return call_.instruction(); }

  /// What is passed; what the reference leads to where Fortran passes one. Nothing where the call lacks the argument.
  std::optional<Value> value(std::size_t argument) const;
  std::optional<Value> value(mpi::Role role) const;
  /// As a number, special values translated; a buffer is 0, MPI_IN_PLACE, or not known.
  std::optional<std::int64_t> number(std::size_t argument) const;
  std::optional<std::int64_t> number(mpi::Role role) const;
  /// One element of an array of integers.
  std::optional<std::int64_t> element(std::size_t argument, std::int64_t index) const;
  /// The elements of an array of `length` integers, as far as all are known.
  std::optional<std::vector<std::int64_t>> numbers(std::size_t argument, std::int64_t length) const;

  /// Of the number or handle that the argument is or points to, or of each element of the array.
  std::int64_t bytesOf(std::size_t argument) const { return call_.bytesOf(interpreter_.program().library(), argument); }

  /// Handle by handle: what the program has made, or what MPI predefines.
  std::int64_t bytesOfHandle(mpi::Element element) const;
  std::optional<mpi::RawHandle> raw(const Value &value) const;
  bool isNull(mpi::Element element, const Value &value) const;
  Value nullOf(mpi::Element element) const;
  /// What the handle stands for; null for one that is not of the program's making or not known.
  MpiObject *held(const Value &value) const;
  MpiObject *held(mpi::Role role) const;
  /// If it is of this kind.
  template <class Kind, class At>
  Kind *held(const At &at) const {
    MpiObject *object = held(at);
    return object ? object->as<Kind>() : nullptr;
  }
  std::optional<mpi::PredefinedType> predefinedType(const Value &value) const;
  std::optional<mpi::PredefinedOp> predefinedOp(const Value &value) const;
  std::optional<mpi::PredefinedOp> predefinedOp() const;

  /// Of the communicator of the call, or of that of its window.
  mpi::Standing standing() const;
  std::optional<int> groupSize() const;
  /// "MPI_COMM_WORLD", or "the communicator".
  std::string groupName() const;
  /// Nothing where that cannot be decided.
  std::optional<bool> significance(std::size_t argument) const;
  bool isSignificant(std::size_t argument) const { return significance(argument).value_or(false); }
  /// Null where they are not known.
  const semantics::Neighbors *neighbors() const;

  /// Writes through an argument that is an address.
  void write(std::size_t argument, std::int64_t bytes, const Value &value) const;

 private:
  std::optional<Value> commOrWindow() const;
  const Comm *heldComm(const Value &commOrWindow) const;

  Interpreter &interpreter_;
  State &state_;
  const MpiCall &call_;
};

/// The address that is passed to a buffer argument is none: MPI_BOTTOM, MPI_IN_PLACE or what Fortran has in its place.
bool isSpecialBuffer(const State &state, const Value &address);

}  // namespace lockstep::passes::symex
