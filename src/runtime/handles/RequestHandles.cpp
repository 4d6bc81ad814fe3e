#include "runtime/handles/RequestHandles.h"

#include <mpi.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

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

/// The indices that a call tells which may complete some of several requests; none for other calls, and where a call
/// failed that tells one.
std::optional<std::vector<std::int64_t>> toldIndices(const mpi::RoutineInfo &row, const std::int64_t *raw,
                                                     bool succeeded) {
  std::vector<std::int64_t> told;
  switch (row.effect) {
    case Effect::WaitAny:
    case Effect::TestAny:
      if (!succeeded) return std::nullopt;
      if (row.effect == Effect::WaitAny || resultOf(row, raw, Role::Flag) != 0)
        told.push_back(resultOf(row, raw, Role::Index));
      return told;
    case Effect::WaitSome:
    case Effect::TestSome: {
      const std::int64_t count = resultOf(row, raw, Role::OutCount);
      const std::int64_t indices = raw[row.indexOf(Role::Indices)];
      for (std::int64_t i = 0; i < count; ++i) told.push_back(intBehind(indices + i * std::int64_t{sizeof(int)}));
      return told;
    }
    default:
      return std::nullopt;
  }
}

/// A request that is not persistent is null when it is complete; for persistent ones the call's results decide.
bool isComplete(const mpi::RoutineInfo &row, const std::int64_t *raw, bool succeeded) {
  switch (row.effect) {
    case Effect::Wait:
    case Effect::WaitAll:
      return succeeded;
    case Effect::Test:
    case Effect::TestAll:
      return succeeded && resultOf(row, raw, Role::Flag) != 0;
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
  requests.resize(count);
  if (plan.width == sizeof(std::int64_t)) {
    if (count > 0) memcpy(requests.data(), reinterpret_cast<const void *>(raw[argument]), count * plan.width);
    return requests;
  }
  for (std::size_t i = 0; i < count; ++i)
    requests[i] = rawBits(handleBehind<std::int32_t>(raw[argument] + static_cast<std::int64_t>(i * plan.width)));
  return requests;
}

std::vector<std::int64_t> completeOf(mpi::Routine routine, const std::int64_t *raw,
                                     const std::vector<std::int64_t> &before, bool succeeded) {
  const mpi::RoutineInfo &row = mpi::info(routine);
  const int argument = requestArgument(row);
  std::vector<std::int64_t> complete;
  const auto told = toldIndices(row, raw, succeeded);
  if (succeeded && told) {
    for (const std::int64_t index : *told)
      if (index >= 0 && index < std::ssize(before) &&
          before[static_cast<std::size_t>(index)] != rawBits(MPI_REQUEST_NULL))
        complete.push_back(before[static_cast<std::size_t>(index)]);
    return complete;
  }
  const bool areAll = isComplete(row, raw, succeeded);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == rawBits(MPI_REQUEST_NULL)) continue;
    const bool isGone = !areAll && handleAt(row, argument, raw[argument], i) != before[i];
    const bool isTold = told && std::ranges::find(*told, static_cast<std::int64_t>(i)) != told->end();
    if (areAll || isGone || isTold) complete.push_back(before[i]);
  }
  return complete;
}

}  // namespace lockstep::runtime
