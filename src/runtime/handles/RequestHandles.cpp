#include "runtime/handles/RequestHandles.h"

#include <mpi.h>

#include "runtime/handles/Handles.h"
#include "runtime/plans/ArrayLength.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"

namespace lockstep::runtime {
namespace {

using mpi::Effect;
using mpi::Role;

int requestArgument(const mpi::RoutineInfo &row) {
  const int one = row.indexOf(Role::Request);
  return one >= 0 ? one : row.indexOf(Role::Requests);
}

std::int64_t intBehind(std::int64_t pointer) { return isAddress(pointer) ? handleBehind<std::int32_t>(pointer) : 0; }

std::int64_t resultOf(const mpi::RoutineInfo &row, const std::int64_t *raw, Role role) {
  const int argument = row.indexOf(role);
  return argument >= 0 ? intBehind(raw[argument]) : 0;
}

bool isAmong(const mpi::RoutineInfo &row, const std::int64_t *raw, std::int64_t index) {
  const std::int64_t count = resultOf(row, raw, Role::OutCount);
  const int indices = row.indexOf(Role::Indices);
  for (std::int64_t i = 0; i < count; ++i)
    if (intBehind(raw[indices] + i * std::int64_t{sizeof(int)}) == index) return true;
  return false;
}

/// A request that is not persistent is null when it is complete; for persistent ones the call's results decide.
bool isComplete(const mpi::RoutineInfo &row, const std::int64_t *raw, std::size_t index, bool succeeded) {
  switch (row.effect) {
    case Effect::Wait:
    case Effect::WaitAll:
      return succeeded;
    case Effect::Test:
    case Effect::TestAll:
      return succeeded && resultOf(row, raw, Role::Flag) != 0;
    case Effect::WaitAny:
      return succeeded && resultOf(row, raw, Role::Index) == static_cast<std::int64_t>(index);
    case Effect::TestAny:
      return succeeded && resultOf(row, raw, Role::Flag) != 0 &&
             resultOf(row, raw, Role::Index) == static_cast<std::int64_t>(index);
    case Effect::WaitSome:
    case Effect::TestSome:
      return isAmong(row, raw, static_cast<std::int64_t>(index));
    default:
      return false;
  }
}

}  // namespace

std::int64_t handleAt(const mpi::RoutineInfo &row, int argument, std::int64_t pointer, std::size_t index) {
  const std::size_t width = callPlan(row.routine).arguments[static_cast<std::size_t>(argument)].width;
  pointer += static_cast<std::int64_t>(index * width);
  return width == sizeof(std::int32_t) ? rawBits(handleBehind<std::int32_t>(pointer))
                                       : handleBehind<std::int64_t>(pointer);
}

Span requestVariables(mpi::Routine routine, const std::int64_t *raw) {
  const mpi::RoutineInfo &row = mpi::info(routine);
  const int made = row.indexOf(Role::NewRequest);
  const int argument = made >= 0 ? made : requestArgument(row);
  if (argument < 0 || !isAddress(raw[argument])) return {};
  const bool isArray = row.storage[static_cast<std::size_t>(argument)].role == Role::Requests;
  const ArgumentPlan &plan = callPlan(row.routine).arguments[static_cast<std::size_t>(argument)];
  const auto begin = static_cast<std::uintptr_t>(raw[argument]);
  return {begin, begin + (isArray ? statedLength(plan, raw) : 1) * plan.width};
}

std::vector<std::int64_t> requestsOf(mpi::Routine routine, const std::int64_t *raw) {
  const mpi::RoutineInfo &row = mpi::info(routine);
  const int argument = requestArgument(row);
  std::vector<std::int64_t> requests;
  if (argument < 0 || !isAddress(raw[argument])) return requests;
  const bool isArray = row.storage[static_cast<std::size_t>(argument)].role == Role::Requests;
  const ArgumentPlan &plan = callPlan(row.routine).arguments[static_cast<std::size_t>(argument)];
  const std::size_t count = isArray ? statedLength(plan, raw) : 1;
  requests.reserve(count);
  for (std::size_t i = 0; i < count; ++i) requests.push_back(handleAt(row, argument, raw[argument], i));
  return requests;
}

std::vector<std::int64_t> completeOf(mpi::Routine routine, const std::int64_t *raw,
                                     const std::vector<std::int64_t> &before, bool succeeded) {
  const mpi::RoutineInfo &row = mpi::info(routine);
  const int argument = requestArgument(row);
  std::vector<std::int64_t> complete;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == rawBits(MPI_REQUEST_NULL)) continue;
    const bool isGone = handleAt(row, argument, raw[argument], i) != before[i];
    if (isGone || isComplete(row, raw, i, succeeded)) complete.push_back(before[i]);
  }
  return complete;
}

}  // namespace lockstep::runtime
