#include "passes/instrument/loops/Inspector.h"

#include <array>
#include <utility>

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/MDBuilder.h>

#include "passes/instrument/accesses/Site.h"

namespace lockstep::instrument {

namespace {

/// The values returned by the hook, as in runtime/hooks/HookTable.h: begin, count, touched.
constexpr std::size_t kFields = 3;
using Places = std::array<llvm::Value *, kFields>;

llvm::StructType *typeOfPlaces(llvm::LLVMContext &context) {
  llvm::Type *number = llvm::Type::getInt64Ty(context);
  return llvm::StructType::get(context, {number, number, llvm::PointerType::getUnqual(context)});
}

template <class Made>
Made *ours(Made *instruction) {
  instruction->setMetadata(llvm::LLVMContext::MD_nosanitize, llvm::MDNode::get(instruction->getContext(), {}));
  return instruction;
}

Places loadPlaces(llvm::IRBuilderBase &builder, llvm::Value *variable) {
  llvm::StructType *type = typeOfPlaces(builder.getContext());
  Places places;
  for (unsigned i = 0; i < kFields; ++i)
    places[i] = ours(builder.CreateLoad(type->getElementType(i), builder.CreateStructGEP(type, variable, i)));
  return places;
}

/// Distance between places, as in stepOfPlaces of runtime/hooks/HookTable.h.
unsigned logOfStep(std::uint64_t bytes) { return std::min(3U, static_cast<unsigned>(llvm::countr_zero(bytes))); }

}  // namespace

Inspector::Inspector(IndexedLoop indexed, const llvm::SCEV *count, const llvm::Loop &nest,
                     llvm::ScalarEvolution &evolution, llvm::SCEVExpander &expander)
    : indexed_(std::move(indexed)),
      before_(indexed_.loop->getLoopPreheader()->getTerminator()),
      beforeNest_(nest.getLoopPreheader()->getTerminator()) {
  for (llvm::Value *value : indexed_.advancing) {
    const auto *advancing = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(value));
    if (!advancing || advancing->getLoop() != indexed_.loop) return;
    const llvm::SCEV *step = advancing->getStepRecurrence(evolution);
    if (!expander.isSafeToExpandAt(advancing->getStart(), before_) || !expander.isSafeToExpandAt(step, before_)) return;
    advances_[value] = {expander.expandCodeFor(advancing->getStart(), value->getType(), before_),
                        expander.expandCodeFor(step, step->getType(), before_)};
  }
  if (expander.isSafeToExpandAt(count, before_)) count_ = expander.expandCodeFor(count, count->getType(), before_);
}

/// The value in this iteration.
llvm::Value *Inspector::valueIn(llvm::Value *value, llvm::Value *round, llvm::IRBuilderBase &builder,
                                llvm::DenseMap<llvm::Value *, llvm::Value *> &known) const {
  if (indexed_.loop->isLoopInvariant(value)) return value;
  if (const auto done = known.find(value); done != known.end()) return done->second;
  llvm::Value *made = nullptr;
  if (const auto advance = advances_.find(value); advance != advances_.end()) {
    const auto &[start, step] = advance->second;
    llvm::Value *distance = builder.CreateMul(builder.CreateZExtOrTrunc(round, step->getType()), step);
    made = start->getType()->isPointerTy() ? builder.CreatePtrAdd(start, distance) : builder.CreateAdd(start, distance);
  } else {
    llvm::Instruction *copy = llvm::cast<llvm::Instruction>(value)->clone();
    for (llvm::Use &operand : copy->operands()) operand.set(valueIn(operand.get(), round, builder, known));
    copy->dropUnknownNonDebugMetadata();
    copy->dropPoisonGeneratingFlags();
    made = ours(builder.Insert(copy));
  }
  known[value] = made;
  return made;
}

void Inspector::emit(Hooks &hooks) const {
  for (const IndexedAccess &access : indexed_.accesses) emit(access, hooks);
}

void Inspector::emit(const IndexedAccess &access, Hooks &hooks) const {
  llvm::Function &function = *before_->getFunction();
  llvm::LLVMContext &context = function.getContext();
  llvm::BasicBlock &first = function.getEntryBlock();
  llvm::IRBuilder<> builder(&first, first.getFirstInsertionPt());
  llvm::StructType *type = typeOfPlaces(context);
  llvm::Value *variable = builder.CreateAlloca(type);
  builder.SetInsertPoint(beforeNest_);
  ours(builder.CreateStore(llvm::Constant::getNullValue(type), variable));

  llvm::BasicBlock *entry = before_->getParent();
  llvm::BasicBlock *rest = entry->splitBasicBlock(before_->getIterator());
  const auto makeBlock = [&] { return llvm::BasicBlock::Create(context, "", &function, rest); };
  llvm::BasicBlock *loop = makeBlock();
  llvm::BasicBlock *set = makeBlock();
  llvm::BasicBlock *other = makeBlock();
  llvm::BasicBlock *cold = makeBlock();
  llvm::BasicBlock *next = makeBlock();
  const Access &front = access.members.front();
  builder.SetCurrentDebugLocation(siteOf(*front.instruction));

  entry->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(entry);
  const Places atFirst = loadPlaces(builder, variable);
  builder.CreateBr(loop);

  // An address among the places returned by the hook is marked as touched.
  builder.SetInsertPoint(loop);
  llvm::PHINode *round = builder.CreatePHI(builder.getInt64Ty(), 2);
  Places places;
  for (unsigned i = 0; i < kFields; ++i) {
    llvm::PHINode *join = builder.CreatePHI(type->getElementType(i), 2);
    join->addIncoming(atFirst[i], entry);
    places[i] = join;
  }
  llvm::DenseMap<llvm::Value *, llvm::Value *> known;
  llvm::Value *address = valueIn(access.address, round, builder, known);
  llvm::Value *distance = builder.CreateSub(builder.CreatePtrToInt(address, builder.getInt64Ty()), places[0]);
  llvm::Value *place = builder.CreateIntrinsic(llvm::Intrinsic::fshr, builder.getInt64Ty(),
                                               {distance, distance, builder.getInt64(logOfStep(access.bytes))});
  builder.CreateCondBr(builder.CreateICmpULT(place, places[1]), set, other,
                       llvm::MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(set);
  ours(builder.CreateStore(builder.getInt8(1), builder.CreateGEP(builder.getInt8Ty(), places[2], place)));
  builder.CreateBr(next);

  // Any other address is looked up in the watch table, and reported.
  builder.SetInsertPoint(other);
  llvm::Value *watched = hooks.look(builder, address);
  if (front.alignment.value() < access.bytes)
    watched = builder.CreateOr(watched,
                               hooks.look(builder, builder.CreatePtrAdd(address, builder.getInt64(access.bytes - 1))));
  builder.CreateCondBr(builder.CreateIsNotNull(watched), cold, next);
  builder.SetInsertPoint(cold);
  const bool isStore = front.kind == Access::Kind::Store;
  hooks.call(builder, isStore ? Hook::lockstepStorePlace : Hook::lockstepLoadPlace,
             {address, builder.getInt64(access.bytes), count_, variable});
  const Places lent = loadPlaces(builder, variable);
  builder.CreateBr(next);

  builder.SetInsertPoint(next);
  for (unsigned i = 0; i < kFields; ++i) {
    auto *join = llvm::cast<llvm::PHINode>(places[i]);
    llvm::PHINode *now = builder.CreatePHI(join->getType(), 3);
    now->addIncoming(join, set);
    now->addIncoming(join, other);
    now->addIncoming(lent[i], cold);
    join->addIncoming(now, next);
  }
  llvm::Value *following = builder.CreateAdd(round, builder.getInt64(1));
  round->addIncoming(builder.getInt64(0), entry);
  round->addIncoming(following, next);
  builder.CreateCondBr(builder.CreateICmpULT(following, count_), loop, rest);
}

}  // namespace lockstep::instrument
