// What a walk knows of MPI calls: the event that a collective is, what a call writes, and the handles that calls make.
#include <llvm/IR/Constants.h>

#include "mpi/Output.h"
#include "passes/collectives/RankSource.h"
#include "passes/collectives/RankWalk.h"

namespace lockstep::passes {

namespace {

/// Whether the handle that this call makes stands for the same processes as the one it was made from.
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

}  // namespace

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

/// Datatype and count of what every rank passes alike. Where a buffer may be MPI_IN_PLACE, which is a constant, they
/// count for nothing; where counts go by rank, they may differ.
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

/// Of an output whose length is plain; else 0.
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

/// `group` is that of the handle from which the call makes its own.
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

/// The communicator, window or file that a call is about.
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

/// A communicator made here of some of the processes: rank and size in it differ between these. Of one that came from
/// elsewhere nothing is known; it may be that of each process alone, or that of which the explored ones are a part.
bool RankWalk::isPartOfWalked(const RankValue &handle) const {
  const auto made = handle.base ? created_.find(handle.base) : created_.end();
  return made != created_.end() && made->second.isOfWalked && !handle.isSame(config_.comm);
}

}  // namespace lockstep::passes
