#include "engine/calls/Requests.h"

#include <algorithm>
#include <bitset>
#include <unordered_set>
#include <utility>

#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;

/// The address of the handle, or of the first of an array; 0 if unknown.
std::int64_t variableOf(const Call &call) {
  if (call.routine->indexOf(Role::Requests) < 0) return call.addresses.empty() ? 0 : call.addresses.front();
  return call.argument(Role::Requests).value_or(0);
}

std::vector<Completion> every(const Call &call, const Result &result, std::size_t count) {
  std::vector<Completion> completions;
  for (std::size_t i = 0; i < count; ++i) completions.push_back({i, statusOf(call, result, i)});
  return completions;
}

/// MPI_UNDEFINED means that no request in the list is active. Active ones have completed silently, as some libraries
/// let persistent operations with MPI_PROC_NULL do.
std::vector<Completion> allOfThem(std::size_t count) {
  std::vector<Completion> completions;
  for (std::size_t i = 0; i < count; ++i) completions.push_back({i, {}});
  return completions;
}

std::vector<Completion> one(const Call &call, const Result &result, std::size_t count) {
  const std::int64_t index = written(call, result, Role::Index).value_or(-1);
  if (index == mpi::kUndefined) return allOfThem(count);
  if (index < 0 || index >= static_cast<std::int64_t>(count)) return {};
  return {{static_cast<std::size_t>(index), result.status}};
}

std::vector<Completion> some(const Call &call, const Result &result, std::size_t count) {
  const auto indices = result.array(call.routine->indexOf(Role::Indices));
  const std::int64_t found = written(call, result, Role::OutCount).value_or(0);
  if (found == mpi::kUndefined) return allOfThem(count);
  std::vector<Completion> completions;
  for (std::size_t i = 0; i < indices.size() && static_cast<std::int64_t>(i) < found; ++i)
    if (indices[i] >= 0 && indices[i] < static_cast<std::int64_t>(count))
      completions.push_back({static_cast<std::size_t>(indices[i]), statusOf(call, result, i)});
  return completions;
}

}  // namespace

bool takesRequests(const mpi::RoutineInfo &routine) {
  static const auto kTake = [] {
    std::bitset<mpi::kRoutineCount> take;
    for (const mpi::RoutineInfo &row : mpi::routines())
      take[static_cast<std::size_t>(row.routine)] =
          row.indexOf(Role::Request) >= 0 || row.indexOf(Role::RequestValue) >= 0 || row.indexOf(Role::Requests) >= 0;
    return take;
  }();
  return kTake[static_cast<std::size_t>(routine.routine)];
}

std::vector<std::int64_t> requestsOf(const Call &call) {
  if (const auto single = call.argument(Role::Request)) return {*single};
  if (const auto value = call.argument(Role::RequestValue)) return {*value};
  const auto several = call.array(call.routine->indexOf(Role::Requests));
  return {several.begin(), several.end()};
}

std::vector<Completion> completionsOf(const Call &call, const Result &result) {
  const int several = call.routine->indexOf(Role::Requests);
  const std::size_t count = several >= 0 ? call.array(several).size() : 1;
  const bool isTrue = written(call, result, Role::Flag).value_or(1) != 0;
  switch (call.routine->effect) {
    case Effect::Wait:
    case Effect::Test:
      return isTrue ? std::vector<Completion>{{0, result.status}} : std::vector<Completion>{};
    case Effect::WaitAll:
    case Effect::TestAll:
      return isTrue ? every(call, result, count) : std::vector<Completion>{};
    case Effect::WaitAny:
    case Effect::TestAny:
      return isTrue ? one(call, result, count) : std::vector<Completion>{};
    case Effect::WaitSome:
    case Effect::TestSome:
      return some(call, result, count);
    default:
      return {};
  }
}

void Requests::add(const OperationPtr &operation) {
  Known &known = known_[operation->handle];
  known.operations.push_back(operation);
  known.gone.reset();
  if (operation->variable == 0) return;
  OperationPtr &stored = lastStoredIn_[operation->variable];
  if (stored) stored->overwrite(*operation->routine, operation->made);
  stored = operation;
}

const OperationPtr &Requests::storedIn(std::int64_t variable, std::int64_t handle) const {
  static const OperationPtr kNone;
  const auto stored = lastStoredIn_.find(variable);
  return stored != lastStoredIn_.end() && stored->second->handle == handle ? stored->second : kNone;
}

const Operations &Requests::sharing(std::int64_t handle) const {
  static const Operations kNone;
  const auto known = known_.find(handle);
  return known == known_.end() ? kNone : known->second.operations;
}

/// What stands in the array there.
Operations Requests::storedFrom(std::int64_t first, std::int64_t step, const Handles &handles) const {
  Operations operations(handles.size());
  if (first == 0 || (step == 0 && handles.size() > 1)) return operations;
  for (std::size_t i = 0; i < handles.size(); ++i)
    operations[i] = storedIn(first + static_cast<std::int64_t>(i) * step, handles[i]);
  return operations;
}

/// That is all that the handles stand for.
bool Requests::isComplete(const Operations &operations, const Handles &handles) const {
  for (std::size_t i = 0; i < handles.size(); ++i)
    if (!operations[i] && !sharing(handles[i]).empty()) return false;
  return true;
}

/// Of an array that is a copy of another: what stands there. The handle that the fewest have tells where.
std::optional<Operations> Requests::storedElsewhere(std::int64_t step, const Handles &handles) const {
  constexpr std::size_t kMostTried = 64;
  const Operations *fewest = nullptr;
  std::size_t index = 0;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const Operations &all = sharing(handles[i]);
    if (all.empty() || (fewest != nullptr && all.size() >= fewest->size())) continue;
    fewest = &all;
    index = i;
  }
  for (std::size_t i = 0; fewest != nullptr && i < std::min(kMostTried, fewest->size()); ++i) {
    const std::int64_t variable = (*fewest)[i]->variable;
    if (variable == 0) continue;
    Operations found = storedFrom(variable - static_cast<std::int64_t>(index) * step, step, handles);
    if (isComplete(found, handles)) return found;
  }
  return std::nullopt;
}

/// Those of an array of which not all are told by variables. What several operations may be is told by the order in
/// which most programs fill arrays: made next behind that of the element before, or last before that of an element
/// behind.
void Requests::addInOrderOfCalls(Operations &operations, const Handles &handles) const {
  std::unordered_set<const Operation *> taken;
  for (const OperationPtr &operation : operations) taken.insert(operation.get());
  const auto isFree = [&](const OperationPtr &operation) { return !taken.contains(operation.get()); };
  const auto take = [&](std::size_t index, const OperationPtr &operation) {
    operations[index] = operation;
    taken.insert(operation.get());
  };
  for (std::size_t i = 0; i < handles.size(); ++i)
    if (const Operations &all = sharing(handles[i]); all.size() == 1 && !operations[i] && isFree(all.front()))
      take(i, all.front());
  const auto numberOf = [](const OperationPtr &operation) { return operation->made->number; };
  OperationPtr before;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const Operations &all = sharing(handles[i]);
    if (!operations[i] && !all.empty()) {
      auto from = all.begin();
      const auto behind = std::find_if(operations.begin() + static_cast<std::ptrdiff_t>(i), operations.end(),
                                       [](const OperationPtr &operation) { return operation != nullptr; });
      if (before) {
        from = std::ranges::upper_bound(all, numberOf(before), {}, numberOf);
      } else if (behind != operations.end()) {
        const auto alike = std::count(handles.begin() + static_cast<std::ptrdiff_t>(i),
                                      handles.begin() + (behind - operations.begin()), handles[i]);
        const auto end = std::ranges::lower_bound(all, numberOf(*behind), {}, numberOf);
        from = end - std::min<std::ptrdiff_t>(alike, end - all.begin());
      }
      auto found = std::find_if(from, all.end(), isFree);
      if (found == all.end()) found = std::ranges::find_if(all, isFree);
      if (found != all.end()) take(i, *found);
    }
    if (operations[i]) before = operations[i];
  }
}

Operations Requests::find(const Call &call) const {
  const Handles handles = requestsOf(call);
  const std::int64_t first = variableOf(call);
  const auto step = static_cast<std::int64_t>(call.process->requestBytes);
  Operations operations = storedFrom(first, step, handles);
  if (isComplete(operations, handles)) return operations;
  if (auto elsewhere = storedElsewhere(step, handles)) return *std::move(elsewhere);
  addInOrderOfCalls(operations, handles);
  return operations;
}

void Requests::remove(const OperationPtr &operation, const Call *by) {
  const auto stored = lastStoredIn_.find(operation->variable);
  if (stored != lastStoredIn_.end() && stored->second == operation) lastStoredIn_.erase(stored);
  const auto known = known_.find(operation->handle);
  if (known == known_.end()) return;
  std::erase(known->second.operations, operation);
  if (!known->second.operations.empty()) return;
  if (by == nullptr || operation->handle == mpi::kSharedRequest || known_.size() > kMostKnown)
    known_.erase(known);
  else
    known->second.gone = GoneRequest{*operation->made, *by};
}

std::optional<GoneRequest> Requests::gone(std::int64_t handle) const {
  const auto known = known_.find(handle);
  return known == known_.end() ? std::nullopt : known->second.gone;
}

Operations Requests::all() const {
  Operations all;
  for (const auto &[handle, known] : known_) all.insert(all.end(), known.operations.begin(), known.operations.end());
  return all;
}

}  // namespace lockstep::engine
