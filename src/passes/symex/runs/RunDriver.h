// Lets the engine judge a run in which every rank does what follows from the program.
//
// A recorded Leave is truth to the engine. Here nobody has left a call, so a rank is held in it until the engine says
// that what it waits for is there. Where nothing moves any more a call returns that only a library would hold which
// does not buffer; after that, a receive with a choice takes the message of the lowest rank.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "passes/symex/RankTrace.h"
#include "report/Finding.h"
#include "trace/RecordBuilder.h"

namespace lockstep::passes::symex {

/// Where the records of a run have an instruction.
trace::SourcePlace placeOf(const llvm::Instruction &at);

/// What the wanted rules of the engine find; nothing where it cannot be told what happened.
std::optional<std::vector<report::Finding>> drive(std::span<const DecidedRank> ranks, bool (*isWanted)(report::Rule));

}  // namespace lockstep::passes::symex
