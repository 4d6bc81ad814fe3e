#include "passes/play/Machine.h"

#include <algorithm>

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "passes/play/Arithmetic.h"

namespace lockstep::passes::play {

namespace {

constexpr unsigned kMostPaths = 48;
constexpr std::uint64_t kLongestPath = 120'000;
constexpr std::uint64_t kLongestCall = 20'000;  // without MPI
constexpr unsigned kMostRounds = 300;           // of a loop without MPI
constexpr unsigned kMostRoundsWithMpi = 2'000;
constexpr unsigned kOpenRounds = 2;
constexpr std::size_t kDeepestStack = 64;
constexpr std::int64_t kLargestInitializer = 1 << 16;

unsigned bitsOf(const llvm::Type *type) {
  if (type->isIntegerTy()) return type->getIntegerBitWidth();
  return type->isPointerTy() ? 64 : 0;
}

Certainty certaintyOf(Quality quality) { return quality == Quality::Free ? Certainty::Free : Certainty::Forgotten; }

}  // namespace

Machine::Machine(const Program &program, const Player &player, Listener &listener, Budget &budget)
    : program_(program), player_(player), listener_(listener), budget_(budget) {}

std::vector<State> Machine::run(const llvm::Function &entry) {
  State first;
  Frame frame;
  frame.function = &entry;
  frame.block = &entry.getEntryBlock();
  frame.next = frame.block->begin();
  for (const llvm::Argument &argument : entry.args())
    frame.registers[&argument] =
        terms_.leaf(bitsOf(argument.getType()), player_.isPart ? Quality::Forgotten : Quality::Free);
  first.frames.push_back(std::move(frame));
  if (!player_.isPart) addConstructors(first);
  pending_.push_back(std::move(first));

  std::vector<State> ended;
  while (!pending_.empty()) {
    State state = std::move(pending_.back());
    pending_.pop_back();
    if (++paths_ > kMostPaths || budget_.steps == 0) {
      isComplete_ = false;
      break;
    }
    play(state);
    if (state.end == State::End::Lost) isComplete_ = false;
    ended.push_back(std::move(state));
    if (!isComplete_) dropOpenPaths();
  }
  return ended;
}

/// What runs before the entry: the initialisation of global variables, the first on top of the stack.
void Machine::addConstructors(State &state) {
  const llvm::GlobalVariable *list = program_.module().getGlobalVariable("llvm.global_ctors");
  const auto *functions =
      list && list->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
  for (unsigned i = functions ? functions->getNumOperands() : 0; i-- > 0;) {
    const auto *function = llvm::dyn_cast<llvm::Function>(functions->getOperand(i)->getOperand(1));
    if (!function || function->isDeclaration()) continue;
    Frame frame;
    frame.function = function;
    frame.block = &function->getEntryBlock();
    frame.next = frame.block->begin();
    state.frames.push_back(std::move(frame));
  }
}

void Machine::play(State &state) {
  while (state.end == State::End::Open) {
    if (pending_.size() > kMostPaths - paths_) isComplete_ = false;
    if (!isComplete_ && state.certainty != Certainty::Sure) return lose(state);
    if (++state.steps > kLongestPath || budget_.steps == 0) return lose(state);
    --budget_.steps;
    step(state);
  }
}

void Machine::step(State &state) {
  Frame &frame = state.frames.back();
  if (frame.isWithoutMpi && state.steps - frame.enteredAt > kLongestCall) {
    if (!abandonCall(state)) lose(state);
    return;
  }
  const llvm::Instruction &instruction = *frame.next;
  ++frame.next;
  execute(state, instruction);
}

/// What they would show is not used where the play is incomplete.
void Machine::dropOpenPaths() {
  std::erase_if(pending_, [](const State &state) { return state.certainty != Certainty::Sure; });
}

void Machine::lose(State &state) { state.end = State::End::Lost; }

State &Machine::fork(State &state) {
  pending_.push_back(state);
  return pending_.back();
}

State &Machine::forkAfter(State &state, const llvm::CallBase &call) {
  State other = state;
  afterCall(other, call);
  pending_.push_back(std::move(other));
  return pending_.back();
}

void Machine::setRegister(State &state, const llvm::Value &key, const Value &value) {
  state.frames.back().registers[&key] = value;
}

void Machine::execute(State &state, const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) return;
  if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    std::int64_t size = bytesOf(slot->getAllocatedType());
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
  if (instruction.isTerminator()) return lose(state);
  if (llvm::isa<llvm::FenceInst>(instruction)) return;
  setRegister(state, instruction, evaluate(state, instruction));
}

void Machine::executeLoad(State &state, const llvm::LoadInst &load) {
  const Value address = valueOf(state, *load.getPointerOperand());
  const std::int64_t bytes = bytesOf(load.getType());
  const std::optional<Value> place = placeOf(state, address);
  if (load.isAtomic()) listener_.onAtomic(*this, state);
  if (place && place->number != Value::kSomewhere)
    listener_.onAccess(*this, state, load, {place->id, place->number, bytes, false});
  Value content = this->load(state, address, bytes);
  if (load.isVolatile()) content = unknown(load.getType(), Quality::Forgotten);
  if (content.isNumber() && bitsOf(load.getType()) == 1) content.number &= 1;
  setRegister(state, load, content);
}

void Machine::executeStore(State &state, const llvm::StoreInst &store) {
  const Value address = valueOf(state, *store.getPointerOperand());
  const std::int64_t bytes = bytesOf(store.getValueOperand()->getType());
  const std::optional<Value> place = placeOf(state, address);
  if (store.isAtomic()) listener_.onAtomic(*this, state);
  if (place && place->number != Value::kSomewhere)
    listener_.onAccess(*this, state, store, {place->id, place->number, bytes, true});
  this->store(state, address, bytes, valueOf(state, *store.getValueOperand()));
}

void Machine::executeAtomic(State &state, const llvm::Instruction &instruction) {
  const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  const llvm::Value *pointer =
      update ? update->getPointerOperand() : llvm::cast<llvm::AtomicCmpXchgInst>(instruction).getPointerOperand();
  const Value address = valueOf(state, *pointer);
  listener_.onAtomic(*this, state);
  if (!update) {
    forget(state, address, Quality::Forgotten);
    return setRegister(state, instruction, unknown(instruction.getType(), Quality::Forgotten));
  }
  const std::int64_t bytes = bytesOf(update->getType());
  const Value old = load(state, address, bytes);
  const Value by = valueOf(state, *update->getValOperand());
  const unsigned bits = bitsOf(update->getType());
  Value now = unknown(update->getType(), Quality::Forgotten);
  if (update->getOperation() == llvm::AtomicRMWInst::Add)
    now = binary(terms_, state.facts, llvm::Instruction::Add, bits, old, by);
  if (update->getOperation() == llvm::AtomicRMWInst::Xchg) now = by;
  store(state, address, bytes, now);
  setRegister(state, instruction, old);
}

void Machine::executeBranch(State &state, const llvm::Instruction &end) {
  const auto &branch = llvm::cast<llvm::BranchInst>(end);
  if (branch.isUnconditional()) return go(state, *branch.getSuccessor(0));
  split(state, valueOf(state, *branch.getCondition()), *branch.getSuccessor(0), *branch.getSuccessor(1));
}

/// One case after the other, each against the rest.
void Machine::executeSwitch(State &state, const llvm::SwitchInst &end) {
  const Value chosen = valueOf(state, *end.getCondition());
  const unsigned bits = bitsOf(end.getCondition()->getType());
  if (bits > 64) return lose(state);
  std::vector<std::pair<Value, const llvm::BasicBlock *>> open;
  for (const auto &choice : end.cases()) {
    const Value number = Value::ofNumber(choice.getCaseValue()->getSExtValue());
    const Value condition = compare(terms_, state.facts, llvm::CmpInst::ICMP_EQ, bits, chosen, number);
    if (condition == Value::ofNumber(1)) return go(state, *choice.getCaseSuccessor());
    if (condition != Value::ofNumber(0) && !program_.isDoomed(*choice.getCaseSuccessor()))
      open.emplace_back(condition, choice.getCaseSuccessor());
  }
  if (!open.empty() && state.frames.back().isWithoutMpi && abandonCall(state)) return;
  for (const auto &[condition, block] : open) {
    const Certainty certainty = std::max(state.certainty, certaintyOf(terms_.qualityOf(condition)));
    state.certainty = certainty;
    State &other = fork(state);
    if (other.facts.assume(terms_, condition, true))
      go(other, *block);
    else
      pending_.pop_back();
    if (!state.facts.assume(terms_, condition, false)) {
      state = std::move(pending_.back());
      pending_.pop_back();
      return;
    }
  }
  go(state, *end.getDefaultDest());
}

void Machine::split(State &state, const Value &condition, const llvm::BasicBlock &yes, const llvm::BasicBlock &no) {
  if (const auto number = numberOf(state, condition)) return go(state, *number != 0 ? yes : no);
  if (!condition.isTerm()) return go(state, yes);  // the address of something is true
  const bool yesEnds = program_.isDoomed(yes);
  const bool noEnds = program_.isDoomed(no);
  if (yesEnds != noEnds) {
    if (!state.facts.assume(terms_, condition, noEnds)) return lose(state);
    return go(state, noEnds ? yes : no);
  }
  Frame &frame = state.frames.back();
  if (frame.isWithoutMpi && abandonCall(state)) return;
  if (abandonLoop(state, *frame.block)) return;

  const llvm::Loop *loop = program_.loopsOf(*frame.function).getLoopFor(frame.block);
  const bool canLeave = loop && loop->contains(&yes) != loop->contains(&no);
  const bool staysOnYes = canLeave && loop->contains(&yes);
  state.certainty = std::max(state.certainty, certaintyOf(terms_.qualityOf(condition)));
  LoopCount *count = canLeave ? &frame.loops[loop->getHeader()] : nullptr;
  if (count && count->open >= kOpenRounds) {
    isCut_ = true;
    if (terms_.qualityOf(condition) == Quality::Forgotten) isComplete_ = false;  // it may have to run longer
    if (!state.facts.assume(terms_, condition, !staysOnYes)) return lose(state);
    return go(state, staysOnYes ? no : yes);
  }
  Facts left = state.facts;
  const bool mayLeave = left.assume(terms_, condition, !staysOnYes);
  if (!state.facts.assume(terms_, condition, staysOnYes)) {
    if (!mayLeave) return lose(state);
    state.facts = std::move(left);
    return go(state, staysOnYes ? no : yes);
  }
  if (mayLeave) {
    State other = state;
    other.facts = std::move(left);
    go(other, staysOnYes ? no : yes);
    pending_.push_back(std::move(other));
  }
  if (canLeave) ++state.frames.back().loops[loop->getHeader()].open;
  go(state, staysOnYes ? yes : no);
}

void Machine::go(State &state, const llvm::BasicBlock &to) {
  Frame &frame = state.frames.back();
  const llvm::BasicBlock *from = frame.block;
  std::vector<std::pair<const llvm::Value *, Value>> values;
  for (const llvm::PHINode &phi : to.phis()) {
    const int index = phi.getBasicBlockIndex(from);
    const Value value = index < 0 ? unknown(phi.getType(), Quality::Forgotten)
                                  : valueOf(state, *phi.getIncomingValue(static_cast<unsigned>(index)));
    values.emplace_back(&phi, value);
  }
  for (const auto &[phi, value] : values) frame.registers[phi] = value;
  frame.block = &to;
  frame.next = to.getFirstNonPHIIt();

  const llvm::Loop *loop = program_.loopsOf(*frame.function).getLoopFor(&to);
  if (!loop || loop->getHeader() != &to) return;
  LoopCount &count = frame.loops[&to];
  if (!loop->contains(from)) {
    count = {};
    return;
  }
  const unsigned limit = program_.leadsToMpi(*loop) ? kMostRoundsWithMpi : kMostRounds;
  if (++count.rounds > limit && !abandonLoop(state, to)) lose(state);
}

void Machine::executeReturn(State &state, const llvm::ReturnInst &end) {
  const llvm::Value *returned = end.getReturnValue();
  const Value value = returned ? valueOf(state, *returned) : Value::ofNumber(0);
  if (state.frames.size() == 1) {
    if (value.isHandle()) state.held[value.id].isBlurred = true;  // whoever called has it
    listener_.onEnd(*this, state);
    if (state.end == State::End::Open) state.end = State::End::Complete;
    return;
  }
  if (state.frames.back().site) listener_.onReturn(*this, state, state.frames.back(), end);
  for (const std::uint32_t local : state.frames.back().locals) state.memory.kill(local);
  const llvm::CallBase *site = state.frames.back().site;
  if (state.team && state.frames.back().goesBackTo) state.team->strand = *state.frames.back().goesBackTo;
  if (state.frames.back().endsTeam) state.team.reset();
  state.frames.pop_back();
  if (!site) return;
  setResult(state, *site, value);
  afterCall(state, *site);
}

void Machine::setResult(State &state, const llvm::CallBase &call, const Value &value) {
  if (!call.getType()->isVoidTy()) setRegister(state, call, value);
}

void Machine::afterCall(State &state, const llvm::CallBase &call) {
  if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) go(state, *invoke->getNormalDest());
}

void Machine::enter(State &state, const llvm::CallBase &call, const llvm::Function &callee,
                    const std::vector<Value> &values) {
  if (state.frames.size() >= kDeepestStack) {
    if (program_.leadsToMpi(callee)) return lose(state);
    executeUnseen(state, call, false);
    return afterCall(state, call);
  }
  Frame frame;
  frame.function = &callee;
  frame.site = &call;
  frame.block = &callee.getEntryBlock();
  frame.next = frame.block->begin();
  const bool isWithin = state.frames.back().isWithoutMpi;
  frame.isWithoutMpi = isWithin || !program_.leadsToMpi(callee);
  frame.enteredAt = isWithin ? state.frames.back().enteredAt : state.steps;
  for (std::size_t i = 0; i < callee.arg_size() && i < values.size(); ++i) {
    const llvm::Argument *argument = callee.getArg(static_cast<unsigned>(i));
    Value value = values[i];
    if (argument->hasByValAttr()) {  // a copy of the caller's object
      const std::int64_t size = bytesOf(argument->getParamByValType());
      const std::uint32_t copy = newObject(state, Object::Kind::Stack, size, *argument);
      if (const auto from = placeOf(state, value); from && from->number != Value::kSomewhere && size > 0)
        state.memory.copy(copy, 0, from->id, from->number, size, terms_);
      else
        state.memory.forget(copy, Quality::Forgotten);
      frame.locals.push_back(copy);
      value = Value::ofPointer(copy, 0);
    }
    frame.registers[argument] = value;
  }
  state.frames.push_back(std::move(frame));
}

/// The outermost call without MPI on the stack ends here; what it may have written is forgotten.
bool Machine::abandonCall(State &state) {
  if (!state.frames.back().isWithoutMpi || state.frames.size() < 2) return false;
  const llvm::CallBase *site = nullptr;
  while (state.frames.size() > 1 && state.frames.back().isWithoutMpi) {
    for (const std::uint32_t local : state.frames.back().locals) state.memory.kill(local);
    site = state.frames.back().site;
    state.frames.pop_back();
  }
  executeUnseen(state, *site, false);
  afterCall(state, *site);
  return true;
}

namespace {

/// The objects that an address computed in a loop can lead to, as far as the state before tells.
class Roots {
 public:
  Roots(Machine &machine, State &state, const llvm::Loop &loop) : machine_(machine), state_(state), loop_(loop) {}

  bool isKnown() const { return isKnown_; }
  const std::set<std::uint32_t> &objects() const { return objects_; }

  void add(const llvm::Value &address) {
    for (const std::uint32_t object : resolve(address, 0)) objects_.insert(object);
  }
  void addReachable(const llvm::Value &address) {
    std::vector<std::uint32_t> pending;
    for (const std::uint32_t object : resolve(address, 0)) pending.push_back(object);
    while (!pending.empty()) {
      const std::uint32_t object = pending.back();
      pending.pop_back();
      if (!objects_.insert(object).second) continue;
      for (const std::uint32_t next : pointees(object)) pending.push_back(next);
    }
  }

 private:
  std::vector<std::uint32_t> pointees(std::uint32_t object) {
    std::vector<std::uint32_t> found;
    const auto cells = state_.memory[object].cells;  // a copy: resolving makes objects
    for (const auto &[offset, cell] : cells)
      if (cell.size == 8 && !cell.value.isNumber())
        if (const auto place = machine_.placeOf(state_, cell.value)) found.push_back(place->id);
    return found;
  }

  std::vector<std::uint32_t> resolve(const llvm::Value &address, unsigned depth) {
    const llvm::Value *root = &address;
    while (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(root)) root = gep->getPointerOperand();
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(root);
    if (!instruction || !loop_.contains(instruction)) {
      if (const auto place = machine_.placeOf(state_, machine_.valueOf(state_, *root))) return {place->id};
      return {};
    }
    std::vector<std::uint32_t> found;
    if (depth > 6) {
      isKnown_ = false;
      return found;
    }
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      for (const std::uint32_t object : resolve(*load->getPointerOperand(), depth + 1))
        for (const std::uint32_t next : pointees(object)) found.push_back(next);
      return found;
    }
    if (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::CastInst>(instruction)) {
      for (const llvm::Value *operand : instruction->operands())
        if (operand->getType()->isPointerTy())
          for (const std::uint32_t object : resolve(*operand, depth + 1)) found.push_back(object);
      return found;
    }
    if (llvm::isa<llvm::AllocaInst>(instruction)) return found;
    isKnown_ = false;
    return found;
  }

  Machine &machine_;
  State &state_;
  const llvm::Loop &loop_;
  std::set<std::uint32_t> objects_;
  bool isKnown_ = true;
};

}  // namespace

/// Leaves the outermost loop without MPI around the block; what its instructions may write is forgotten.
bool Machine::abandonLoop(State &state, const llvm::BasicBlock &block) {
  const llvm::Function &function = *block.getParent();
  const llvm::Loop *loop = nullptr;
  for (const llvm::Loop *around = program_.loopsOf(function).getLoopFor(&block); around;
       around = around->getParentLoop())
    if (!program_.leadsToMpi(*around)) loop = around;
  if (!loop) return false;

  Roots roots(*this, state, *loop);
  for (const llvm::BasicBlock *inside : loop->blocks()) {
    for (const llvm::Instruction &instruction : *inside) {
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) roots.add(*store->getPointerOperand());
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) roots.add(*instruction.getOperand(0));
      if (!call || llvm::isa<llvm::DbgInfoIntrinsic>(call) || call->onlyReadsMemory()) continue;
      for (const llvm::Value *operand : call->args())
        if (operand->getType()->isPointerTy() && !llvm::isa<llvm::Function>(operand)) roots.addReachable(*operand);
      for (const auto &[global, object] : state.globals)
        if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
            variable && program_.effects().mayChange(*call, *variable))
          roots.addReachable(*variable);
    }
  }
  if (!roots.isKnown()) return false;
  for (const std::uint32_t object : roots.objects()) {
    blur(state, object);
    state.memory.forget(object, Quality::Forgotten);
  }
  Frame &frame = state.frames.back();
  llvm::SmallVector<llvm::Loop::Edge, 4> exits;
  loop->getExitEdges(exits);
  std::vector<llvm::Loop::Edge> ways;
  for (const llvm::Loop::Edge &exit : exits) {
    const bool isKnown = std::ranges::any_of(ways, [&](const auto &way) { return way.second == exit.second; });
    if (!isKnown && !program_.isDoomed(*exit.second)) ways.push_back(exit);
  }
  if (ways.empty()) {
    lose(state);
    return true;
  }
  for (const llvm::BasicBlock *inside : loop->blocks())
    for (const llvm::Instruction &instruction : *inside) frame.registers.erase(&instruction);
  if (ways.size() > 1) state.certainty = Certainty::Forgotten;
  for (std::size_t i = 1; i < ways.size(); ++i) {
    State other = state;
    other.frames.back().block = ways[i].first;
    go(other, *ways[i].second);
    pending_.push_back(std::move(other));
  }
  frame.block = ways.front().first;
  go(state, *ways.front().second);
  return true;
}

Value Machine::valueOf(State &state, const llvm::Value &value) {
  if (const auto *fixed = llvm::dyn_cast<llvm::Constant>(&value)) return constant(state, *fixed);
  auto &registers = state.frames.back().registers;
  if (const auto known = registers.find(&value); known != registers.end()) return known->second;
  const Value fresh = unknown(value.getType(), Quality::Forgotten);
  registers[&value] = fresh;
  return fresh;
}

std::optional<std::int64_t> Machine::numberOf(State &state, const Value &value) const {
  return state.facts.numberOf(terms_, value);
}

Value Machine::unknown(const llvm::Type *type, Quality quality) { return terms_.leaf(bitsOf(type), quality); }

Value Machine::constant(State &state, const llvm::Constant &constant) {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (number->getBitWidth() == 1) return Value::ofNumber(number->isZero() ? 0 : 1);
    if (number->getBitWidth() <= 64) return Value::ofNumber(number->getSExtValue());
  }
  if (llvm::isa<llvm::ConstantPointerNull, llvm::ConstantAggregateZero>(constant)) return Value::ofNumber(0);
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&constant))
    return Value::ofPointer(globalObject(state, *global), 0);
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) return evaluateGep(state, *gep);
    if (expression->isCast())
      return convert(terms_, state.facts, expression->getOpcode(), bitsOf(expression->getOperand(0)->getType()),
                     bitsOf(expression->getType()), this->constant(state, *expression->getOperand(0)));
  }
  if (llvm::isa<llvm::UndefValue>(constant)) return unknown(constant.getType(), Quality::Forgotten);
  return terms_.ofConstant(constant, bitsOf(constant.getType()));
}

std::uint32_t Machine::globalObject(State &state, const llvm::GlobalVariable &global) {
  if (const auto known = state.globals.find(&global); known != state.globals.end()) return known->second;
  const std::int64_t size = global.getValueType()->isSized() ? bytesOf(global.getValueType()) : -1;
  const std::uint32_t object = newObject(state, Object::Kind::Global, size, global);
  state.globals[&global] = object;
  const bool isChanged = player_.isPart && !global.isConstant();
  if (isChanged || !global.hasInitializer() || !global.hasDefinitiveInitializer()) {
    const bool isCommon = !isChanged && global.hasInitializer() && global.hasCommonLinkage();
    if (isCommon)
      state.memory.fill(object, 0, size, 0, terms_);
    else
      state.memory.forget(object, Quality::Forgotten);
  } else if (global.getInitializer()->isNullValue()) {
    state.memory.fill(object, 0, size, 0, terms_);
  } else if (size > 0 && size <= kLargestInitializer) {
    initialize(state, object, 0, *global.getInitializer());
  } else {
    state.memory.forget(object, Quality::Forgotten);
  }
  return object;
}

void Machine::initialize(State &state, std::uint32_t object, std::int64_t offset, const llvm::Constant &content) {
  llvm::Type *type = content.getType();
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *layout = program_.layout().getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (const llvm::Constant *element = content.getAggregateElement(i))
        initialize(state, object, offset + static_cast<std::int64_t>(layout->getElementOffset(i)), *element);
    return;
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::int64_t size = bytesOf(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      if (const llvm::Constant *element = content.getAggregateElement(static_cast<unsigned>(i)))
        initialize(state, object, offset + static_cast<std::int64_t>(i) * size, *element);
    return;
  }
  state.memory.store(object, offset, bytesOf(type), constant(state, content), terms_);
}

std::uint32_t Machine::newObject(State &state, Object::Kind kind, std::int64_t size, const llvm::Value &origin) {
  Object object;
  object.kind = kind;
  object.size = size;
  object.origin = &origin;
  return state.memory.add(std::move(object));
}

std::optional<Value> Machine::placeOf(State &state, const Value &address) {
  if (address.isPointer()) return address;
  if (!address.isTerm()) return std::nullopt;
  std::int64_t offset = 0;
  std::uint32_t base = address.id;
  for (unsigned depth = 0; depth < 16; ++depth) {
    const Term &term = terms_[base];
    if (term.opcode != llvm::Instruction::Add) break;
    if (term.second.isNumber() && offset != Value::kSomewhere)
      offset += term.second.number;
    else
      offset = Value::kSomewhere;
    if (term.first.isPointer()) return Value::ofPointer(term.first.id, Value::kSomewhere);
    if (!term.first.isTerm()) return std::nullopt;
    base = term.first.id;
  }
  if (terms_[base].constant) return std::nullopt;
  const auto [known, isNew] = state.foreign.try_emplace(base, 0U);
  if (isNew) {
    Object object;
    object.kind = Object::Kind::Foreign;
    object.rest = Object::Rest::Unknown;
    object.quality = terms_[base].quality;
    known->second = state.memory.add(std::move(object));
  }
  return Value::ofPointer(known->second, offset);
}

Value Machine::load(State &state, const Value &address, std::int64_t bytes, Quality quality) {
  const auto bits = bytes > 0 && bytes <= 8 ? static_cast<unsigned>(8 * bytes) : 0U;
  const std::optional<Value> place = placeOf(state, address);
  if (!place || place->number == Value::kSomewhere || bytes <= 0) return terms_.leaf(bits, Quality::Forgotten);
  if (state.memory.isShared(place->id, place->number, bytes)) return terms_.leaf(bits, Quality::Forgotten);
  if (const auto content = state.memory.load(place->id, place->number, bytes)) return *content;
  const Object &object = state.memory[place->id];
  if (!state.memory.isUntouched(place->id, place->number, bytes)) {
    for (const auto &[offset, cell] : object.cells)  // a handle that travels as a part of something else
      if (cell.value.isHandle() && offset < place->number + bytes && place->number < offset + cell.size)
        state.held[cell.value.id].isBlurred = true;
    return terms_.leaf(bits, Quality::Forgotten);
  }
  if (object.rest == Object::Rest::Zero) return Value::ofNumber(0);
  const Value fresh = terms_.leaf(bits, object.rest == Object::Rest::Unknown ? object.quality : quality);
  state.memory.store(place->id, place->number, bytes, fresh, terms_);
  return fresh;
}

void Machine::store(State &state, const Value &address, std::int64_t bytes, const Value &value) {
  const std::optional<Value> place = placeOf(state, address);
  const bool isLost = !place || place->number == Value::kSomewhere;
  if (isLost && value.isHandle()) state.held[value.id].isBlurred = true;
  if (!place) return;
  if (isLost) {
    blur(state, place->id);
    return state.memory.forget(place->id, Quality::Forgotten);
  }
  state.memory.store(place->id, place->number, bytes, value, terms_);
}

/// Unseen code may use the handles that lie in the object: nothing is said about them any more.
void Machine::blur(State &state, std::uint32_t object) {
  state.memory.forEachHandle(object, [&](std::uint32_t handle) { state.held[handle].isBlurred = true; });
}

void Machine::forget(State &state, const Value &address, Quality quality) {
  const std::optional<Value> place = placeOf(state, address);
  if (!place) return;
  blur(state, place->id);
  state.memory.forget(place->id, quality);
}

void Machine::forgetReachable(State &state, const Value &address, Quality quality) {
  const std::optional<Value> first = placeOf(state, address);
  if (!first) return;
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> pending{first->id};
  while (!pending.empty()) {
    const std::uint32_t object = pending.back();
    pending.pop_back();
    if (!seen.insert(object).second) continue;
    for (const auto &[offset, cell] : state.memory[object].cells)
      if (cell.value.isPointer()) pending.push_back(cell.value.id);
    const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(state.memory[object].origin);
    blur(state, object);
    if (!global || !global->isConstant()) state.memory.forget(object, quality);
  }
}

std::int64_t Machine::bytesOf(llvm::Type *type) const {
  if (!type->isSized()) return -1;
  const llvm::TypeSize size = program_.layout().getTypeAllocSize(type);
  if (size.isScalable()) return -1;
  const bool isSimple = type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy();
  return static_cast<std::int64_t>(isSimple ? program_.layout().getTypeStoreSize(type).getFixedValue()
                                            : size.getFixedValue());
}

Value Machine::evaluate(State &state, const llvm::Instruction &instruction) {
  if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) return evaluateGep(state, *gep);
  const unsigned bits = bitsOf(instruction.getType());
  if (instruction.getType()->isVectorTy()) return unknown(instruction.getType(), Quality::Forgotten);
  if (const auto *comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return compare(terms_, state.facts, comparison->getPredicate(), bitsOf(comparison->getOperand(0)->getType()),
                   valueOf(state, *comparison->getOperand(0)), valueOf(state, *comparison->getOperand(1)));
  if (instruction.isBinaryOp())
    return binary(terms_, state.facts, instruction.getOpcode(), bits, valueOf(state, *instruction.getOperand(0)),
                  valueOf(state, *instruction.getOperand(1)));
  if (instruction.isCast())
    return convert(terms_, state.facts, instruction.getOpcode(), bitsOf(instruction.getOperand(0)->getType()), bits,
                   valueOf(state, *instruction.getOperand(0)));
  if (llvm::isa<llvm::FreezeInst>(instruction)) return valueOf(state, *instruction.getOperand(0));
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    const Value condition = valueOf(state, *select->getCondition());
    const Value yes = valueOf(state, *select->getTrueValue());
    const Value no = valueOf(state, *select->getFalseValue());
    if (const auto known = numberOf(state, condition)) return *known != 0 ? yes : no;
    if (yes == no) return yes;
    for (const Value &value : {yes, no})
      if (value.isHandle()) state.held[value.id].isBlurred = true;
    return unknown(select->getType(),
                   std::max({terms_.qualityOf(condition), terms_.qualityOf(yes), terms_.qualityOf(no)}));
  }
  Quality quality = Quality::Free;
  for (const llvm::Value *operand : instruction.operands()) {
    const Value value = valueOf(state, *operand);
    quality = std::max(quality, terms_.qualityOf(value));
    if (value.isHandle()) state.held[value.id].isBlurred = true;  // in an aggregate, out of sight
  }
  if (instruction.getNumOperands() == 1)
    return terms_.operation(instruction.getOpcode(), 0, bits, valueOf(state, *instruction.getOperand(0)),
                            Value::ofNumber(0));
  return unknown(instruction.getType(), quality);
}

Value Machine::evaluateGep(State &state, const llvm::GEPOperator &gep) {
  Value address = valueOf(state, *gep.getPointerOperand());
  std::int64_t offset = 0;
  for (auto index = llvm::gep_type_begin(gep); index != llvm::gep_type_end(gep); ++index) {
    if (llvm::StructType *structure = index.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index.getOperand())->getZExtValue());
      offset += static_cast<std::int64_t>(program_.layout().getStructLayout(structure)->getElementOffset(field));
      continue;
    }
    const Value by = valueOf(state, *index.getOperand());
    const auto stride = static_cast<std::int64_t>(index.getSequentialElementStride(program_.layout()).getFixedValue());
    if (const auto number = numberOf(state, by)) {
      offset += *number * stride;
      continue;
    }
    if (address.isPointer()) {
      address.number = Value::kSomewhere;
    } else {
      const Value bytes = binary(terms_, state.facts, llvm::Instruction::Mul, 64, by, Value::ofNumber(stride));
      address = terms_.operation(llvm::Instruction::Add, 0, 64, address, bytes);
    }
  }
  if (address.isPointer() && address.number == Value::kSomewhere) return address;
  return binary(terms_, state.facts, llvm::Instruction::Add, 64, address, Value::ofNumber(offset));
}

}  // namespace lockstep::passes::play
