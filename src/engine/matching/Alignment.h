// Finds out how the members of a communicator fell out of step: some left out a collective, or called one too many.
//
// It is not enough that the i-th calls of two members differ: they may be one collective with different arguments, or
// one member may be a call ahead. Later calls, and earlier ones from different places, decide. The calls of each member
// form a word, with the finalization as its last letter. Every word is aligned with that of the majority at minimal
// cost, as for the edit distance: it costs little to match a call with the same call from another place, more with
// different arguments, still more with another routine, and most if the other member makes that call elsewhere. A call
// without a counterpart costs as much as different arguments. If the first difference in the cheapest alignment is a
// call without a counterpart, followed by calls that match, that is the misstep.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "engine/calls/Call.h"

namespace lockstep::engine {

/// The next collectives of one member, as far as known.
struct Word {
  int rank = -1;
  std::vector<CallPtr> calls;
  CallPtr finalize;  // the following call; null: unknown
};

/// Some members have called a collective that the others did not.
struct Misstep {
  std::vector<CallPtr> calls;   // of the members that called it, by rank
  std::vector<CallPtr> others;  // calls of the others instead, by rank
  std::size_t length = 1;       // number of consecutive calls
};

/// Whether two calls of one routine would match, judging by their arguments.
using Agree = std::function<bool(const Call &, const Call &)>;

/// None if the calls rather differ in their arguments, or if this cannot be decided.
std::optional<Misstep> findMisstep(const std::vector<Word> &words, const Agree &agree);

}  // namespace lockstep::engine
