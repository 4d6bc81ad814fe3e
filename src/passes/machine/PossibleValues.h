// The constants that a value may be, over the whole program and whatever the order of its assignments: through
// variables of which all assignments are seen, and through arguments of which all calls are seen.
//
// Flow-insensitive, and asked from the few values that matter backwards: linear in what leads to them. A value of which
// something is not seen, or with too many constants, has no answer.
#pragma once

#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lockstep::passes {

class PossibleValues {
 public:
  using Constants = llvm::SmallPtrSet<const llvm::Constant *, 4>;

  /// `isProgram`: no other code calls its functions or knows its variables.
  PossibleValues(const llvm::Module &module, bool isProgram) : module_(module), isProgram_(isProgram) {}

  std::optional<Constants> of(const llvm::Value &value);
  /// Of what lies at the address.
  std::optional<Constants> behind(const llvm::Value &address);

 private:
  using Answer = std::optional<Constants>;

  Answer find(const llvm::Value &value);
  Answer findBehind(const llvm::Value &address);
  Answer ofArgument(const llvm::Argument &argument, Answer (PossibleValues::*ask)(const llvm::Value &));
  Answer ofOperation(const llvm::Instruction &operation);
  bool addStores(const llvm::Value &address, Constants &found, unsigned depth);
  bool addStoresOfCall(const llvm::CallBase &call, const llvm::Use &use, Constants &found, unsigned depth);
  bool add(Constants &found, const llvm::Value &value);
  template <class Find>
  Answer remember(llvm::DenseMap<const llvm::Value *, Answer> &known, const llvm::Value &value, Find find);

  const llvm::Module &module_;
  bool isProgram_;
  llvm::DenseMap<const llvm::Value *, Answer> values_;
  llvm::DenseMap<const llvm::Value *, Answer> contents_;
};

}  // namespace lockstep::passes
