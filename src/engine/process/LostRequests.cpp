#include "engine/process/LostRequests.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "engine/Context.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostKeys = 4096;  // per place: races are attributed by the first operations

/// Maps the variable of each lost request to the first of the adjacent ones.
std::map<std::int64_t, std::int64_t> arraysOf(const Process &process, const Operations &lost) {
  std::map<std::int64_t, std::int64_t> arrays;
  for (const OperationPtr &operation : lost)
    if (operation->variable != 0) arrays[operation->variable] = operation->variable;
  for (auto next = arrays.begin(); next != arrays.end(); ++next) {
    if (next == arrays.begin()) continue;
    const auto &[variable, first] = *std::prev(next);
    if (process.requestBytes != 0 && variable + process.requestBytes == next->first) next->second = first;
  }
  return arrays;
}

}  // namespace

std::vector<LostRequests> lostRequests(const Process &process) {
  Operations lost = process.requests.all();
  std::erase_if(lost, [](const OperationPtr &operation) { return !operation->isActive; });
  std::ranges::sort(lost, {}, [](const OperationPtr &operation) { return operation->started->number; });
  const auto arrays = arraysOf(process, lost);
  std::map<std::tuple<const mpi::RoutineInfo *, std::uint32_t, bool, std::uint32_t>, std::size_t> places;
  std::vector<LostRequests> groups;
  for (const OperationPtr &operation : lost) {
    const CallPtr &by = operation->overwrittenBy;
    const auto place = std::tuple(operation->routine, operation->started->site, by != nullptr, by ? by->site : 0);
    const auto [known, isNew] = places.try_emplace(place, groups.size());
    if (isNew) groups.emplace_back();
    LostRequests &group = groups[known->second];
    group.operations.push_back(operation);
    if (group.cause.operations.size() >= kMostKeys) continue;
    group.cause.operations.push_back(operationKey(*operation->started));
    const auto array = arrays.find(operation->variable);  // 0: unknown variables count as one array
    group.cause.requests.push_back(
        {process.rank, array != arrays.end() ? static_cast<std::uint64_t>(array->second) : 0});
  }
  return groups;
}

}  // namespace lockstep::engine
