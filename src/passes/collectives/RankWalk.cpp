#include "passes/collectives/RankWalk.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "passes/collectives/RankSource.h"

namespace lockstep::passes {

namespace {

constexpr unsigned kMaxVisits = 20000;
constexpr unsigned kUnrolling = 8;
constexpr unsigned kUnrollingOfExamples = 600;

/// From a rank and not from messages, which may well tell all ranks the same.
bool isFromRank(const RankTaint &flow) {
  const std::optional<MpiCall> call = MpiCall::of(flow.source());
  return call && isRankSource(call->info());
}

bool isSymbolType(const llvm::Type &type) { return type.isPointerTy() || type.isIntegerTy(); }

}  // namespace

RankWalk::RankWalk(const FlowGraph &graph, const CallEffects &effects, const WalkConfig &config, std::size_t &effort)
    : graph_(graph),
      effects_(effects),
      layout_(graph.function().getParent()->getDataLayout()),
      config_(config),
      effort_(effort),
      rankBranches_(graph),
      openBranches_(graph) {}

std::optional<CollectiveSummary> RankWalk::run(unsigned unrolling) {
  unrolling_ = unrolling;
  behavior_ = {};
  behavior_.flows = std::make_unique<std::deque<RankTaint>>();
  visits_.clear();
  nodes_.clear();
  pending_.clear();
  created_.clear();
  rankBranches_ = openBranches_ = DecidingBranches(graph_);

  const llvm::BasicBlock &entry = graph_.function().getEntryBlock();
  go(entry, entry, {}, {});
  for (unsigned count = 0; !pending_.empty(); ++count) {
    const unsigned node = pending_.begin()->second;
    const std::size_t cost = 1 + visits_[node].state.size();
    if (count == kMaxVisits || effort_ < cost) return std::nullopt;
    effort_ -= cost;
    pending_.erase(pending_.begin());
    visit(node);
  }
  return std::move(behavior_);
}

void RankWalk::visit(unsigned node) {
  const llvm::BasicBlock &block = *visits_[node].block;
  const Rounds rounds = visits_[node].rounds;
  state_ = visits_[node].state;
  BehaviorNode result{
      .block = &block, .events = {}, .end = BehaviorNode::End::Abort, .next = {}, .flow = nullptr, .gotten = nullptr};
  if (graph_.isDoomed(block)) {
    behavior_.nodes[node] = std::move(result);
    return;
  }
  for (const llvm::Instruction &instruction : block) execute(instruction, result);

  const std::vector<const llvm::BasicBlock *> targets = decide(block, result);
  const Rounds left = targets.size() > 1 ? mergeLeftLoops(block, rounds) : rounds;
  const RankState after = std::move(state_);
  for (const llvm::BasicBlock *target : targets) result.next.push_back(go(block, *target, left, after));
  behavior_.nodes[node] = std::move(result);
}

unsigned RankWalk::go(const llvm::BasicBlock &from, const llvm::BasicBlock &to, const Rounds &rounds, RankState state) {
  enterPhis(from, to, state);
  state.leaveBlock(from);
  Rounds entered = roundsAt(from, to, rounds);
  const auto [place, isNew] = nodes_.try_emplace({&to, entered}, static_cast<unsigned>(visits_.size()));
  const unsigned node = place->second;
  if (isNew) {
    visits_.push_back({.block = &to, .rounds = std::move(entered), .state = std::move(state)});
    behavior_.nodes.emplace_back();
  } else if (!visits_[node].state.join(state)) {
    return node;
  }
  pending_.insert({graph_.number(to), node});
  return node;
}

RankWalk::Rounds RankWalk::roundsAt(const llvm::BasicBlock &from, const llvm::BasicBlock &to, Rounds rounds) const {
  std::erase_if(rounds, [&](const Round &round) { return !round.loop->contains(&to); });
  std::vector<const llvm::Loop *> around;
  for (const llvm::Loop *loop = graph_.loopOf(to); loop; loop = loop->getParentLoop()) around.push_back(loop);
  std::ranges::reverse(around);

  const bool isBackEdge = !around.empty() && around.back()->getHeader() == &to && around.back()->contains(&from);
  if (isBackEdge && rounds.size() == around.size()) {
    Round &round = rounds.back();
    if (round.iteration == unrolling_ || !graph_.hasCollective(*round.loop)) round.merged = true;
    if (!round.merged) ++round.iteration;
  }
  while (rounds.size() < around.size()) rounds.push_back({.loop = around[rounds.size()]});
  return rounds;
}

/// A loop that may or may not continue here has an unknown number of iterations, which are merged.
RankWalk::Rounds RankWalk::mergeLeftLoops(const llvm::BasicBlock &block, Rounds rounds) const {
  for (Round &round : rounds)
    for (const llvm::BasicBlock *next : graph_.successors(block))
      if (!round.loop->contains(next)) round.merged = true;
  return rounds;
}

void RankWalk::enterPhis(const llvm::BasicBlock &from, const llvm::BasicBlock &to, RankState &state) {
  std::vector<std::pair<const llvm::PHINode *, RankValue>> values;
  std::swap(state_, state);
  for (const llvm::PHINode &phi : to.phis()) values.emplace_back(&phi, valueOf(*phi.getIncomingValueForBlock(&from)));
  std::swap(state_, state);
  for (const auto &[phi, value] : values) state.setRegister(*phi, value);
}

/// The successors of the block for this rank: a single one if its condition is known.
std::vector<const llvm::BasicBlock *> RankWalk::decide(const llvm::BasicBlock &block, BehaviorNode &node) {
  const llvm::Instruction &end = *block.getTerminator();
  const auto ways = graph_.successors(block);
  node.end = BehaviorNode::End::Next;
  if (ways.empty()) {
    node.end = llvm::isa<llvm::ReturnInst>(end) ? BehaviorNode::End::Return : BehaviorNode::End::Abort;
    return {};
  }
  if (ways.size() == 1) return {ways.front()};

  const RankValue condition = valueOf(*end.getOperand(0));
  const llvm::Instruction *gotten = condition.flow ? condition.flow->obtainedBy() : nullptr;
  if (condition.flow && !gotten) {
    behavior_.rankBranches.push_back({.block = &block, .flow = condition.flow});
    rankBranches_.add(block, condition.flow);
  }
  if (const std::optional<std::int64_t> known = condition.integer()) {
    if (llvm::isa<llvm::BranchInst>(end)) return {*known != 0 ? ways[0] : ways[1]};
    if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end))
      return {choice->findCaseValue(llvm::cast<llvm::ConstantInt>(condition.base))->getCaseSuccessor()};
  }
  std::vector<const llvm::BasicBlock *> live;
  for (const llvm::BasicBlock *way : ways)
    if (!graph_.isDoomed(*way)) live.push_back(way);
  if (live.size() < 2) return live.empty() ? std::vector{ways.front()} : live;
  if (&block == config_.taken.branch) return {config_.taken.target};
  if (condition.flow && !gotten && isFromRank(*condition.flow)) openBranches_.add(block, condition.flow);
  node.end = BehaviorNode::End::Choice;
  node.flow = gotten ? nullptr : condition.flow;
  node.gotten = gotten;
  return live;
}

void RankWalk::execute(const llvm::Instruction &instruction, BehaviorNode &node) {
  if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction)) return;
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return executeLoad(*load);
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return executeStore(*store);
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return executeCall(*call, node);
  if (instruction.isTerminator() || llvm::isa<llvm::FenceInst>(instruction)) return;  // a fence writes nothing itself
  if (instruction.mayWriteToMemory()) state_.forgetReachable(valueOf(*instruction.getOperand(0)));
  evaluatePure(instruction);
}

void RankWalk::evaluatePure(const llvm::Instruction &instruction) {
  const RankValue result =
      evaluate(instruction, layout_, [this](const llvm::Value &operand) { return valueOf(operand); });
  state_.setRegister(instruction, result);
  if (result.base || llvm::isa<llvm::CmpInst>(instruction)) return;
  for (const llvm::Value *operand : instruction.operands())
    if (const RankValue value = valueOf(*operand); value.isAddress()) state_.expose(value);
}

void RankWalk::executeLoad(const llvm::LoadInst &load) {
  const RankValue address = valueOf(*load.getPointerOperand());
  const std::uint64_t bytes = bytesOf(load.getType());
  if (const RankValue *content = state_.load(address, bytes)) return state_.setRegister(load, *content);

  const auto *global = address.base ? llvm::dyn_cast<llvm::GlobalVariable>(address.base) : nullptr;
  if (global && global->isConstant() && global->hasDefinitiveInitializer() && address.offset != RankValue::kSomewhere) {
    const llvm::APInt offset(64, static_cast<std::uint64_t>(address.offset), true);
    auto *initializer = const_cast<llvm::Constant *>(global->getInitializer());
    if (const llvm::Constant *value = llvm::ConstantFoldLoadFromConst(initializer, load.getType(), offset, layout_))
      return state_.setRegister(load, constantValue(*value, layout_));
  }
  const RankTaint *flow = address.flow ? address.flow : state_.flowOf(address);
  const bool isPlace = address.base && address.offset != RankValue::kSomewhere;
  if (!isPlace || load.isVolatile() || load.isAtomic() || !isSymbolType(*load.getType()))
    return state_.setRegister(load, {.flow = flow});
  const RankValue symbol = newValue(load, flow);
  state_.setRegister(load, symbol);
  state_.remember(address, bytes, symbol);
}

void RankWalk::executeStore(const llvm::StoreInst &store) {
  RankValue value = valueOf(*store.getValueOperand());
  if (!value.flow) value.flow = openBranches_.flowAt(*store.getParent());  // whether this is run is open
  if (value.flow) value.flow = extend(value.flow, store);
  state_.store(valueOf(*store.getPointerOperand()), bytesOf(store.getValueOperand()->getType()), value);
}

const RankTaint *DecidingBranches::flowAt(const llvm::BasicBlock &block) {
  if (flows_.empty()) return nullptr;
  const auto [known, isNew] = decided_.try_emplace(&block, nullptr);
  if (isNew) known->second = flows_.lookup(graph_->nearestController(block, flows_));
  return known->second;
}

void RankWalk::executeCall(const llvm::CallBase &call, BehaviorNode &node) {
  if (const std::optional<MpiCall> mpiCall = MpiCall::of(call)) return executeMpi(*mpiCall, node);
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
  if (call.isLifetimeStartOrEnd()) return state_.endLife(valueOf(*call.getArgOperand(1)));
  if (mayHideCollective(call)) node.events.push_back(hiddenEvent(call));
  executeUnseen(call);
}

/// A pointer may be known on this rank, and refer to harmless code.
bool RankWalk::mayHideCollective(const llvm::CallBase &call) const {
  if (!effects_.mayHideCollective(call)) return false;
  const llvm::Value *target = call.isIndirectCall() ? valueOf(*call.getCalledOperand()).base : nullptr;
  const auto *callee = target ? llvm::dyn_cast<llvm::Function>(target) : nullptr;
  return !callee || callee->isDeclaration() || effects_.mayHideCollective(*callee);
}

/// A call that is not inlined. The collective that it certainly executes is used if its communicator is a constant.
CollectiveEvent RankWalk::hiddenEvent(const llvm::CallBase &call) const {
  CollectiveEvent event{.call = &call};
  const llvm::Value *target = valueOf(*call.getCalledOperand()).base;
  const auto *callee = target ? llvm::dyn_cast<llvm::Function>(target) : nullptr;
  const llvm::CallBase *inside = callee ? effects_.sureCollective(*callee) : effects_.sureCollective(call);
  const std::optional<MpiCall> mpiCall = inside ? MpiCall::of(*inside) : std::nullopt;
  const llvm::Value *operand = mpiCall && !mpiCall->isFortran() ? mpiCall->operand(mpi::Role::Comm) : nullptr;
  const auto *handle = operand ? llvm::dyn_cast<llvm::Constant>(operand) : nullptr;
  if (!handle) return event;
  event.handle = constantValue(*handle, layout_);
  event.group = groupOf(event.handle);
  event.info = &mpiCall->info();
  event.inside = inside->getFunction();
  return event;
}

/// The taint of a call that only some ranks make, because it is control dependent on the rank; else null.
const RankTaint *RankWalk::obtainedBy(const llvm::CallBase &call) {
  const RankTaint *flow = rankBranches_.flowAt(*call.getParent());
  if (!flow) return nullptr;
  return &behavior_.flows->emplace_back(RankTaint{.step = &call, .from = flow, .isObtainedHere = true});
}

/// Code that is not analyzed: everything that it can reach may have changed, and its result is new.
void RankWalk::executeUnseen(const llvm::CallBase &call) {
  const bool keepsAddresses = !effects_.isLibraryCall(call);
  const RankTaint *flow = nullptr;
  const RankTaint *gotten = obtainedBy(call);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const RankValue value = valueOf(*call.getArgOperand(i));
    if (value.flow) flow = value.flow;
    if (!value.isAddress()) continue;
    if (keepsAddresses || llvm::isa<llvm::MemTransferInst>(call)) state_.expose(value);
    if (!effects_.mayWrite(call, i)) continue;
    state_.forgetReachable(value);
    if (gotten) state_.setFlow(value, gotten);
  }
  if (keepsAddresses) {
    state_.forgetExposed();
    state_.forgetGlobals([&](const llvm::GlobalVariable &global) { return effects_.mayChange(call, global); });
  }
  if (call.getType()->isVoidTy()) return;
  if (!flow) flow = gotten;
  state_.setRegister(call, isSymbolType(*call.getType()) ? newValue(call, flow) : RankValue{.flow = flow});
}

RankValue RankWalk::valueOf(const llvm::Value &value) const {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value)) return constantValue(*constant, layout_);
  if (llvm::isa<llvm::AllocaInst>(value)) return {.base = &value};
  if (const RankValue *known = state_.findRegister(value)) return *known;
  if (llvm::isa<llvm::Argument>(value)) return {.base = &value};
  return {};
}

RankValue RankWalk::freshSymbol(const llvm::Instruction &instruction) {
  state_.forgetSymbol(instruction);
  return {.base = &instruction};
}

/// A value from elsewhere: a symbol, or the sample value for it.
RankValue RankWalk::newValue(const llvm::Instruction &instruction, const RankTaint *flow) {
  const auto *type = llvm::dyn_cast<llvm::IntegerType>(instruction.getType());
  if (config_.example && !flow && type && type->getBitWidth() >= 32)
    return {.base = llvm::ConstantInt::get(instruction.getType(), *config_.example)};
  RankValue symbol = freshSymbol(instruction);
  symbol.flow = flow;
  return symbol;
}

const RankTaint *RankWalk::extend(const RankTaint *flow, const llvm::Instruction &step) {
  return &behavior_.flows->emplace_back(RankTaint{.step = &step, .from = flow});
}

std::uint64_t RankWalk::bytesOf(llvm::Type *type) const {
  const llvm::TypeSize size = layout_.getTypeStoreSize(type);
  return size.isScalable() ? 1 : size.getFixedValue();
}

std::optional<CollectiveSummary> walkRank(const FlowGraph &graph, const CallEffects &effects, const WalkConfig &config,
                                          std::size_t &effort) {
  RankWalk walk(graph, effects, config, effort);
  if (config.example) return walk.run(kUnrollingOfExamples);
  if (std::optional<CollectiveSummary> behavior = walk.run(kUnrolling)) return behavior;
  return walk.run(0);
}

}  // namespace lockstep::passes
