// How a call affects the requests that it is passed.
#pragma once

#include "mpi/Routine.h"

namespace lockstep::mpi {

enum class Completion : std::uint8_t {
  None,
  All,   // all of them
  Any,   // one of them
  Some,  // those that are ready
};

struct CompletionForm {
  Completion completes = Completion::None;
  bool mayFail = false;  // a test: nothing may be complete yet
};

/// Wait and test, of one request or several.
constexpr CompletionForm completionOf(Effect effect) {
  switch (effect) {
    case Effect::Wait:
    case Effect::WaitAll:
      return {Completion::All, false};
    case Effect::WaitAny:
      return {Completion::Any, false};
    case Effect::WaitSome:
      return {Completion::Some, false};
    case Effect::Test:
    case Effect::TestAll:
      return {Completion::All, true};
    case Effect::TestAny:
      return {Completion::Any, true};
    case Effect::TestSome:
      return {Completion::Some, true};
    default:
      return {};
  }
}

constexpr bool completesRequests(Effect effect) { return completionOf(effect).completes != Completion::None; }

constexpr bool startsRequests(Effect effect) { return effect == Effect::Start || effect == Effect::StartAll; }

}  // namespace lockstep::mpi
