#include "engine/Requests.h"

#include <algorithm>
#include <utility>

#include "engine/Collectives.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;

std::vector<std::int64_t> pick(const std::vector<std::int64_t> &requests, std::span<const std::int64_t> indices) {
  std::vector<std::int64_t> picked;
  for (const std::int64_t index : indices)
    if (index >= 0 && index < static_cast<std::int64_t>(requests.size()))
      picked.push_back(requests[static_cast<std::size_t>(index)]);
  return picked;
}

std::vector<std::int64_t> pickOne(const std::vector<std::int64_t> &requests, const Call &call, const Result &result) {
  const std::int64_t index = written(call, result, Role::Index).value_or(-1);
  return pick(requests, {&index, 1});
}

std::vector<std::int64_t> pickSome(const std::vector<std::int64_t> &requests, const Call &call, const Result &result) {
  const auto indices = result.array(call.routine->indexOf(Role::Indices));
  const std::int64_t count = written(call, result, Role::OutCount).value_or(0);
  if (count <= 0) return {};
  return pick(requests, indices.first(std::min(indices.size(), static_cast<std::size_t>(count))));
}

}  // namespace

std::vector<std::int64_t> requestsOf(const Call &call) {
  if (const auto single = call.argument(Role::Request)) return {*single};
  const auto several = call.array(call.routine->indexOf(Role::Requests));
  return {several.begin(), several.end()};
}

std::vector<std::int64_t> completedRequests(const Call &call, const Result &result) {
  const std::vector<std::int64_t> requests = requestsOf(call);
  const Effect effect = call.routine->effect;
  const bool tests = effect == Effect::Test || effect == Effect::TestAll || effect == Effect::TestAny;
  if (tests && written(call, result, Role::Flag).value_or(0) == 0) return {};
  if (effect == Effect::WaitAny || effect == Effect::TestAny) return pickOne(requests, call, result);
  if (effect == Effect::WaitSome || effect == Effect::TestSome) return pickSome(requests, call, result);
  return requests;
}

void Requests::add(std::int64_t id, Participation collective, bool isPersistent) {
  known_.insert_or_assign(id, Request{std::move(collective), isPersistent});
}

std::vector<Participation> Requests::start(const Call &call) {
  std::vector<Participation> started;
  for (const std::int64_t id : requestsOf(call)) {
    const auto known = known_.find(id);
    if (known == known_.end() || !known->second.isPersistent) continue;
    Participation &collective = known->second.collective;
    collective.exchange = collective.slot->start(collective.position);
    started.push_back(collective);
  }
  return started;
}

std::vector<Participation> Requests::awaited(const Call &call) const {
  if (call.routine->effect != Effect::Wait && call.routine->effect != Effect::WaitAll) return {};
  std::vector<Participation> awaited;
  for (const std::int64_t id : requestsOf(call))
    if (const auto known = known_.find(id); known != known_.end() && known->second.collective.exchange)
      awaited.push_back(known->second.collective);
  return awaited;
}

std::vector<Participation> Requests::complete(const Call &call, const Result &result) {
  if (known_.empty() || call.routine->cls != mpi::Class::Completion) return {};
  std::vector<Participation> completed;
  for (const std::int64_t id : completedRequests(call, result)) {
    const auto known = known_.find(id);
    if (known == known_.end() || !known->second.collective.exchange) continue;
    completed.push_back(known->second.collective);
    if (known->second.isPersistent)
      known->second.collective.exchange = nullptr;
    else
      known_.erase(known);
  }
  return completed;
}

void Requests::release(const Call &call) {
  if (call.routine->effect != Effect::RequestFree) return;
  for (const std::int64_t id : requestsOf(call)) known_.erase(id);
}

}  // namespace lockstep::engine
