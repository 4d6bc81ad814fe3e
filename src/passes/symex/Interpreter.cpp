#include "passes/symex/Interpreter.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <ranges>
#include <utility>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include "passes/symex/Arithmetic.h"
#include "passes/symex/mpi/MpiModel.h"
#include "trace/CommId.h"

namespace lockstep::passes::symex {

namespace {

constexpr unsigned kMostPaths = 48;
constexpr std::uint64_t kLongestPath = 120'000;
constexpr std::uint64_t kLongestCall = 20'000;  // without MPI
constexpr std::size_t kDeepestStack = 64;
constexpr std::uint64_t kStepsAfterFinalize = 20'000;
constexpr std::size_t kCopiedPerStep = 16;  // objects of a state

const std::string kTooManyPaths = fmt::format("more than {} paths", kMostPaths);
const std::string kPathTooLong = fmt::format("path longer than {} steps", kLongestPath);
const std::string kNoStepsLeft = "limit of steps reached";
const std::string kTooDeep = fmt::format("more than {} calls inside each other", kDeepestStack);

/// The functions of `llvm.global_ctors` or `llvm.global_dtors`, those that run first in front.
std::vector<const llvm::Function *> functionsOf(const llvm::Module &module, llvm::StringRef name) {
  const llvm::GlobalVariable *list = module.getGlobalVariable(name);
  const auto *entries =
      list && list->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
  std::multimap<std::uint64_t, const llvm::Function *> byPriority;
  for (unsigned i = 0; entries && i < entries->getNumOperands(); ++i) {
    const auto *function = llvm::dyn_cast<llvm::Function>(entries->getOperand(i)->getOperand(1));
    const auto *priority = llvm::dyn_cast<llvm::ConstantInt>(entries->getOperand(i)->getOperand(0));
    if (function && !function->isDeclaration()) byPriority.emplace(priority ? priority->getZExtValue() : 0, function);
  }
  std::vector<const llvm::Function *> functions;
  for (const auto &[priority, function] : byPriority) functions.push_back(function);
  return functions;
}

Frame frameOf(const llvm::Function &function) {
  Frame frame;
  frame.function = &function;
  frame.block = &function.getEntryBlock();
  frame.next = frame.block->begin();
  return frame;
}

}  // namespace

Interpreter::Interpreter(const Program &program, const RankConfig &config, Listener &listener, Budget &budget,
                         JointRun *joint)
    : program_(program),
      config_(config),
      listener_(listener),
      budget_(budget),
      joint_(joint),
      terms_(joint ? joint->terms() : ownTerms_) {}

std::vector<State> Interpreter::run(const llvm::Function &entry) {
  State first;
  Frame frame = frameOf(entry);
  for (const llvm::Argument &argument : entry.args())
    frame.registers[&argument] =
        joint_ ? terms_.leafOf(trace::IdHash("argument").add(argument.getArgNo()).id(), bitsOf(argument.getType()),
                               argument.getArgNo() == 0 ? Uniformity::Arguments : Uniformity::Input)
               : terms_.leaf(bitsOf(argument.getType()), config_.isPart ? UnknownKind::Forgotten : UnknownKind::Free);
  first.frames.push_back(std::move(frame));
  if (!config_.isPart) first.trace = std::make_shared<RankTrace>();
  if (!config_.isPart) addConstructors(first);
  if (!config_.isPart) addDestructors(first);
  pending_.push_back(std::move(first));
  return explorePending();
}

/// Keeps the certainty of the finished part of a path separate from that of its continuation.
std::vector<State> Interpreter::runOn(std::vector<State> paths) {
  std::vector<State> ended;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    State &state = paths[i];
    state.number = i;
    if (state.end != State::End::Complete || state.lifecycle.finalized != semantics::Lifecycle::Done::Yes) {
      ended.push_back(std::move(state));
      continue;
    }
    state.end = State::End::Open;
    state.finalizedBy = std::exchange(state.certainty, PathCertainty::Sure);
    afterCall(state, llvm::cast<llvm::CallBase>(*std::prev(state.frames.back().next)));
    pending_.push_back(std::move(state));
  }
  paths_ = 0;
  const std::uint64_t stepsLeft = std::exchange(budget_.steps, kStepsAfterFinalize);
  std::ranges::move(explorePending(), std::back_inserter(ended));
  budget_.steps = stepsLeft;
  return ended;
}

std::vector<State> Interpreter::explorePending() {
  std::vector<State> ended;
  while (!pending_.empty()) {
    State state = std::move(pending_.back());
    pending_.pop_back();
    if (++paths_ > kMostPaths || budget_.steps == 0) {
      runOut(state, budget_.steps == 0 ? std::string(kNoStepsLeft) : kTooManyPaths);
      break;
    }
    explore(state);
    if (state.end == State::End::Lost) extent_.isComplete = false;
    ended.push_back(std::move(state));
    if (!extent_.isComplete) dropOpenPaths();
    if (joint_ && !extent_.isComplete) pending_.clear();
  }
  return ended;
}

/// Adds the initialization of global variables, which runs before the entry; the first one is on top of the stack.
void Interpreter::addConstructors(State &state) {
  for (const llvm::Function *function : std::views::reverse(functionsOf(program_.module(), "llvm.global_ctors")))
    state.frames.push_back(frameOf(*function));
}

/// Adds global destructors, the lowest priority last.
void Interpreter::addDestructors(State &state) {
  for (const llvm::Function *function : functionsOf(program_.module(), "llvm.global_dtors"))
    if (program_.leadsToMpi(*function)) state.atExit.push_back({function, {}});
}

State Interpreter::stateAt(const llvm::Function &function) {
  walkedDepth_ = 1;
  State state;
  Frame frame = frameOf(function);
  for (const llvm::Argument &argument : function.args())
    frame.registers[&argument] = terms_.leaf(bitsOf(argument.getType()), UnknownKind::Forgotten);
  state.frames.push_back(std::move(frame));
  if (!config_.isPart) addConstructors(state);
  return state;
}

std::vector<State> Interpreter::runBlock(State state, std::size_t depth) {
  walkedDepth_ = depth;
  std::vector<State> stopped;
  state.end = State::End::Open;
  pending_.push_back(std::move(state));
  while (!pending_.empty()) {
    State next = std::move(pending_.back());
    pending_.pop_back();
    while (next.end == State::End::Open && budget_.steps > 0) {
      --budget_.steps;
      ++next.steps;
      step(next);
    }
    if (next.end != State::End::Open) stopped.push_back(std::move(next));
  }
  return stopped;
}

void Interpreter::payForCopy(const State &state) {
  budget_.spend((state.memory.size() + state.foreign.size() + state.exposed.size()) / kCopiedPerStep);
}

void Interpreter::goOn(State &state) {
  walkedDepth_ = state.frames.size();
  state.end = State::End::Open;
  afterCall(state, llvm::cast<llvm::CallBase>(*std::prev(state.frames.back().next)));
}

void Interpreter::skipCall(State &state) {
  for (const std::uint32_t local : state.frames.back().locals) state.memory.kill(local);
  state.frames.pop_back();
  executeUnseen(state, llvm::cast<llvm::CallBase>(*std::prev(state.frames.back().next)), false);
}

void Interpreter::explore(State &state) {
  while (state.end == State::End::Open) {
    if (pending_.size() > kMostPaths - paths_) runOut(state, kTooManyPaths);
    if ((joint_ || !extent_.isComplete) && state.certainty != PathCertainty::Sure) return lose(state);
    if (++state.steps > kLongestPath || budget_.steps == 0) {
      runOut(state, budget_.steps == 0 ? std::string(kNoStepsLeft) : kPathTooLong);
      return lose(state);
    }
    --budget_.steps;
    step(state);
  }
}

void Interpreter::step(State &state) {
  Frame &frame = state.frames.back();
  if (frame.isWithoutMpi && state.steps - frame.enteredAt > kLongestCall) {
    if (!abandonCall(state)) lose(state, "code without MPI takes too many steps");
    return;
  }
  const llvm::Instruction &instruction = *frame.next;
  ++frame.next;
  execute(state, instruction);
}

void Interpreter::runOut(const State &state, std::string reason) {
  if (!extent_.hasRunOut) meetLimit(state, std::move(reason));
  extent_.isComplete = false;
  extent_.hasRunOut = true;
}

/// At the innermost place in the program's own code.
void Interpreter::meetLimit(const State &state, std::string reason) {
  const llvm::Instruction *place = nullptr;
  for (const Frame &frame : std::views::reverse(state.frames)) {
    const llvm::Instruction &at = frame.next == frame.block->begin() ? *frame.next : *std::prev(frame.next);
    if (!place) place = &at;
    if (!isInOwnCode(at)) continue;
    place = &at;
    break;
  }
  extent_.limits.emplace(place, std::move(reason));
}

/// Their results are not used if the exploration is incomplete.
void Interpreter::dropOpenPaths() {
  std::erase_if(pending_, [](const State &state) { return state.certainty != PathCertainty::Sure; });
}

/// The path cannot be taken, or is not needed.
void Interpreter::lose(State &state) { state.end = State::End::Lost; }

/// The path cannot be followed any longer.
void Interpreter::lose(State &state, std::string reason) {
  meetLimit(state, std::move(reason));
  lose(state);
}

State &Interpreter::fork(State &state) {
  pending_.push_back(state);
  return pending_.back();
}

State &Interpreter::forkAfter(State &state, const llvm::CallBase &call) {
  State other = state;
  afterCall(other, call);
  pending_.push_back(std::move(other));
  return pending_.back();
}

void Interpreter::setRegister(State &state, const llvm::Value &key, const Value &value) {
  state.frames.back().registers[&key] = value;
}

void Interpreter::execute(State &state, const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) return;
  if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    std::int64_t size = roomOf(slot->getAllocatedType());
    const auto count = numberOf(state, valueOf(state, *slot->getArraySize()));
    size = count && size >= 0 ? size * *count : -1;
    const std::uint32_t object = newObject(state, Object::Kind::Stack, size, instruction);
    state.frames.back().locals.push_back(object);
    return setRegister(state, instruction, Value::ofPointer(object, 0));
  }
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return executeLoad(state, *load);
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return executeStore(state, *store);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) return executeAtomic(state, instruction);
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return executeCall(state, *call);
  if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) return executeReturn(state, *end);
  if (const auto *end = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) return executeSwitch(state, *end);
  if (llvm::isa<llvm::BranchInst>(instruction)) return executeBranch(state, instruction);
  if (llvm::isa<llvm::UnreachableInst, llvm::ResumeInst>(instruction)) {
    state.end = State::End::Ended;
    return;
  }
  if (instruction.isTerminator()) return lose(state, "jump to a computed place");
  if (llvm::isa<llvm::FenceInst>(instruction)) return;
  setRegister(state, instruction, evaluate(state, instruction));
}

void Interpreter::executeLoad(State &state, const llvm::LoadInst &load) {
  const Value address = valueOf(state, *load.getPointerOperand());
  const std::int64_t bytes = bytesOf(load.getType());
  const std::optional<Value> place = placeOf(state, address);
  if (load.isAtomic()) listener_.onAtomic(*this, state);
  if (place && place->number != Value::kSomewhere)
    listener_.onAccess(*this, state, load, {place->id, place->number, bytes, false});
  else if (address.isTerm())
    listener_.onAccess(*this, state, load, {.bytes = bytes, .term = address.id});
  if (load.getType()->isAggregateType() && bytes > 0) {  // see Values.cpp
    const std::uint32_t copy = newObject(state, Object::Kind::Stack, bytes, load);
    if (place && place->number != Value::kSomewhere)
      state.memory.copy(copy, 0, place->id, place->number, bytes, terms_);
    else
      state.memory.forget(copy, UnknownKind::Forgotten);
    return setRegister(state, load, Value::ofPointer(copy, 0));
  }
  Value content = this->load(state, address, bytes);
  if (load.isVolatile()) content = unknown(load.getType(), UnknownKind::Forgotten);
  if (content.isNumber() && bitsOf(load.getType()) == 1) content.number &= 1;
  setRegister(state, load, content);
}

void Interpreter::executeStore(State &state, const llvm::StoreInst &store) {
  const Value address = valueOf(state, *store.getPointerOperand());
  const std::int64_t bytes = bytesOf(store.getValueOperand()->getType());
  const std::optional<Value> place = placeOf(state, address);
  if (store.isAtomic()) listener_.onAtomic(*this, state);
  if (place && place->number != Value::kSomewhere)
    listener_.onAccess(*this, state, store, {place->id, place->number, bytes, true});
  else if (address.isTerm())
    listener_.onAccess(*this, state, store, {.bytes = bytes, .isWrite = true, .term = address.id});
  const Value value = valueOf(state, *store.getValueOperand());
  const bool isAggregate = store.getValueOperand()->getType()->isAggregateType() && bytes > 0;
  const bool isPlaced = place && place->number != Value::kSomewhere;
  if (isAggregate && isPlaced && value.isPointer())
    return state.memory.copy(place->id, place->number, value.id, value.number, bytes, terms_);
  if (isAggregate && isPlaced && value == Value::ofNumber(0))
    return state.memory.fill(place->id, place->number, bytes, 0, terms_);
  if (isAggregate && value.isPointer()) invalidate(state, value.id);
  this->store(state, address, bytes, isAggregate ? unknown(store.getType(), UnknownKind::Forgotten) : value,
              store.getPointerOperand());
}

void Interpreter::executeAtomic(State &state, const llvm::Instruction &instruction) {
  const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  const llvm::Value *pointer =
      update ? update->getPointerOperand() : llvm::cast<llvm::AtomicCmpXchgInst>(instruction).getPointerOperand();
  const Value address = valueOf(state, *pointer);
  listener_.onAtomic(*this, state);
  if (!update) {
    forget(state, address, UnknownKind::Forgotten);
    return setRegister(state, instruction, unknown(instruction.getType(), UnknownKind::Forgotten));
  }
  const std::int64_t bytes = bytesOf(update->getType());
  const Value old = load(state, address, bytes);
  const Value by = valueOf(state, *update->getValOperand());
  const unsigned bits = bitsOf(update->getType());
  Value now = unknown(update->getType(), UnknownKind::Forgotten);
  if (update->getOperation() == llvm::AtomicRMWInst::Add)
    now = binary(terms_, state.facts, llvm::Instruction::Add, bits, old, by);
  if (update->getOperation() == llvm::AtomicRMWInst::Xchg) now = by;
  store(state, address, bytes, now);
  setRegister(state, instruction, old);
}

void Interpreter::executeReturn(State &state, const llvm::ReturnInst &end) {
  const llvm::Value *returned = end.getReturnValue();
  const Value value = returned ? valueOf(state, *returned) : Value::ofNumber(0);
  if (state.frames.size() == 1) {
    if (value.isHandle()) state.held[value.id].isInvalidated = true;  // its caller has it
    if (value.isPointer()) invalidate(state, value.id);
    return depart(state, nullptr, value);
  }
  if (state.frames.back().site) listener_.onReturn(*this, state, state.frames.back(), end);
  for (const std::uint32_t local : state.frames.back().locals) state.memory.kill(local);
  const bool isWalkedFunction = isWalked(state);
  const llvm::CallBase *site = state.frames.back().site;
  if (state.team && state.frames.back().goesBackTo) state.team->strand = *state.frames.back().goesBackTo;
  if (state.frames.back().joinsTasks) joinTasks(state);
  if (state.frames.back().endsTeam) state.team.reset();
  state.frames.pop_back();
  if (!site) return;
  setResult(state, *site, value);
  if (isWalkedFunction)
    state.end = State::End::Returned;
  else
    afterCall(state, *site);
}

void Interpreter::depart(State &state, const llvm::CallBase *exit, const Value &status) {
  if (!state.departure) {  // otherwise an exit handler has returned
    state.departure = exit;
    state.isRefusal = !config_.isPart && compare(terms_, state.facts, llvm::CmpInst::ICMP_NE, 32, status,
                                                 Value::ofNumber(0)) == Value::ofNumber(1);
  }
  leave(state);
}

/// Exit handlers run on an empty stack.
void Interpreter::leave(State &state) {
  if (!state.atExit.empty() && !config_.isPart) {
    const ExitHandler handler = state.atExit.back();
    state.atExit.pop_back();
    Frame frame = frameOf(*handler.function);
    if (handler.function->arg_size() > 0) frame.registers[handler.function->getArg(0)] = handler.argument;
    state.frames.clear();
    state.frames.push_back(std::move(frame));
    return;
  }
  const bool isReturn = *state.departure == nullptr;
  if (isReturn) listener_.onEnd(*this, state);
  if (!config_.isPart) listener_.onExit(*this, state);
  if (state.end == State::End::Open) state.end = isReturn ? State::End::Complete : State::End::Ended;
}

void Interpreter::setResult(State &state, const llvm::CallBase &call, const Value &value) {
  if (!call.getType()->isVoidTy()) setRegister(state, call, value);
}

void Interpreter::afterCall(State &state, const llvm::CallBase &call) {
  if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) go(state, *invoke->getNormalDest());
}

void Interpreter::enter(State &state, const llvm::CallBase &call, const llvm::Function &callee,
                        const std::vector<Value> &values) {
  if (state.frames.size() >= kDeepestStack) {
    if (program_.leadsToMpi(callee)) return lose(state, kTooDeep);
    executeUnseen(state, call, false);
    return afterCall(state, call);
  }
  const bool isWalkedCall = walkedDepth_ && program_.leadsToMpi(callee);
  if (walkedDepth_ && !isWalkedCall && !program_.isShort(callee)) {
    executeUnseen(state, call, false);
    return afterCall(state, call);
  }
  Frame frame = frameOf(callee);
  frame.site = &call;
  const bool isWithin = state.frames.back().isWithoutMpi;
  frame.isWithoutMpi = isWithin || !program_.leadsToMpi(callee);
  frame.enteredAt = isWithin ? state.frames.back().enteredAt : state.steps;
  for (std::size_t i = 0; i < callee.arg_size() && i < values.size(); ++i) {
    const llvm::Argument *argument = callee.getArg(static_cast<unsigned>(i));
    Value value = values[i];
    if (argument->hasByValAttr()) {  // a copy of the caller's object
      const std::int64_t size = roomOf(argument->getParamByValType());
      const std::uint32_t copy = newObject(state, Object::Kind::Stack, size, *argument);
      if (const auto from = placeOf(state, value); from && from->number != Value::kSomewhere && size > 0)
        state.memory.copy(copy, 0, from->id, from->number, size, terms_);
      else
        state.memory.forget(copy, UnknownKind::Forgotten);
      frame.locals.push_back(copy);
      value = Value::ofPointer(copy, 0);
    }
    frame.registers[argument] = value;
  }
  state.frames.push_back(std::move(frame));
  if (isWalkedCall) state.end = State::End::InCall;
}

}  // namespace lockstep::passes::symex
