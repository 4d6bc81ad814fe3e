// The rules arg-*: what the standard asks of the arguments of any call, by their roles.
//
// Here is the one loop over the arguments of a call; what is asked of which stands in Judgments.h, in the sources by
// family, and with it every sentence.
#pragma once

#include <cstddef>
#include <vector>

#include "report/Rule.h"
#include "semantics/Complaint.h"
#include "semantics/arguments/CallFacts.h"

namespace lockstep::semantics {

struct ArgumentError {
  report::Rule rule;
  std::size_t argument = 0;
  Complaint complaint;
  std::size_t element = 0;  // of an array of handles: which of them
  bool isDoubtful = false;  // the library decides: it refuses the handle or takes it
};

/// What is wrong with the arguments that are significant.
std::vector<ArgumentError> judgeArguments(const CallFacts &facts);

}  // namespace lockstep::semantics
