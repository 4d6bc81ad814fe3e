#include "semantics/Lifecycle.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace lockstep::semantics {

using mpi::Effect;
using mpi::Routine;

namespace {

constexpr report::Rule kRule = report::rule("lifecycle");

std::string_view nameOf(Routine routine) { return mpi::info(routine).name; }

Verdict misuse(const mpi::RoutineInfo &call, std::string_view when, std::string help) {
  return {kRule, fmt::format("{} is called {}", call.name, when), std::move(help)};
}

}  // namespace

std::optional<Verdict> Lifecycle::judge(const mpi::RoutineInfo &call) const {
  if (isReported || hasSession() || mpi::isAllowedAnytime(call.routine)) return std::nullopt;
  const std::string_view finalize = nameOf(Routine::Finalize);
  if (finalized == Done::Yes)
    return misuse(call, fmt::format("after {}", finalize), fmt::format("move the call in front of {}", finalize));
  if (call.effect == Effect::Init && initialized == Done::Yes)
    return misuse(call, "although MPI is initialized already", "initialize MPI once");
  if (call.effect != Effect::Init && initialized == Done::No)
    return misuse(call, fmt::format("before {}", nameOf(Routine::Init)),
                  fmt::format("call {} or {} first", nameOf(Routine::Init), nameOf(Routine::Init_thread)));
  return std::nullopt;
}

void Lifecycle::apply(const mpi::RoutineInfo &call) {
  switch (call.effect) {
    case Effect::Init:
      initialized = Done::Yes;
      if (finalized == Done::Maybe) finalized = Done::No;
      return;
    case Effect::Finalize:
      finalized = Done::Yes;
      return;
    case Effect::SessionInit:
      ++sessions_;
      return;
    case Effect::SessionFinalize:
      --sessions_;
      return;
    default:
      return;
  }
}

void Lifecycle::meetUnseen() {
  if (initialized == Done::No) initialized = Done::Maybe;
  if (finalized == Done::No) finalized = Done::Maybe;
}

void Lifecycle::join(const Lifecycle &other) {
  if (initialized != other.initialized) initialized = Done::Maybe;
  if (finalized != other.finalized) finalized = Done::Maybe;
  isReported = isReported || other.isReported;
  sessions_ = std::max(sessions_, other.sessions_);
}

Verdict endsUnfinalized(std::string_view how) {
  const std::string_view finalize = nameOf(Routine::Finalize);
  return {kRule, fmt::format("{} without calling {}", how, finalize),
          fmt::format("call {} on every rank before it ends, or {} to end the whole job", finalize,
                      nameOf(Routine::Abort))};
}

}  // namespace lockstep::semantics
