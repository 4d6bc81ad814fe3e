// What rules on the arguments of a call have in common: whose ranks they mean, and how a finding names them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/Context.h"
#include "engine/calls/Call.h"
#include "report/Rule.h"
#include "semantics/Complaint.h"

namespace lockstep::engine {

/// The communicator whose ranks the call's arguments mean: its own, or that of its window. May be null.
CommunicatorPtr communicatorOf(const Call &call, const ProcessContext &context);

/// The number of ranks that the caller can address, and what they are ranks of.
struct Peers {
  std::int64_t count = 0;
  CommunicatorPtr comm;
  bool isOfWindow = false;

  std::string describe() const;
};
std::optional<Peers> peersOf(const Call &call, const ProcessContext &context);

/// About one argument of the call.
report::Finding makeFinding(report::Rule rule, const Call &call, std::size_t argument, semantics::Complaint complaint);

}  // namespace lockstep::engine
