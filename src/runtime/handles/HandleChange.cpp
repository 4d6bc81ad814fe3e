#include "runtime/handles/HandleChange.h"

#include <mpi.h>

#include <atomic>
#include <utility>

#include "runtime/handles/Datatypes.h"
#include "runtime/handles/Define.h"
#include "runtime/handles/HandleMap.h"
#include "runtime/handles/Handles.h"
#include "runtime/handles/Windows.h"
#include "runtime/plans/RawBits.h"
#include "runtime/recorder/Thread.h"

namespace lockstep::runtime {
namespace {

using mpi::Role;

HandleMap<14> gMadeOn;  // how many handles of a kind were made on a communicator
std::atomic<std::int64_t> gMadeHere[kKindsWithIds];
constexpr std::int64_t kFirstMadeHere = std::int64_t{1} << 32;  // above all predefined numbers

/// Handles of groups are counted references, handed out again for the same group: none is surely dead after a free.
bool isShared(mpi::Element kind) { return kind == mpi::Element::Group; }

std::int64_t bitsBehind(const ArgumentPlan &plan, std::int64_t pointer) {
  return plan.width == sizeof(std::int32_t) ? rawBits(handleBehind<std::int32_t>(pointer))
                                            : handleBehind<std::int64_t>(pointer);
}

/// Counts handles created on a communicator, per kind; every member counts equally.
std::uint64_t countMadeOn(std::int64_t comm, mpi::Element kind) {
  return gMadeOn.count(comm ^ (static_cast<std::int64_t>(kind) + 1));
}

/// The id of a handle that is local to this process: its number among its kind.
std::int64_t nextLocalId(mpi::Element kind) {
  return kFirstMadeHere + gMadeHere[indexOf(kind)].fetch_add(1, std::memory_order_relaxed);
}

std::int64_t define(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, mpi::Element kind,
                    std::int64_t pointer, const HandleChange &change) {
  switch (kind) {
    case mpi::Element::Comm:
      return defineComm(thread, routine, raw, handleBehind<MPI_Comm>(pointer), change);
    case mpi::Element::Group:
      return defineGroup(thread, handleBehind<MPI_Group>(pointer));
    case mpi::Element::Window:
      return defineWindow(thread, routine, raw, handleBehind<MPI_Win>(pointer), change);
    case mpi::Element::File:
      return idMadeOn(change.parent, kind, change.index);
    case mpi::Element::Datatype:
      return defineType(thread, routine, raw, handleBehind<MPI_Datatype>(pointer));
    case mpi::Element::Op:
      return nextLocalId(kind);
    default:
      return 0;
  }
}

}  // namespace

HandleChange beforeChange(mpi::Routine routine, const std::int64_t *raw) {
  HandleChange change;
  const mpi::RoutineInfo &row = mpi::info(routine);
  const CallPlan &plan = callPlan(routine);
  const int comm = row.indexOf(Role::Comm);
  const bool partial = row.effect == mpi::Effect::CommCreatePartial;  // not every member of the parent counts it
  if (comm >= 0) change.parent = handleId(mpi::Element::Comm, raw[comm]);
  if (row.effect == mpi::Effect::WinCreate)
    change.accumulateOrder = accumulateOrder(handleFrom<MPI_Info>(raw[row.indexOf(Role::Info)]));
  for (std::size_t i = 0; i < row.arity; ++i) {
    const mpi::Element kind = plan.arguments[i].element;
    const bool isNumbered = kind == mpi::Element::Comm || kind == mpi::Element::Window || kind == mpi::Element::File;
    if (isNumbered && plan.arguments[i].handleUse == HandleUse::Makes && comm >= 0 && !partial)
      change.index = countMadeOn(change.parent, kind);
    if (plan.arguments[i].handleUse != HandleUse::Frees || raw[i] == 0) continue;
    change.freedKind = kind;
    change.freedBits = bitsBehind(plan.arguments[i], raw[i]);
    change.freedId = handleId(kind, change.freedBits);
    if (change.freedId > 0 && !isShared(kind))
      setHandleId(kind, change.freedBits, kind == mpi::Element::Datatype ? idBehind(change.freedId) : 0);
  }
  return change;
}

void afterChange(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, const HandleChange &change,
                 bool succeeded) {
  if (!succeeded) return change.freedId > 0 ? setHandleId(change.freedKind, change.freedBits, change.freedId) : void();
  if (change.freedKind == mpi::Element::Datatype) forgetType(change.freedId);
  const mpi::RoutineInfo &row = mpi::info(routine);
  const CallPlan &plan = callPlan(routine);
  if (plan.typesOut >= 0)
    defineParts(thread, handleFrom<MPI_Datatype>(raw[row.indexOf(Role::AnyDatatype)]), raw[plan.typesOut]);
  for (std::size_t i = 0; i < row.arity; ++i) {
    const auto [kind, use] = std::pair(plan.arguments[i].element, plan.arguments[i].handleUse);
    if (use == HandleUse::Commits && raw[i] != 0) commitType(handleId(kind, bitsBehind(plan.arguments[i], raw[i])));
    if (use != HandleUse::Makes || raw[i] == 0) continue;
    const std::int64_t bits = bitsBehind(plan.arguments[i], raw[i]);
    const std::int64_t known = handleId(kind, bits);
    if (known == trace::kNullHandle || (known != trace::kUnknownHandle && !isShared(kind))) continue;
    if (kind == mpi::Element::Group && known == kEmptyGroupId) continue;
    setHandleId(kind, bits, define(thread, routine, raw, kind, raw[i], change));
  }
}

}  // namespace lockstep::runtime
