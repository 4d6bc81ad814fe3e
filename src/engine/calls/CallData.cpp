#include "engine/calls/CallData.h"

#include <fmt/format.h>

#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

/// The values of an argument: one, or one per member.
std::span<const std::int64_t> valuesOf(const Call &call, int argument, bool isArray) {
  if (isArray) return call.array(argument);
  const auto position = static_cast<std::size_t>(argument);
  if (argument < 0 || position >= call.arguments.size()) return {};
  return {&call.arguments[position], 1};
}

bool hasRole(const Call &call, int argument, Role role) {
  return argument >= 0 && call.routine->args()[static_cast<std::size_t>(argument)].role == role;
}

/// The data of the first buffer with one of the roles.
std::optional<Elements> dataOf(const Call &call, Role role, Role orRole) {
  for (const mpi::BufferPlan &plan : call.routine->buffers())
    if (hasRole(call, plan.buffer, role) || hasRole(call, plan.buffer, orRole))
      return BufferData(call, plan.buffer).at();
  return std::nullopt;
}

}  // namespace

BufferData::BufferData(const Call &call, int buffer) : call_(&call) {
  const mpi::BufferPlan plan = call.routine->bufferAt(buffer);
  isPerRank_ = hasRole(call, plan.count, Role::CountsPerRank);
  hasTypePerRank_ = hasRole(call, plan.datatype, Role::DatatypesPerRank);
  counts_ = valuesOf(call, plan.count, isPerRank_);
  handles_ = valuesOf(call, plan.datatype, hasTypePerRank_);
  if (!hasTypePerRank_ && !handles_.empty()) type_ = call.datatype(handles_.front());
  partitions_ = call.argument(Role::Partitions).value_or(1);
  const auto address = valuesOf(call, buffer, false);
  isInPlace_ = !address.empty() && address.front() == mpi::kInPlace;
}

std::optional<Elements> BufferData::at(std::size_t index) const {
  const std::size_t ofCounts = isPerRank_ ? index : 0;
  if (ofCounts >= counts_.size() || counts_[ofCounts] < 0 || partitions_ < 0) return std::nullopt;
  if (hasTypePerRank_ && index >= handles_.size()) return std::nullopt;
  const Datatype *type = hasTypePerRank_ ? call_->datatype(handles_[index]) : type_;
  if (type == nullptr) return std::nullopt;
  return Elements{static_cast<std::uint64_t>(counts_[ofCounts]) * static_cast<std::uint64_t>(partitions_), type};
}

std::optional<Elements> sentBy(const Call &call) { return dataOf(call, Role::ReadBuffer, Role::UpdateBuffer); }

std::optional<Elements> receivedBy(const Call &call) { return dataOf(call, Role::WriteBuffer, Role::UpdateBuffer); }

std::string describe(const TypeDifference &difference) {
  const auto name = [](mpi::PredefinedType type) {
    return mpi::predefinedType(static_cast<std::uint64_t>(type))->name;
  };
  return fmt::format("element {} is {} at the sender and {} at the receiver", difference.element,
                     name(difference.first), name(difference.second));
}

std::optional<TypeProblem> compareMessage(const Call &send, const Call &receive) {
  const auto sent = sentBy(send);
  const auto received = receivedBy(receive);
  if (!sent || !received) return std::nullopt;
  const TypeProblem problem{compare(*sent, *received).difference, bytesOf(*sent) > bytesOf(*received), *sent,
                            *received};
  if (!problem.difference && !problem.isTruncated) return std::nullopt;
  return problem;
}

}  // namespace lockstep::engine
