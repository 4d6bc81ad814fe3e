// Arguments that the standard forbids, judged by their role where the interpreter knows their value. What is not
// significant is not judged.
#include <fmt/format.h>

#include <algorithm>

#include "mpi/CommNeeds.h"
#include "passes/symex/mpi/MpiModel.h"
#include "semantics/arguments/BufferArguments.h"
#include "semantics/arguments/CountArguments.h"
#include "semantics/arguments/HandleArguments.h"
#include "semantics/arguments/OpArguments.h"
#include "semantics/arguments/TypeArguments.h"

namespace lockstep::passes::symex {

Note argumentNote(const CallView &view, report::Rule rule, std::size_t argument, semantics::Complaint complaint) {
  Note note =
      makeNote(view.state(), semantics::verdictOn(rule, view.routine(), argument, std::move(complaint)), view.at(), "");
  note.second =
      view.call().operand(argument) ? llvm::dyn_cast<llvm::Instruction>(view.call().operand(argument)) : nullptr;
  return note;
}

namespace {

using mpi::Capture;
using mpi::Effect;
using mpi::Element;
using mpi::Role;
using mpi::Routine;

std::optional<report::Rule> ruleFor(Element kind) {
  switch (kind) {
    case Element::Comm:
      return report::rule("arg-comm");
    case Element::Group:
      return report::rule("arg-group");
    case Element::Datatype:
      return report::rule("arg-datatype");
    case Element::Op:
      return report::rule("arg-op");
    case Element::Window:
      return report::rule("arg-window");
    default:
      return std::nullopt;
  }
}

void report(const CallView &view, report::Rule rule, std::size_t argument, std::string_view what, std::string help) {
  addNote(view.state(), argumentNote(view, rule, argument, {std::string(what), std::move(help)}));
}

void report(const CallView &view, report::Rule rule, std::size_t argument, semantics::Judgment judgment) {
  if (judgment) addNote(view.state(), argumentNote(view, rule, argument, std::move(*judgment)));
}

void reportRank(const CallView &view, report::Rule rule, std::size_t argument, std::int64_t rank, std::string_view what,
                std::string help) {
  Note note = argumentNote(view, rule, argument, {std::string(what), std::move(help)});
  note.rank = rank;
  addNote(view.state(), std::move(note));
}

/// What a handle argument holds.
std::optional<Value> handleOf(const CallView &view, std::size_t argument, Role role) {
  const std::optional<Value> passed = view.value(argument);
  if (!passed || mpi::info(role).capture != Capture::HandleInOut) return passed;
  return view.interpreter().load(view.state(), *passed, view.bytesOfHandle(mpi::elementOf(view.routine(), role)));
}

void judgeHandle(const CallView &view, std::size_t argument, Role role) {
  const Capture capture = mpi::info(role).capture;
  if (capture != Capture::Handle && capture != Capture::HandleInOut) return;
  const Element element = mpi::elementOf(view.routine(), role);
  const auto rule = ruleFor(element);
  const std::optional<Value> handle = rule ? handleOf(view, argument, role) : std::nullopt;
  if (!handle) return;
  if (view.isNull(element, *handle))
    return report(view, *rule, argument, semantics::judgeNull(view.routine(), role, element));
  const MpiObject *held = view.held(*handle);
  if (held && held->isInvalidated) return;
  if (held && held->isFreed) {
    const std::string_view noun = mpi::info(element).noun;
    Note note = argumentNote(
        view, *rule, argument,
        {fmt::format("is a {} that was freed before", noun), fmt::format("free the {} after its last use", noun)});
    return addNote(view.state(), std::move(note));
  }
  const bool isUse = semantics::mustBeCommitted(role) && semantics::movesData(view.routine());
  const Datatype *type = held ? held->as<Datatype>() : nullptr;
  if (type && isUse && !type->isCommitted) {
    Note note = argumentNote(view, *rule, argument, semantics::notCommitted());
    note.finding.sites.push_back(siteAt(*held->made, report::SiteRole::Creation, "made here"));
    addNote(view.state(), std::move(note));
  }
}

void judgeDatatype(const CallView &view, std::size_t argument, Role role) {
  if (role != Role::Datatype && role != Role::TargetDatatype && role != Role::FreedDatatype) return;
  const std::optional<Value> handle = handleOf(view, argument, role);
  if (!handle) return;
  constexpr auto kRule = report::rule("arg-datatype");
  const semantics::TypeFacts type = typeFacts(view, *handle);
  if (role == Role::FreedDatatype) return report(view, kRule, argument, semantics::judgeFree(type));
  if (semantics::movesData(view.routine())) report(view, kRule, argument, semantics::judgeUse(type));
  if (role == Role::Datatype) report(view, kRule, argument, semantics::judgeFetch(view.routine(), type));
}

/// MPI's own communicators have no topology and are never freed.
void judgePredefinedComm(const CallView &view, std::size_t argument, Role role) {
  if (role != Role::Comm && role != Role::FreedComm) return;
  const std::optional<Value> comm = handleOf(view, argument, role);
  const auto handle = comm ? view.raw(*comm) : std::nullopt;
  if (!handle) return;
  const auto predefined = mpi::predefinedCommOf(view.interpreter().program().library(), *handle);
  if (predefined == mpi::PredefinedComm::None) return;
  const std::string_view name = mpi::predefinedCommName(static_cast<std::uint64_t>(predefined));
  constexpr auto kRule = report::rule("arg-comm");
  if (role == Role::FreedComm)
    return report(view, kRule, argument, fmt::format("is {}, which must not be freed", name),
                  "free communicators that the program has made, and no others");
  if (mpi::topologyNeedOf(view.routine()) != mpi::TopologyNeed::Nothing)
    report(view, kRule, argument, fmt::format("is {}, which has no topology", name),
           "pass the communicator that was made with the topology");
}

/// How many elements the array has that is passed; nothing where it is not known, or there are too many to look at.
std::optional<std::int64_t> lengthOf(const CallView &view, std::size_t array) {
  constexpr std::int64_t kMostElements = 1024;
  std::optional<std::int64_t> length;
  if (view.routine().args()[array].role == Role::CountsPerRank) {
    if (view.routine().cls != mpi::Class::CollectiveNeighbor) length = view.groupSize();
  } else if (const int index = view.routine().lengthOf(array); index >= 0) {
    length = view.number(static_cast<std::size_t>(index));
  }
  return length && *length <= kMostElements ? length : std::nullopt;
}

void judgeCount(const CallView &view, std::size_t argument, Role role) {
  constexpr auto kRule = report::rule("arg-count");
  if (mpi::info(role).capture != Capture::ScalarArray) {
    if (const auto count = view.number(argument))
      report(view, kRule, argument, semantics::judgeCount(*count, std::nullopt));
    return;
  }
  const std::int64_t length = lengthOf(view, argument).value_or(0);
  for (std::int64_t i = 0; i < length; ++i)
    if (const auto count = view.element(argument, i); count && *count < 0)
      return report(view, kRule, argument, semantics::judgeCount(*count, static_cast<std::size_t>(i)));
}

void judgeTag(const CallView &view, std::size_t argument) {
  const auto tag = view.number(argument);
  if (!tag || *tag >= 0) return;
  const int peer = view.routine().peerOf(argument);
  const bool takesAny = peer >= 0 && view.routine().args()[static_cast<std::size_t>(peer)].role == Role::Source &&
                        view.routine().cls != mpi::Class::Partition;
  if (*tag == mpi::kAnyTag && takesAny) return;
  const std::string_view why =
      *tag == mpi::kAnyTag ? "but only a receive or probe may leave it open" : "but must not be negative";
  report(view, report::rule("arg-tag"), argument, fmt::format("is {}, {}", semantics::nameValue(*tag), why),
         "pass a tag from 0 to the value of MPI_TAG_UB");
}

void judgeRank(const CallView &view, std::size_t argument, Role role) {
  const auto rank = view.number(argument);
  if (!rank || view.standing().isInter) return;
  if (*rank == mpi::kProcNull && (mpi::isPeer(role) || view.routine().cls == mpi::Class::Window)) return;
  if (*rank == mpi::kAnySource && role == Role::Source && view.routine().cls != mpi::Class::Partition) return;
  if (*rank == mpi::kAnySource)
    return report(view, report::rule("arg-rank"), argument,
                  "is MPI_ANY_SOURCE, but only a receive or probe may leave it open", "name the rank that is meant");
  const auto size = view.groupSize();
  if (*rank >= 0 && (!size || *rank < *size)) return;
  const std::string ranks =
      size && *rank >= 0 ? fmt::format("{} has ranks 0 to {}", view.groupName(), *size - 1) : "no rank is negative";
  reportRank(view, report::rule("arg-rank"), argument, *rank,
             fmt::format("is {}, but {}", semantics::nameValue(*rank), ranks),
             mpi::isPeer(role) ? "name a rank that exists, or MPI_PROC_NULL for nobody" : "name a rank that exists");
}

void judgeRoot(const CallView &view, std::size_t argument) {
  const auto root = view.number(argument);
  const auto size = view.groupSize();
  if (!root || !size || view.standing().isInter || (*root >= 0 && *root < *size)) return;
  reportRank(view, report::rule("arg-root"), argument, *root,
             fmt::format("is {}, but {} has ranks 0 to {}", semantics::nameValue(*root), view.groupName(), *size - 1),
             "name a rank of the communicator that is passed");
}

bool hasElements(const CallView &view, std::size_t buffer) {
  const mpi::BufferPlan plan = view.routine().bufferAt(static_cast<int>(buffer));
  const int index = plan.partitions >= 0 ? plan.partitions : plan.count;
  if (index < 0) return view.routine().cls == mpi::Class::RmaFetch;
  const auto position = static_cast<std::size_t>(index);
  if (view.routine().args()[position].role == Role::CountsPerRank) return false;
  return view.number(position).value_or(0) > 0;
}

void judgeBuffer(const CallView &view, std::size_t argument, Role role) {
  const auto address = view.number(argument);
  if (!address || view.call().isFortran()) return;
  constexpr auto kRule = report::rule("arg-buffer");
  if (role == Role::WindowBase) {
    if (*address != 0 || view.number(Role::WindowSize).value_or(0) <= 0) return;
    return report(view, kRule, argument, semantics::nullWindow());
  }
  if (*address == mpi::kInPlace)
    return report(view, kRule, argument, semantics::misplacedInPlace(view.routine().args()[argument]));
  const bool mayBeUnused =
      view.routine().cls == mpi::Class::CollectiveNeighbor || view.routine().indexOf(Role::Message) >= 0;
  const int type = view.routine().bufferAt(static_cast<int>(argument)).datatype;
  if (*address != 0 || mayBeUnused || type < 0 || !hasElements(view, argument)) return;
  const auto handle = view.value(static_cast<std::size_t>(type));
  if (!handle || !view.predefinedType(*handle)) return;  // a type of absolute addresses starts at MPI_BOTTOM
  report(view, kRule, argument, semantics::nullBuffer());
}

void judgeOp(const CallView &view, std::size_t argument, Role role) {
  if (role != Role::Op && role != Role::FreedOp) return;
  constexpr auto kRule = report::rule("arg-op");
  const std::optional<Value> handle = handleOf(view, argument, role);
  if (!handle) return;
  const auto op = view.predefinedOp(*handle);
  if (role == Role::FreedOp) {
    if (op) report(view, kRule, argument, semantics::freedOp(*op));
    return;
  }
  const auto passed = view.value(semantics::reducedType(view.routine()));
  if (!passed) return;
  const MpiObject *own = view.held(*handle);
  if (op)
    report(view, kRule, argument, semantics::judgeOp(view.routine(), *op, typeFacts(view, *passed)));
  else if (own && own->known<Op>())
    report(view, kRule, argument, semantics::judgeOwnOp(view.routine()));
}

void judgeOther(const CallView &view, std::size_t argument, Role role) {
  constexpr auto kRule = report::rule("arg-other");
  const auto value = view.number(argument);
  switch (role) {
    case Role::Color:
      if (value && *value < 0 && *value != mpi::kUndefined)
        report(view, kRule, argument, fmt::format("is {}, but a color must not be negative", *value),
               "pass a color from 0 on, or MPI_UNDEFINED to belong to no communicator");
      return;
    case Role::DispUnit:
      if (value && *value <= 0)
        report(view, kRule, argument, fmt::format("is {}, but a displacement unit is positive", *value),
               "pass the size of an element, or 1 for bytes");
      return;
    case Role::WindowSize:
      if (value && *value < 0)
        report(view, kRule, argument, fmt::format("is {}, but a size must not be negative", *value),
               "pass the size in bytes");
      return;
    case Role::Dimensions: {
      const auto length = view.number(Role::Length);
      if (view.routine().args()[argument].name != "dims" || !length || *length > 64) return;
      const auto extents = view.numbers(argument, *length);
      if (!extents || view.call().routine() == Routine::Dims_create) return;
      const auto wrong = std::ranges::find_if(*extents, [](std::int64_t extent) { return extent <= 0; });
      if (wrong == extents->end()) return;
      return report(view, kRule, argument,
                    fmt::format("holds {}, but every dimension has at least one process", *wrong),
                    "give every dimension a positive extent");
    }
    default:
      return;
  }
}

}  // namespace

void judgeArguments(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  if (routine.effect == Effect::Abort) return;
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const Role role = routine.args()[i].role;
    if (!view.call().operand(i) || !view.isSignificant(i)) continue;
    judgeHandle(view, i, role);
    judgeDatatype(view, i, role);
    judgePredefinedComm(view, i, role);
    if (semantics::counts(role)) judgeCount(view, i, role);
    if (role == Role::Tag) judgeTag(view, i);
    if (mpi::isPeer(role) || role == Role::Rank) judgeRank(view, i, role);
    if (role == Role::Root) judgeRoot(view, i);
    if (mpi::isDataBuffer(role) || role == Role::WindowBase) judgeBuffer(view, i, role);
    judgeOp(view, i, role);
    judgeOther(view, i, role);
  }
}

}  // namespace lockstep::passes::symex
