// arg-other: what the standard asks of the remaining arguments, by their role: colours, the memory and units of a
// window, target displacements, the dimensions of a topology, lock types, assertions, handles of files, info objects
// and error handlers, and memory for results.
#include <algorithm>

#include <fmt/format.h>

#include "engine/Arguments.h"
#include "engine/Rule.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Capture;
using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-other");

constexpr std::int64_t kAssertions = mpi::kNoCheck | mpi::kNoStore | mpi::kNoPut | mpi::kNoPrecede | mpi::kNoSucceed;

struct Complaint {
  std::string what;
  std::string help;
};

using Verdict = std::optional<Complaint>;

Verdict judgeDimensions(const Call &call, std::size_t argument) {
  if (call.routine->storage[argument].name != "dims" || !call.comm || call.comm->isInter()) return {};
  std::int64_t product = 1;
  const auto size = static_cast<std::int64_t>(call.comm->size());
  for (const std::int64_t extent : call.array(static_cast<int>(argument))) {
    if (extent <= 0)
      return Complaint{fmt::format("holds {}, but every dimension has at least one process", extent),
                       "give every dimension a positive extent"};
    product = std::min(product * std::min(extent, size + 1), size + 1);
  }
  if (product <= size) return {};
  return Complaint{fmt::format("needs more processes than the {} of {}", size, call.comm->describe()),
                   "choose dimensions whose product is not larger than the communicator"};
}

Verdict judge(const Call &call, std::size_t argument, Role role, const Context &context) {
  const std::int64_t value = call.arguments[argument];
  switch (role) {
    case Role::Color:
      if (value >= 0 || value == mpi::kUndefined) return {};
      return Complaint{fmt::format("is {}, but a colour must not be negative", nameValue(value)),
                       "pass a colour from 0 on, or MPI_UNDEFINED to belong to no communicator"};
    case Role::DispUnit:
      if (value > 0) return {};
      return Complaint{fmt::format("is {}, but a displacement unit is positive", value),
                       "pass the size of an element, or 1 for bytes"};
    case Role::WindowSize:
      if (value >= 0) return {};
      return Complaint{fmt::format("is {}, but a size must not be negative", value), "pass the size in bytes"};
    case Role::Displacement: {
      const Object *window =
          context.objects().find(*call.process, mpi::Element::Window, call.argument(Role::Window).value_or(0));
      if (value >= 0 || window == nullptr || window->isDynamic) return {};
      return Complaint{fmt::format("is {}, but a displacement into a window must not be negative", value),
                       "count the displacement from the start of the target's window"};
    }
    case Role::Dimensions:
      return judgeDimensions(call, argument);
    case Role::LockType:
      if (value == mpi::kLockExclusive || value == mpi::kLockShared) return {};
      return Complaint{"is no lock type", "pass MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED"};
    case Role::Assertion:
      if (value >= 0 && (value & ~kAssertions) == 0) return {};
      return Complaint{"is no combination of assertions",
                       "combine MPI_MODE_NOCHECK, NOSTORE, NOPUT, NOPRECEDE and NOSUCCEED, or pass 0"};
    case Role::Message:
      if (value != trace::kNullHandle) return {};
      return Complaint{"is MPI_MESSAGE_NULL", "pass a message that a matched probe has returned"};
    default:
      break;
  }
  const Capture capture = mpi::info(role).capture;
  // The address of a handle is also 0 where a binding translates the program's own.
  const bool isForResult = capture == Capture::ScalarOut || capture == Capture::AddressOut;
  if (!isForResult || value != 0) return {};
  return Complaint{"is a null pointer, but the call stores a result there", "pass the address of a variable"};
}

class ArgOther final : public Rule {
  void onArguments(const Call &call, Context &context) override {
    for (HandleCheck &check : handles_) check.enter(call, context);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const Verdict verdict = judge(call, i, call.routine->storage[i].role, context);
      if (verdict && isSignificant(call, i)) context.report(makeFinding(kRule, call, i, verdict->what, verdict->help));
    }
  }
  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return std::ranges::any_of(handles_, [&](const HandleCheck &check) { return check.isAbout(routine); });
  }
  void onLeave(const Call &call, const Result &result, Context &context) override {
    for (HandleCheck &check : handles_) check.leave(call, result, context);
  }
  void onProcessEnd(const Process &process, Context &context) override {
    for (HandleCheck &check : handles_) check.end(process, context);
  }

  HandleCheck handles_[3] = {
      {kRule, mpi::Element::File}, {kRule, mpi::Element::Info}, {kRule, mpi::Element::ErrHandler}};
};

const Registration<ArgOther> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
