#include "passes/collectives/RankWalk.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "mpi/Output.h"
#include "passes/collectives/RankSource.h"

namespace lockstep::passes {

namespace {

constexpr unsigned kMaxVisits = 20000;

/// Whether the handle created by this call has the same group as its parent.
bool keepsGroup(const mpi::RoutineInfo &info) {
  switch (info.base) {
    case mpi::Routine::Comm_dup:
    case mpi::Routine::Comm_dup_with_info:
    case mpi::Routine::Comm_idup:
    case mpi::Routine::Comm_idup_with_info:
      return true;
    default:
      return info.indexOf(mpi::Role::NewWindow) >= 0 || info.indexOf(mpi::Role::NewFile) >= 0;
  }
}

bool isHandleOutput(mpi::Role role) {
  return role == mpi::Role::NewComm || role == mpi::Role::NewWindow || role == mpi::Role::NewFile;
}

bool movesDataAlike(mpi::Class cls) {
  switch (cls) {
    case mpi::Class::CollectiveAll:
    case mpi::Class::CollectiveFromRoot:
    case mpi::Class::CollectiveToRoot:
    case mpi::Class::CollectiveScan:
    case mpi::Class::CollectiveExscan:
      return true;
    default:
      return false;
  }
}

/// Excludes messages, which may have the same content on all ranks.
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
      effort_(effort) {}

std::optional<CollectiveSummary> RankWalk::run(unsigned unrolling) {
  unrolling_ = unrolling;
  behavior_ = {};
  behavior_.flows = std::make_unique<std::deque<RankTaint>>();
  visits_.clear();
  nodes_.clear();
  pending_.clear();
  created_.clear();
  openBranches_.clear();
  flowsOfControl_.clear();

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
  if (condition.flow && !gotten) behavior_.rankBranches.push_back({.block = &block, .flow = condition.flow});
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
  if (condition.flow && !gotten && isFromRank(*condition.flow) &&
      openBranches_.try_emplace(&block, condition.flow).second)
    flowsOfControl_.clear();
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
  if (!value.flow) value.flow = flowOfControl(*store.getParent());
  if (value.flow) value.flow = extend(value.flow, store);
  state_.store(valueOf(*store.getPointerOperand()), bytesOf(store.getValueOperand()->getType()), value);
}

/// The taint of values stored in this block if its execution is undecided and depends on the rank; else null.
const RankTaint *RankWalk::flowOfControl(const llvm::BasicBlock &block) {
  if (openBranches_.empty()) return nullptr;
  const auto [known, isNew] = flowsOfControl_.try_emplace(&block, nullptr);
  if (!isNew) return known->second;
  llvm::DenseSet<const llvm::BasicBlock *> branches;
  for (const auto &[branch, flow] : openBranches_) branches.insert(branch);
  const llvm::BasicBlock *controller = graph_.nearestController(block, branches);
  return known->second = controller ? openBranches_.lookup(controller) : nullptr;
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
  if (behavior_.rankBranches.empty()) return nullptr;
  llvm::DenseSet<const llvm::BasicBlock *> blocks;
  for (const RankBranch &branch : behavior_.rankBranches) blocks.insert(branch.block);
  const llvm::BasicBlock *controller = graph_.nearestController(*call.getParent(), blocks);
  if (!controller) return nullptr;
  const auto branch = std::ranges::find(behavior_.rankBranches, controller, &RankBranch::block);
  return &behavior_.flows->emplace_back(RankTaint{.step = &call, .from = branch->flow, .isObtainedHere = true});
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

void RankWalk::executeMpi(const MpiCall &call, BehaviorNode &node) {
  const mpi::RoutineInfo &info = call.info();
  const RankValue handle = handleOf(call);
  const auto group = groupOf(handle);
  if (info.base == mpi::Routine::Comm_rank && handle.base) behavior_.rankedHandles.push_back(handle);
  if (isCollectiveCall(info)) {
    CollectiveEvent event{.call = &call.instruction(), .info = &info, .group = group, .handle = handle};
    event.makesHandle = keepsGroup(info);
    if (const int root = info.indexOf(mpi::Role::Root); root >= 0)
      event.root = argument(call, static_cast<std::size_t>(root));
    if (const int op = info.indexOf(mpi::Role::Op); op >= 0) event.op = argument(call, static_cast<std::size_t>(op));
    addDataArguments(call, event);
    node.events.push_back(event);
  }
  writeResults(call, group);
}

/// Datatype and count, if all ranks pass them alike. They are ignored if a buffer may be MPI_IN_PLACE, which is a
/// constant; with counts per rank they may differ.
void RankWalk::addDataArguments(const MpiCall &call, CollectiveEvent &event) const {
  const mpi::RoutineInfo &info = call.info();
  if (!movesDataAlike(info.cls)) return;
  bool isByRank = false;
  for (std::size_t i = 0; i < info.arity; ++i) {
    const mpi::Argument &declared = info.args()[i];
    const llvm::Value *operand = call.operand(i);
    if (!operand || declared.role == mpi::Role::DatatypesPerRank) return;
    isByRank |= declared.role == mpi::Role::CountsPerRank;
    const bool isBuffer = declared.role == mpi::Role::ReadBuffer || declared.role == mpi::Role::WriteBuffer;
    if (isBuffer && llvm::isa<llvm::Constant>(operand) && !llvm::isa<llvm::GlobalValue>(operand)) return;
    if (declared.when == mpi::When::AtRoot || declared.when == mpi::When::AtRootNotInPlace) continue;
    const bool isCount = declared.role == mpi::Role::Count || declared.role == mpi::Role::CountEach;
    if (isCount && !event.count.base) event.count = argument(call, i);
    if (declared.role == mpi::Role::Datatype && !event.type.base) event.type = argument(call, i);
  }
  if (isByRank) event.count = event.type = {};
}

void RankWalk::writeResults(const MpiCall &call, CollectiveEvent::Group group) {
  const bool ownGroup = group == CollectiveEvent::Group::Own;
  state_.forgetExposed();
  noteCreation(call, group);
  for (std::size_t i = 0; i < call.info().arity; ++i) writeOutput(call, i, ownGroup);

  llvm::LLVMContext &context = call.instruction().getContext();
  const RankValue success{.base = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 0)};
  if (call.instruction().getType()->isIntegerTy(32)) state_.setRegister(call.instruction(), success);
  if (const llvm::Value *error = call.errorCode())
    if (const RankValue address = valueOf(*error); address.base) state_.store(address, 4, success);
}

void RankWalk::writeOutput(const MpiCall &call, std::size_t index, bool ownGroup) {
  const mpi::RoutineInfo &info = call.info();
  const mpi::Role role = info.args()[index].role;
  const mpi::Output output = mpi::outputOf(info, index);
  const llvm::Value *operand = call.operand(index);
  const RankValue address = operand ? valueOf(*operand) : RankValue{};
  if (!address.isAddress()) return;

  const bool staysInUse = info.timing == mpi::Timing::Nonblocking || info.timing == mpi::Timing::Persistent;
  const bool isRequest = role == mpi::Role::NewRequest || role == mpi::Role::Request;  // written at once
  const bool isWritten = output != mpi::Output::None;
  if ((staysInUse && isWritten && !isRequest) || role == mpi::Role::WindowBase) state_.expose(address);
  if (!isWritten) return;
  const bool isPlace = address.offset != RankValue::kSomewhere;
  if (isPlace && isHandleOutput(role)) return state_.remember(address, 0, {.base = &call.instruction()});

  const bool isRank = output == mpi::Output::OwnRank;
  const bool isSize = output == mpi::Output::GroupSize;
  if (!isPlace || !ownGroup || !(isRank || isSize)) {
    const std::uint64_t bytes = isPlace ? bytesWritten(call, index) : 0;
    const bool differs =
        isRank || isSize ? isPartOfWalked(handleOf(call)) : uniformityOf(info, index) == Uniformity::Multi;
    const RankTaint *flow = differs ? extend(nullptr, call.instruction()) : nullptr;
    if (bytes > 0) return state_.overwrite(address, bytes, flow);
    state_.forgetReachable(address);
    return state_.setFlow(address, flow);
  }
  auto *type = llvm::Type::getInt32Ty(call.instruction().getContext());
  const auto number = static_cast<std::uint64_t>(isRank ? config_.rank : config_.size);
  const RankTaint *flow = isRank ? extend(nullptr, call.instruction()) : nullptr;
  state_.store(address, 4, {.base = llvm::ConstantInt::get(type, number), .flow = flow});
}

/// Size of an output of known length; otherwise 0.
std::uint64_t RankWalk::bytesWritten(const MpiCall &call, std::size_t index) const {
  switch (mpi::outputOf(call.info(), index)) {
    case mpi::Output::OwnRank:
    case mpi::Output::GroupSize:
    case mpi::Output::ThreadLevel:
    case mpi::Output::Flag:
    case mpi::Output::Number:
    case mpi::Output::NewHandle:
    case mpi::Output::ChangedHandle:
      return bytesOf(call, index);
    case mpi::Output::Address:
      return layout_.getPointerSize();
    case mpi::Output::ChangedHandles: {
      const int length = call.info().indexOf(mpi::Role::Length);
      const auto count = length < 0 ? std::nullopt : argument(call, static_cast<std::size_t>(length)).integer();
      return count && *count > 0 ? static_cast<std::uint64_t>(*count) * bytesOf(call, index) : 0;
    }
    case mpi::Output::None:
    case mpi::Output::Numbers:
    case mpi::Output::Status:
    case mpi::Output::Statuses:
    case mpi::Output::Data:
      return 0;
  }
  return 0;
}

std::uint64_t RankWalk::bytesOf(const MpiCall &call, std::size_t index) const {
  return static_cast<std::uint64_t>(call.bytesOf(effects_.library(), index));
}

/// `group`: that of the handle from which the call creates the new one.
void RankWalk::noteCreation(const MpiCall &call, CollectiveEvent::Group group) {
  using Group = CollectiveEvent::Group;
  const RankValue parent = handleOf(call);
  const Creation made{.group = keepsGroup(call.info()) ? group : Group::Foreign,
                      .isOfWalked = group == Group::Own || isPartOfWalked(parent)};
  state_.forgetSymbol(call.instruction());
  const auto [place, isNew] = created_.try_emplace(&call.instruction(), made);
  if (!isNew && place->second.group != made.group) place->second.group = Group::Unclear;
  place->second.isOfWalked |= made.isOfWalked;
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

RankValue RankWalk::argument(const MpiCall &call, std::size_t index) const {
  const llvm::Value *operand = call.operand(index);
  if (!operand) return {};
  const RankValue value = valueOf(*operand);
  if (!call.isByReference(index)) return value;
  if (const RankValue *content = state_.load(value, bytesOf(call, index))) return *content;
  const auto *global = value.base ? llvm::dyn_cast<llvm::GlobalVariable>(value.base) : nullptr;
  if (!global || !global->isConstant() || !global->hasDefinitiveInitializer() || value.offset != 0) return {};
  return constantValue(*global->getInitializer(), layout_);
}

/// The communicator, window or file of a call.
RankValue RankWalk::handleOf(const MpiCall &call) const {
  for (const mpi::Role role : {mpi::Role::Comm, mpi::Role::Window, mpi::Role::File})
    if (const int index = call.info().indexOf(role); index >= 0) return argument(call, static_cast<std::size_t>(index));
  for (const mpi::Role role : {mpi::Role::FreedComm, mpi::Role::FreedWindow, mpi::Role::FreedFile}) {
    const int index = call.info().indexOf(role);
    const llvm::Value *operand = call.operand(role);
    if (!operand) continue;
    const RankValue *content = state_.load(valueOf(*operand), bytesOf(call, static_cast<std::size_t>(index)));
    if (content) return *content;
  }
  return {};
}

CollectiveEvent::Group RankWalk::groupOf(const RankValue &handle) const {
  using Group = CollectiveEvent::Group;
  if (!handle.base || !config_.comm.base) return Group::Unclear;
  if (handle.isSame(config_.comm)) return Group::Own;
  if (const auto made = created_.find(handle.base); made != created_.end()) return made->second.group;
  const bool bothConstant = llvm::isa<llvm::Constant>(handle.base) && llvm::isa<llvm::Constant>(config_.comm.base);
  return bothConstant ? Group::Foreign : Group::Unclear;
}

/// A communicator created here from some of the processes: rank and size in it differ between them. Nothing is known
/// about one that came from elsewhere; it may be MPI_COMM_SELF, or contain the explored one.
bool RankWalk::isPartOfWalked(const RankValue &handle) const {
  const auto made = handle.base ? created_.find(handle.base) : created_.end();
  return made != created_.end() && made->second.isOfWalked && !handle.isSame(config_.comm);
}

const RankTaint *RankWalk::extend(const RankTaint *flow, const llvm::Instruction &step) {
  return &behavior_.flows->emplace_back(RankTaint{.step = &step, .from = flow});
}

std::uint64_t RankWalk::bytesOf(llvm::Type *type) const {
  const llvm::TypeSize size = layout_.getTypeStoreSize(type);
  return size.isScalable() ? 1 : size.getFixedValue();
}

}  // namespace lockstep::passes
