// Shared by the argument rules: which arguments are significant, their values, and how a finding names them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/Context.h"
#include "engine/calls/Call.h"
#include "engine/calls/Significance.h"
#include "report/Rule.h"
#include "semantics/Complaint.h"
#include "semantics/arguments/TypeArguments.h"

namespace lockstep::engine {

/// Calls `judge(index, role)` for every significant argument whose role satisfies `isWanted(role)`.
template <class IsWanted, class Judge>
void forEachSignificant(const Call &call, IsWanted isWanted, Judge judge) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const mpi::Role role = call.routine->storage[i].role;
    if (isWanted(role) && isSignificant(call, i)) judge(i, role);
  }
}

/// The value of the argument, or the elements of an array argument, as far as recorded.
std::span<const std::int64_t> valuesOf(const Call &call, std::size_t argument);

/// False for an element with a count of 0: it may have any value.
bool isUsed(const Call &call, std::size_t argument, std::size_t element);

semantics::TypeFacts typeFacts(const Call &call, std::int64_t type);

/// The communicator whose ranks the call's arguments refer to: its own, or that of its window. May be null.
CommunicatorPtr communicatorOf(const Call &call, const Context &context);

/// The number of ranks that the caller can address, and what they are ranks of.
struct Peers {
  std::int64_t count = 0;
  CommunicatorPtr comm;
  bool isOfWindow = false;

  std::string describe() const;
};
std::optional<Peers> peersOf(const Call &call, const Context &context);

/// About one argument of the call.
report::Finding makeFinding(report::Rule rule, const Call &call, std::size_t argument, semantics::Complaint complaint);
inline report::Finding makeFinding(report::Rule rule, const Call &call, std::size_t argument, std::string what,
                                   std::string help) {
  return makeFinding(rule, call, argument, semantics::Complaint{std::move(what), std::move(help)});
}

/// Judges the handles of one kind: null where the standard forbids it, freed, or never created.
///
/// An undefined handle is certainly freed or garbage if the process has freed an object of this kind. Otherwise it may
/// come from a routine unknown to the recorder: then the library's reaction decides, which either returns an error or
/// does not return at all.
class HandleCheck {
 public:
  HandleCheck(report::Rule rule, mpi::Element kind) : rule_(rule), kind_(kind) {}

  /// Whether the routine reads handles of this kind.
  bool isAbout(const mpi::RoutineInfo &routine) const;
  void enter(const Call &call, Context &context);
  void leave(const Call &call, const Result &result, Context &context);
  void end(const Process &process, Context &context);

 private:
  void judge(const Call &call, std::size_t argument, std::int64_t handle, Context &context);

  report::Rule rule_;
  mpi::Element kind_;
  std::map<std::pair<const ProcessInfo *, unsigned>, report::Finding> doubtful_;  // by thread
};

}  // namespace lockstep::engine
