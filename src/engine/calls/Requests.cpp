#include "engine/calls/Requests.h"

#include <algorithm>
#include <bitset>
#include <utility>

#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;

/// The address of the handle at `index`; 0 if unknown.
std::int64_t variableAt(const Call &call, std::size_t index) {
  if (call.routine->indexOf(Role::Requests) < 0) return call.addresses.empty() ? 0 : call.addresses.front();
  const std::int64_t first = call.argument(Role::Requests).value_or(0);
  return first == 0 ? 0 : first + static_cast<std::int64_t>(index * call.process->requestBytes);
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
  const std::size_t count = requestsOf(call).size();
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
  std::weak_ptr<Operation> &stored = lastStoredIn_[operation->variable];
  if (const auto before = stored.lock()) before->overwrite(*operation->routine, operation->made);
  stored = operation;
}

OperationPtr Requests::pick(std::int64_t handle, std::int64_t variable, const Taken &taken) const {
  if (const auto stored = lastStoredIn_.find(variable); stored != lastStoredIn_.end())
    if (auto operation = stored->second.lock(); operation && operation->handle == handle) return operation;
  const auto known = known_.find(handle);
  if (known == known_.end()) return nullptr;
  const auto isFree = [&](const OperationPtr &operation) { return !taken.contains(operation.get()); };
  const auto oldest = std::ranges::find_if(known->second.operations, isFree);
  return oldest == known->second.operations.end() ? nullptr : *oldest;
}

Operations Requests::find(const Call &call) const {
  Operations operations;
  Taken taken;
  const std::vector<std::int64_t> handles = requestsOf(call);
  for (std::size_t i = 0; i < handles.size(); ++i) {
    operations.push_back(pick(handles[i], variableAt(call, i), taken));
    taken.insert(operations.back().get());
  }
  return operations;
}

void Requests::remove(const OperationPtr &operation, const Call *by) {
  const auto stored = lastStoredIn_.find(operation->variable);
  if (stored != lastStoredIn_.end() && stored->second.lock() == operation) lastStoredIn_.erase(stored);
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
