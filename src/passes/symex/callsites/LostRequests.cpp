#include "passes/symex/callsites/LostRequests.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "mpi/Completion.h"
#include "passes/ir/Origin.h"
#include "passes/symex/mpi/MpiModel.h"
#include "semantics/RequestState.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Effect;
using mpi::Role;

constexpr unsigned kDeepest = 6;

/// A variable, or a member of all structures of a type by its number.
using Place = std::pair<const void *, std::int64_t>;

/// The innermost structure that an address selects a member of; null for an element of an array.
std::pair<const llvm::StructType *, const llvm::Value *> memberOf(const llvm::GEPOperator &gep) {
  std::pair<const llvm::StructType *, const llvm::Value *> member;
  for (auto index = llvm::gep_type_begin(gep); index != llvm::gep_type_end(gep); ++index)
    if (const llvm::StructType *structure = index.getStructTypeOrNull()) member = {structure, index.getOperand()};
  return member;
}

std::int64_t numberOf(const llvm::Value &field) { return llvm::cast<llvm::ConstantInt>(field).getSExtValue(); }

class Requests {
 public:
  explicit Requests(const Program &program) : program_(program) {
    for (const llvm::Function *function : program.reachable())
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        if (const auto call = MpiCall::of(instruction)) read(*call);
  }

  std::vector<report::Finding> findings() {
    std::vector<report::Finding> findings;
    for (const auto &[place, starts] : starts_) {
      const bool isVariable = variables_.contains(place.first);
      if (ended_.contains(place) || (isAnyEnded_ && !isVariable) || !isClosed(place)) continue;
      const MpiCall first = *MpiCall::of(*starts.front());
      report::Finding finding = makeFinding(semantics::neverCompleted(first.info()),
                                            {siteAt(*starts.front(), report::SiteRole::Call, "starts here")});
      for (std::size_t i = 1; i < starts.size(); ++i)
        finding.sites.push_back(siteAt(*starts[i], report::SiteRole::Call, "starts here, too"));
      if (!program_.isOnEveryWay(*starts.front())) finding.severity = report::Severity::Warning;
      findings.push_back(std::move(finding));
    }
    return findings;
  }

 private:
  /// Requests by value ask of their state, or mark partitions as ready.
  void read(const MpiCall &call) {
    const mpi::RoutineInfo &routine = call.info();
    const bool isStart = routine.indexOf(Role::NewRequest) >= 0;
    const bool isPersistent = routine.timing == mpi::Timing::Persistent;
    const bool ends = mpi::completesRequests(routine.effect) || routine.effect == Effect::RequestFree;
    for (const Role role : {Role::NewRequest, Role::Request, Role::Requests}) {
      const llvm::Value *operand = call.operand(role);
      if (!operand || (role == Role::NewRequest ? isPersistent : !ends)) continue;
      std::set<Place> places;
      const bool isKnown = addPlaces(*operand, places, 0);
      if (!isStart) isAnyEnded_ = isAnyEnded_ || !isKnown;
      if (!isStart) ended_.insert(places.begin(), places.end());
      if (isStart && isKnown && places.size() == 1) starts_[*places.begin()].push_back(&call.instruction());
      if (isStart && (!isKnown || places.size() != 1)) ended_.insert(places.begin(), places.end());
    }
  }

  /// False where there may be others.
  bool addPlaces(const llvm::Value &address, std::set<Place> &places, unsigned depth) {
    if (depth > kDeepest) return false;
    if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&address)) {
      const auto [structure, field] = memberOf(*gep);
      if (!structure) return addPlaces(*gep->getPointerOperand(), places, depth + 1);
      places.emplace(structure, numberOf(*field));
      return true;
    }
    if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(address)) {
      const llvm::Type *type = llvm::isa<llvm::AllocaInst>(address)
                                   ? llvm::cast<llvm::AllocaInst>(address).getAllocatedType()
                                   : llvm::cast<llvm::GlobalVariable>(address).getValueType();
      if (const auto *structure = llvm::dyn_cast<llvm::StructType>(type))
        places.emplace(structure, 0);
      else
        places.emplace(&address, 0);
      variables_.insert(&address);
      return true;
    }
    if (const llvm::AllocaInst *variable = variableBehind(&address)) {
      const llvm::Value *only = onlyValueOf(*variable);
      return only && addPlaces(*only, places, depth + 1);
    }
    const auto *argument = llvm::dyn_cast<llvm::Argument>(&address);
    if (!argument || argument->getParent()->use_empty()) return false;
    for (const llvm::User *user : argument->getParent()->users()) {
      const llvm::Value *passed = passedBy(*user, *argument);
      if (!passed || !addPlaces(*passed, places, depth + 1)) return false;
    }
    return true;
  }

  /// No other code gets the requests of the place: neither its address nor a copy of them.
  bool isClosed(const Place &place) {
    for (const llvm::Function &function : program_.module())
      for (const llvm::Instruction &instruction : llvm::instructions(function)) {
        for (const llvm::Use &operand : instruction.operands())
          if (operand->getType()->isPointerTy() && isAddressOf(*operand, place) && mayPassOn(instruction, operand))
            return false;
      }
    return true;
  }

  static bool isAddressOf(const llvm::Value &value, const Place &place) {
    const llvm::Value *address = &value;
    while (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(address)) {
      const auto [structure, field] = memberOf(*gep);
      if (structure) return structure == place.first && numberOf(*field) == place.second;
      address = gep->getPointerOperand();
    }
    return address == place.first;
  }

  bool mayPassOn(const llvm::Instruction &user, const llvm::Use &use) {
    if (llvm::isa<llvm::GetElementPtrInst, llvm::ICmpInst>(user)) return false;
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&user))
      return !llvm::all_of(load->users(), [](const llvm::User *reader) {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(reader);
        const auto mpiCall = call ? MpiCall::of(*call) : std::nullopt;  // a conversion passes the request on
        return llvm::isa<llvm::ICmpInst>(reader) || (mpiCall && mpiCall->info().cls != mpi::Class::Pure);
      });
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&user)) return store->getValueOperand() == use.get();
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&user);
    if (!call) return true;
    return !call->isLifetimeStartOrEnd() && !MpiCall::of(*call) && !llvm::isa<llvm::DbgInfoIntrinsic>(call) &&
           !isFollowed(*call, use);
  }

  /// Into a function of the program, of which all callers are looked at.
  static bool isFollowed(const llvm::CallBase &call, const llvm::Use &use) {
    const llvm::Function *callee = calledFunction(call);
    if (!callee || callee->isDeclaration() || !call.isArgOperand(&use)) return false;
    const unsigned number = call.getArgOperandNo(&use);
    if (number >= callee->arg_size()) return false;
    return llvm::all_of(callee->getArg(number)->users(), [&](const llvm::User *user) {
      const auto *inner = llvm::dyn_cast<llvm::CallBase>(user);
      if (inner && MpiCall::of(*inner)) return true;
      const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
      const auto *kept = store ? llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()) : nullptr;
      if (!kept || onlyValueOf(*kept) != callee->getArg(number)) return false;
      return llvm::all_of(kept->users(), [](const llvm::User *reader) {
        if (!llvm::isa<llvm::LoadInst>(reader)) return true;
        return llvm::all_of(reader->users(), [](const llvm::User *last) {
          const auto *given = llvm::dyn_cast<llvm::CallBase>(last);
          return (given && MpiCall::of(*given)) || llvm::isa<llvm::GetElementPtrInst>(last);
        });
      });
    });
  }

  const Program &program_;
  std::map<Place, std::vector<const llvm::CallBase *>> starts_;
  std::set<Place> ended_;
  llvm::DenseSet<const void *> variables_;
  bool isAnyEnded_ = false;  // by a call of which the place is not known
};

}  // namespace

std::vector<report::Finding> findLostRequests(const Program &program) {
  if (!program.entry()) return {};
  return Requests(program).findings();
}

}  // namespace lockstep::passes::symex
