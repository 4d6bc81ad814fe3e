// Symbolic execution of a program for one rank: interprets the module, follows calls, keeps memory and MPI objects per
// path, and notifies a Listener of every MPI call and access.
//
// A branch on an unknown condition forks the path, unless one side ends the program. A condition that was decided
// before has the same outcome again (PathConstraints.h). A loop that ends by data which it computes or receives itself
// has two rounds and is left, which is no choice of the path; one that counts to an unknown bound has none, one or two.
// Code without MPI that takes too long, or would fork the path, is skipped: what it may have written is forgotten
// (havoc). Paths and steps are limited; beyond the limit the result is incomplete, and only what a path without
// undecided branches has shown is used: the other paths are not continued.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <llvm/IR/Operator.h>

#include "passes/ir/MpiCall.h"
#include "passes/ir/NotJudged.h"
#include "passes/ir/OpenMpCall.h"
#include "passes/symex/JointRun.h"
#include "passes/symex/Program.h"
#include "passes/symex/State.h"

namespace lockstep::passes::symex {

struct RankConfig {
  static constexpr int kAny = -1;  // a rank or size that is not known

  int rank = 0;
  int size = 1;
  bool isPart = false;  // a function, not the whole program: its callers are unknown
};

struct Access {
  std::uint32_t object = 0;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  bool isWrite = false;
  std::uint32_t term = 0;  // the address, where the offset is not known
};

class Interpreter;

/// Models MPI, and observes memory accesses.
class Listener {
 public:
  virtual ~Listener() = default;
  /// False: the exploration cannot continue.
  virtual bool onMpi(Interpreter &interpreter, State &state, const MpiCall &call) = 0;
  virtual void onAccess(Interpreter &interpreter, State &state, const llvm::Instruction &at, const Access &access) = 0;
  /// An atomic operation, by which threads may synchronize.
  virtual void onAtomic(Interpreter &interpreter, State &state) = 0;
  virtual void onFree(Interpreter &interpreter, State &state, const llvm::Instruction &at, std::uint32_t object) = 0;
  virtual void onReturn(Interpreter &interpreter, State &state, const Frame &frame, const llvm::Instruction &at) = 0;
  virtual void onEnd(Interpreter &interpreter, State &state) = 0;
  /// The process has ended by itself, and its exit handlers have run.
  virtual void onExit(Interpreter &interpreter, State &state) = 0;
};

/// Coverage of the exploration.
struct Extent {
  bool isComplete = true;  // all paths from the entry to their ends were explored
  bool hasRunOut = false;  // the limit of paths or steps was reached
  bool isCut = false;      // a loop with an unknown condition was left early
  LimitsMet limits = {};   // where and why not everything was explored
  std::map<const llvm::Function *, const llvm::CallBase *> unseen = {};  // calls of functions without a body
};

struct Budget {
  std::uint64_t steps = 0;  // remaining steps

  void spend(std::uint64_t number) { steps -= std::min(steps, number); }
};

class Interpreter {
 public:
  /// `joint`: the run of all ranks that this rank is a part of; null for a rank by itself.
  Interpreter(const Program &program, const RankConfig &config, Listener &listener, Budget &budget,
              JointRun *joint = nullptr);

  /// All paths from the entry to their ends; some are missing if extent() is incomplete.
  std::vector<State> run(const llvm::Function &entry);
  /// Continues the paths, on which MPI was finalized, to the end of the process; each is identified by its index here.
  /// extent() then covers both parts.
  std::vector<State> runOn(std::vector<State> paths);
  const Extent &extent() const { return extent_; }

  // A walk by blocks (FunctionWalk.h), in which paths meet.
  /// A state at the beginning of the function, with unknown arguments; of a program, before its constructors.
  State stateAt(const llvm::Function &function);
  /// Until the function at this depth of the stack comes to its next block, calls one that is to be walked, or returns.
  std::vector<State> runBlock(State state, std::size_t depth);
  /// Counts a copy or a join of the state as steps: those of a large program cost more than what it executes.
  void payForCopy(const State &state);
  /// Goes on behind the call from which the state has returned.
  void goOn(State &state);
  /// Returns from the call that the state is in: whatever the function could change is unknown.
  void skipCall(State &state);

  const Program &program() const { return program_; }
  const RankConfig &config() const { return config_; }
  ExprPool &terms() { return terms_; }
  JointRun *joint() const { return joint_; }

  Value valueOf(State &state, const llvm::Value &value);
  /// In a joint run also of what is common to all ranks, under the values of the run.
  std::optional<std::int64_t> numberOf(State &state, const Value &value) const;
  /// The object and offset of an address; nothing for a number.
  std::optional<Value> placeOf(State &state, const Value &address);
  Value load(State &state, const Value &address, std::int64_t bytes, UnknownKind quality = UnknownKind::Forgotten);
  /// `pointer`: the operand with this address; where that is not known it may tell an array that contains it.
  void store(State &state, const Value &address, std::int64_t bytes, const Value &value,
             const llvm::Value *pointer = nullptr);
  void forget(State &state, const Value &address, UnknownKind quality);
  void forgetReachable(State &state, const Value &address, const StoreTypes &stores);
  std::int64_t bytesOf(llvm::Type *type) const;
  std::uint32_t newObject(State &state, Object::Kind kind, std::int64_t size, const llvm::Value &origin);
  std::uint32_t newHandle(State &state, MpiObject object);
  /// The object of the variable, with its first content if the state has not used it.
  std::uint32_t globalObject(State &state, const llvm::GlobalVariable &global);
  /// The code that it calls is not executed: a variable that the path has not used so far may be changed there, too.
  void noteSkipped(State &state, const llvm::CallBase &call);
  void setRegister(State &state, const llvm::Value &key, const Value &value);

  /// A second state that continues after the call.
  State &forkAfter(State &state, const llvm::CallBase &call);

 private:
  State &fork(State &state);
  std::vector<State> explorePending();
  void addConstructors(State &state);
  void addDestructors(State &state);
  void explore(State &state);
  void runOut(const State &state, std::string reason);
  void dropOpenPaths();
  void step(State &state);
  void execute(State &state, const llvm::Instruction &instruction);
  void executeLoad(State &state, const llvm::LoadInst &load);
  void executeStore(State &state, const llvm::StoreInst &store);
  void executeAtomic(State &state, const llvm::Instruction &instruction);
  void executeBranch(State &state, const llvm::Instruction &end);
  void executeSwitch(State &state, const llvm::SwitchInst &end);
  void executeReturn(State &state, const llvm::ReturnInst &end);
  void depart(State &state, const llvm::CallBase *exit, const Value &status);
  void leave(State &state);
  const llvm::Function *functionAt(State &state, const llvm::Value &pointer);
  bool executeExit(State &state, const llvm::CallBase &call, const llvm::Function &callee);
  void addExitHandler(State &state, const llvm::CallBase &call);
  void executeCall(State &state, const llvm::CallBase &call);
  bool executeLibrary(State &state, const llvm::CallBase &call, const llvm::Function &callee);
  bool executeCommonInput(State &state, const llvm::CallBase &call, const llvm::Function &callee);
  bool executeCommonMath(State &state, const llvm::CallBase &call, const llvm::Function &callee);
  std::optional<std::uint64_t> originOf(State &state, const llvm::CallBase &call, unsigned argument);
  bool executeMath(State &state, const llvm::CallBase &call, const llvm::Function &callee);
  bool executeAllocation(State &state, const llvm::CallBase &call);
  void free(State &state, const llvm::CallBase &call, std::uint32_t object);
  struct FortranArray {
    Value address;
    std::vector<std::int64_t> extents;
    std::int64_t bytes = 0;
    bool isContiguous = true;
  };
  std::optional<FortranArray> arrayOf(State &state, const Value &descriptor);
  bool executeAssign(State &state, const llvm::CallBase &call);
  bool executeOpenMp(State &state, const llvm::CallBase &call, const llvm::Function &callee);
  bool executeFork(State &state, const llvm::CallBase &call);
  bool executeTask(State &state, const llvm::CallBase &call, OpenMp what);
  bool dependencesOf(State &state, const llvm::CallBase &call, std::vector<Dependence> &found);
  bool executeDispatch(State &state, const llvm::CallBase &call, OpenMp what);
  void executeConstruct(State &state, const llvm::CallBase &call, OpenMp what);
  void executeSharedLoop(State &state, const llvm::CallBase &call);
  void executeCopy(State &state, const llvm::CallBase &call, const llvm::Value &to, const llvm::Value &from,
                   const llvm::Value &bytes);
  void executeFill(State &state, const llvm::CallBase &call);
  void executeUnseen(State &state, const llvm::CallBase &call, bool isLibrary);
  void enter(State &state, const llvm::CallBase &call, const llvm::Function &callee, const std::vector<Value> &values);
  void afterCall(State &state, const llvm::CallBase &call);
  void setResult(State &state, const llvm::CallBase &call, const Value &value);
  void go(State &state, const llvm::BasicBlock &to);
  void choose(State &state, UnknownKind quality);
  void split(State &state, const Value &condition, const llvm::BasicBlock &yes, const llvm::BasicBlock &no);
  bool isWalked(const State &state) const { return walkedDepth_ == state.frames.size(); }
  void splitWalk(State &state, const Value &condition, const llvm::BasicBlock &yes, const llvm::BasicBlock &no);
  std::optional<bool> decideJointly(State &state, const Value &condition, const llvm::BasicBlock &yes,
                                    const llvm::BasicBlock &no);
  void splitPath(State &state, const Value &condition, const llvm::BasicBlock &yes, const llvm::BasicBlock &no);
  /// A branch at which a loop may be left: to the target, perhaps behind further conditions.
  struct LoopExit {
    const llvm::Loop &loop;
    const llvm::BasicBlock &target;
    const llvm::BasicBlock &stay;
    const llvm::BasicBlock &leave;
  };
  void splitAtExit(State &state, const Value &stays, const LoopExit &exit);
  bool abandonCall(State &state);
  void forgetStored(State &state, std::uint32_t object, const StoreTypes &stores);
  void havocBlocks(State &state, const Program::Blocks &blocks);
  bool havocBranch(State &state);
  bool goToJoin(State &state, const llvm::BasicBlock &join);
  bool havocLoop(State &state, const llvm::BasicBlock &block);
  void lose(State &state);
  void lose(State &state, std::string reason);
  void meetLimit(const State &state, std::string reason);
  Value evaluate(State &state, const llvm::Instruction &instruction);
  const llvm::Constant *constantFor(State &state, const llvm::Value &operand);
  Value valueFor(const llvm::Constant &constant);
  std::optional<Value> foldFloats(State &state, const llvm::Instruction &instruction);
  Value evaluateInsert(State &state, const llvm::InsertValueInst &insert);
  Value evaluateSelect(State &state, const llvm::SelectInst &select);
  Value evaluateGep(State &state, const llvm::GEPOperator &gep);
  std::optional<Access> arrayAround(State &state, const llvm::Value *pointer);
  Value constant(State &state, const llvm::Constant &constant);
  std::uint32_t addObject(State &state, Object object);
  /// One that has the same number on all paths.
  template <class Map, class Key>
  std::uint32_t addKnown(State &state, Map &numbers, const Key &key, Object object) {
    if (!walkedDepth_) return state.memory.add(std::move(object));
    const auto [known, isNew] = numbers.try_emplace(key, 0U);
    if (isNew) return known->second = addObject(state, std::move(object));
    return state.memory.restore(known->second, std::move(object));
  }
  void initialize(State &state, std::uint32_t object, std::int64_t offset, const llvm::Constant &content);
  void invalidate(State &state, std::uint32_t object);
  std::int64_t roomOf(llvm::Type *type) const;
  Value unknown(const llvm::Type *type, UnknownKind quality);

  const Program &program_;
  RankConfig config_;
  Listener &listener_;
  Budget &budget_;
  JointRun *joint_;
  ExprPool ownTerms_;
  ExprPool &terms_;
  std::vector<State> pending_;
  unsigned paths_ = 0;
  Extent extent_;

  std::optional<std::size_t> walkedDepth_;  // of the stack, in a walk by blocks
  std::size_t objectsMade_ = 0;
  std::size_t handlesMade_ = 1;
  std::map<std::uint32_t, std::uint32_t> foreign_;  // objects by the term that points to them
  std::map<const llvm::GlobalVariable *, std::uint32_t> globals_;
};

}  // namespace lockstep::passes::symex
