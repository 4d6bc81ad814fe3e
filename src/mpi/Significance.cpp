#include "mpi/Significance.h"

#include <algorithm>

namespace lockstep::mpi {

Side sideOf(std::int64_t root, const Standing &standing) {
  if (!standing.ownRank || root == kNotKnown) return Side::Unknown;
  if (!standing.isInter) return root == *standing.ownRank ? Side::Root : Side::Leaf;
  if (root == kRootHere) return Side::Root;
  return root == kProcNull ? Side::Bystander : Side::Leaf;
}

bool isWholeArray(Role role) {
  switch (info(role).capture) {
    case Capture::ScalarArray:
    case Capture::HandleArray:
    case Capture::HandleArrayInOut:
    case Capture::StatusArrayOut:
      return true;
    case Capture::ScalarArrayOut:
      return role == Role::RanksOut;
    default:
      return false;
  }
}

bool hasInPlace(const RoutineInfo &routine) {
  return std::ranges::any_of(routine.args(), [](const Argument &argument) {
    return argument.when == When::NotInPlace || argument.when == When::OffRootOrNotInPlace;
  });
}

bool isOfData(Role role) {
  switch (role) {
    case Role::ReadBuffer:
    case Role::WriteBuffer:
    case Role::UpdateBuffer:
    case Role::BcastBuffer:
    case Role::Count:
    case Role::CountEach:
    case Role::CountsPerRank:
    case Role::DisplsPerRank:
    case Role::ByteDisplsPerRank:
    case Role::AddressDisplsPerRank:
    case Role::Datatype:
    case Role::DatatypesPerRank:
    case Role::Op:
      return true;
    default:
      return false;
  }
}

}  // namespace lockstep::mpi
