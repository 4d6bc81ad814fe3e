#include "engine/rules/Arguments.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "mpi/Significance.h"
#include "semantics/arguments/HandleArguments.h"

namespace lockstep::engine {
namespace {

using mpi::Element;
using mpi::Role;

bool isArray(Role role) {
  const mpi::Capture capture = mpi::info(role).capture;
  return capture == mpi::Capture::ScalarArray || capture == mpi::Capture::HandleArray ||
         capture == mpi::Capture::HandleArrayInOut;
}

bool isRead(Role role) {
  switch (mpi::info(role).capture) {
    case mpi::Capture::Handle:
    case mpi::Capture::HandleInOut:
    case mpi::Capture::HandleArray:
      return true;
    default:
      return false;
  }
}

constexpr std::uint32_t bitOf(Element kind) { return 1U << static_cast<unsigned>(kind); }

/// The kinds of handles that a routine reads, as a bit set.
std::uint32_t kindsReadBy(mpi::Routine routine) {
  static const auto kKinds = [] {
    std::array<std::uint32_t, mpi::kRoutineCount> kinds{};
    for (const mpi::RoutineInfo &row : mpi::routines())
      for (const mpi::Argument &argument : row.args())
        if (isRead(argument.role)) kinds[static_cast<std::size_t>(row.routine)] |= bitOf(handleKind(argument.role));
    return kinds;
  }();
  return kKinds[static_cast<std::size_t>(routine)];
}

}  // namespace

std::span<const std::int64_t> valuesOf(const Call &call, std::size_t argument) {
  if (isArray(call.routine->storage[argument].role)) return call.array(static_cast<int>(argument));
  return std::span(call.arguments).subspan(argument, 1);
}

bool isUsed(const Call &call, std::size_t argument, std::size_t element) {
  if (call.routine->storage[argument].role != Role::DatatypesPerRank) return true;
  for (std::size_t i = argument; i-- > 0;) {
    if (call.routine->storage[i].role != Role::CountsPerRank) continue;
    const auto counts = call.array(static_cast<int>(i));
    return element < counts.size() && counts[element] > 0;
  }
  return false;
}

CommunicatorPtr communicatorOf(const Call &call, const Context &context) {
  if (call.comm) return call.comm;
  const auto window = call.argument(Role::Window);
  const Object *object = window ? context.objects().find(*call.process, Element::Window, *window) : nullptr;
  return object != nullptr ? object->comm : nullptr;
}

std::optional<Peers> peersOf(const Call &call, const Context &context) {
  const CommunicatorPtr comm = communicatorOf(call, context);
  const auto position = comm ? comm->positionOf(call.rank()) : std::nullopt;
  if (!position) return std::nullopt;
  const auto [first, end] = comm->peers(*position);
  return Peers{std::int64_t{end} - first, comm, !call.comm};
}

std::string Peers::describe() const {
  return fmt::format("{}{}{}", isOfWindow ? "the window of " : "", comm->isInter() ? "the remote group of " : "",
                     comm->describe());
}

report::Finding makeFinding(report::Rule rule, const Call &call, std::size_t argument, semantics::Complaint complaint) {
  return makeFinding(semantics::verdictOn(rule, *call.routine, argument, std::move(complaint)), call);
}

bool HandleCheck::isAbout(const mpi::RoutineInfo &routine) const {
  return (kindsReadBy(routine.routine) & bitOf(kind_)) != 0;
}

void HandleCheck::enter(const Call &call, Context &context) {
  if (!isAbout(*call.routine)) return;
  const auto isWanted = [&](Role role) { return handleKind(role) == kind_ && isRead(role); };
  forEachSignificant(call, isWanted, [&](std::size_t argument, Role) {
    const auto handles = valuesOf(call, argument);
    for (std::size_t i = 0; i < handles.size(); ++i)
      if (isUsed(call, argument, i)) judge(call, argument, handles[i], context);
  });
}

void HandleCheck::judge(const Call &call, std::size_t argument, std::int64_t handle, Context &context) {
  if (handle == trace::kNullHandle) {
    auto complaint = semantics::judgeNull(*call.routine, call.routine->storage[argument].role, kind_);
    if (complaint) context.report(makeFinding(rule_, call, argument, std::move(*complaint)));
    return;
  }
  if (handle != trace::kUnknownHandle || call.isNested || call.isOutside ||
      context.objects().mayHoldUnseen(*call.process, kind_))
    return;
  const std::string_view noun = mpi::info(kind_).noun;
  const bool isCertain = context.objects().hasFreed(*call.process, kind_);
  report::Finding finding =
      makeFinding(rule_, call, argument, fmt::format("is not a valid {}: freed or never created", noun),
                  fmt::format("use the {} between its creation and the call that frees it", noun));
  if (isCertain)
    context.report(std::move(finding));
  else
    doubtful_.insert_or_assign({call.process, call.thread}, std::move(finding));
}

void HandleCheck::leave(const Call &call, const Result &result, Context &context) {
  if (doubtful_.empty() || call.isNested) return;
  const auto doubt = doubtful_.find({call.process, call.thread});
  if (doubt == doubtful_.end()) return;
  if (result.code != 0) context.report(std::move(doubt->second));
  doubtful_.erase(doubt);
}

void HandleCheck::end(const Process &process, Context &context) {
  for (auto doubt = doubtful_.begin(); doubt != doubtful_.end();) {
    if (doubt->first.first != &process) {
      ++doubt;
      continue;
    }
    context.report(std::move(doubt->second));
    doubt = doubtful_.erase(doubt);
  }
}

semantics::TypeFacts typeFacts(const Call &call, std::int64_t type) {
  if (const auto *predefined = mpi::predefinedType(static_cast<std::uint64_t>(type))) return {.predefined = predefined};
  if (type == trace::kNullHandle || type == trace::kUnknownHandle) return {};
  const Datatype *derived = call.process->types.find(type);
  if (derived == nullptr || derived->pattern.size() != 1) return {.isDerived = true};
  const BasicRun &values = derived->pattern.front();
  if (derived->repeats == 1 && values.count == 1) return {};
  return {.isDerived = true, .basic = mpi::predefinedType(static_cast<std::uint64_t>(values.basic))};
}

}  // namespace lockstep::engine
