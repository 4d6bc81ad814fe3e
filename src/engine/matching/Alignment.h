// What happened where the members of a communicator fall out of step: some left out a collective, or made one too many.
//
// That the i-th calls of two members differ does not tell: they may be one collective with different arguments, or one
// member is a call ahead. The calls that follow, and those before that came from different places, decide. The calls of
// each member are a word, with the finalization as its last letter. Every word is aligned with that of the most members
// at the least cost, as by the edit distance: a call against itself at another place costs a little, with other
// arguments more, another routine still more, and most where the other side makes that call as well, at another time. A
// call without a counterpart costs as much as one with other arguments. Where the first difference of the cheapest
// alignment is a call without a counterpart, followed by calls that fit, that is what happened.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "engine/calls/Call.h"

namespace lockstep::engine {

/// The next collectives of one member, as far as they are known.
struct Word {
  int rank = -1;
  std::vector<CallPtr> calls;
  CallPtr finalize;  // the call behind them; null: not known what follows
};

/// Some members have called a collective and the others not.
struct Misstep {
  std::vector<CallPtr> calls;   // of those that have called it, by rank
  std::vector<CallPtr> others;  // what the others call instead, by rank
  std::size_t length = 1;       // so many calls in a row
};

/// Whether two calls of one routine would match, as far as their arguments tell.
using Agree = std::function<bool(const Call &, const Call &)>;

/// None where the calls rather differ in their arguments, or where it cannot be told.
std::optional<Misstep> findMisstep(const std::vector<Word> &words, const Agree &agree);

}  // namespace lockstep::engine
