// What the records say of the arguments of a call, for the rules of semantics/arguments.
#pragma once

#include "engine/Context.h"
#include "engine/calls/Call.h"
#include "engine/rules/arguments/ArgumentHistory.h"
#include "semantics/arguments/CallFacts.h"

namespace lockstep::engine {

class RecordedFacts final : public semantics::CallFacts {
 public:
  RecordedFacts(const Call &call, const ProcessContext &context, const ArgumentHistory &history)
      : CallFacts(*call.routine), call_(call), context_(context), history_(history) {}

  bool isSignificant(std::size_t argument) const override;
  std::optional<std::int64_t> number(std::size_t argument) const override { return call_.arguments[argument]; }
  std::size_t length(std::size_t array) const override { return elements(array).size(); }
  std::optional<std::int64_t> element(std::size_t array, std::size_t index) const override {
    return elements(array)[index];
  }
  bool isNull(std::size_t argument) const override;
  semantics::HandleState handle(std::size_t argument, std::size_t element) const override;
  bool isPredefined(std::size_t argument) const override;
  const mpi::PredefinedTypeInfo *predefinedType(std::size_t argument, std::size_t element) const override;
  semantics::TypeFacts type(std::size_t argument) const override;
  std::optional<bool> isCommitted(std::size_t argument, std::size_t element) const override;
  bool liesNowhere(std::size_t type) const override;
  semantics::OpFacts op(std::size_t argument) const override;
  std::string describeComm(std::size_t argument) const override;
  std::optional<bool> isInter() const override;
  std::optional<mpi::Topology> topology() const override;
  const semantics::Grid *grid() const override { return history_.grid(call_); }
  std::optional<std::int64_t> ownRank() const override;
  std::optional<std::int64_t> peerCount() const override;
  std::string describePeers() const override;
  std::optional<std::int64_t> largestTag() const override { return context_.objects().largestTag(*call_.process); }
  std::optional<std::int64_t> groupSize() const override;
  std::optional<bool> isDynamicWindow() const override;
  mpi::Element keyOwner(std::size_t argument) const override {
    return history_.keyOwner(call_, call_.arguments[argument]);
  }

  /// The handle that the argument is or holds as an element.
  std::int64_t handleAt(std::size_t argument, std::size_t element) const;

 private:
  std::span<const std::int64_t> elements(std::size_t array) const { return call_.array(static_cast<int>(array)); }

  const Call &call_;
  const ProcessContext &context_;
  const ArgumentHistory &history_;
};

}  // namespace lockstep::engine
