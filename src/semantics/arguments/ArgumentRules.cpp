#include "semantics/arguments/ArgumentRules.h"

#include <optional>
#include <utility>

#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

namespace {

using mpi::Capture;
using mpi::Element;
using mpi::Role;

constexpr report::Rule kBuffer = report::rule("arg-buffer");
constexpr report::Rule kComm = report::rule("arg-comm");
constexpr report::Rule kCount = report::rule("arg-count");
constexpr report::Rule kDatatype = report::rule("arg-datatype");
constexpr report::Rule kGroup = report::rule("arg-group");
constexpr report::Rule kOp = report::rule("arg-op");
constexpr report::Rule kOther = report::rule("arg-other");
constexpr report::Rule kRank = report::rule("arg-rank");
constexpr report::Rule kRequest = report::rule("arg-request");
constexpr report::Rule kRoot = report::rule("arg-root");
constexpr report::Rule kTag = report::rule("arg-tag");
constexpr report::Rule kWindow = report::rule("arg-window");

/// Requests, messages and sessions have a life of their own.
std::optional<report::Rule> ruleForHandles(Element kind) {
  switch (kind) {
    case Element::Comm:
      return kComm;
    case Element::Group:
      return kGroup;
    case Element::Datatype:
      return kDatatype;
    case Element::Op:
      return kOp;
    case Element::Window:
      return kWindow;
    case Element::File:
    case Element::Info:
    case Element::ErrHandler:
      return kOther;
    default:
      return std::nullopt;
  }
}

class Judge {
 public:
  explicit Judge(const CallFacts &facts) : facts_(facts) {}

  std::vector<ArgumentError> judge() {
    for (std::size_t i = 0; i < facts_.routine().arity; ++i) {
      const Role role = facts_.roleOf(i);
      if (mpi::isDataBuffer(role)) add(kBuffer, i, judgeInPlaceBetweenGroups(facts_, i));
      if (!facts_.isSignificant(i)) continue;
      judgeHandles(i, role);
      judgeValue(i, role);
    }
    return std::move(errors_);
  }

 private:
  void add(report::Rule rule, std::size_t argument, Judgment judgment) {
    if (judgment) errors_.push_back({.rule = rule, .argument = argument, .complaint = std::move(*judgment)});
  }

  /// The elements that stand for something: where a count is 0, its datatype may be anything.
  bool isUsed(std::size_t argument, std::size_t element) const {
    if (facts_.roleOf(argument) != Role::DatatypesPerRank) return true;
    std::size_t counts = argument;
    while (counts > 0 && facts_.roleOf(counts) != Role::CountsPerRank) --counts;
    return element < facts_.length(counts) && facts_.element(counts, element).value_or(0) > 0;
  }

  void judgeHandles(std::size_t argument, Role role) {
    const Capture capture = mpi::info(role).capture;
    const bool isArray = capture == Capture::HandleArray;
    if (!isArray && capture != Capture::Handle && capture != Capture::HandleInOut) return;
    const Element kind = mpi::handleKind(role);
    const auto rule = ruleForHandles(kind);
    if (!rule) return;
    const bool isMoved = kind == Element::Datatype && isOfMovedData(facts_.routine(), role);
    const std::size_t length = isArray ? facts_.length(argument) : 1;
    std::optional<ArgumentError> doubt;  // only if no other element is surely wrong
    for (std::size_t i = 0; i < length; ++i) {
      if (!isUsed(argument, i)) continue;
      const HandleState state = facts_.handle(argument, i);
      Judgment judgment = judgeHandle(facts_.routine(), role, kind, state);
      if (!judgment && isMoved && state != HandleState::Null) judgment = judgeUsedType(facts_, argument, i);
      if (!judgment) continue;
      const bool isDoubtful = state == HandleState::Doubtful;
      if (isDoubtful && doubt) continue;
      ArgumentError error{.rule = *rule,
                          .argument = argument,
                          .complaint = std::move(*judgment),
                          .element = i,
                          .isDoubtful = isDoubtful};
      if (!isDoubtful) return errors_.push_back(std::move(error));
      doubt = std::move(error);
    }
    if (doubt) errors_.push_back(std::move(*doubt));
  }

  void judgeValue(std::size_t argument, Role role) {
    if (counts(role)) add(kCount, argument, judgeCounts(facts_, argument));
    switch (role) {
      case Role::ReadBuffer:
      case Role::WriteBuffer:
      case Role::UpdateBuffer:
      case Role::BcastBuffer:
        return add(kBuffer, argument, judgeBuffer(facts_, argument));
      case Role::WindowBase:
        return add(kBuffer, argument, judgeWindowMemory(facts_, argument));
      case Role::Comm:
        return add(kComm, argument, judgeComm(facts_, argument));
      case Role::FreedComm:
        add(kComm, argument, judgeFreedComm(facts_, argument));
        break;
      case Role::Datatype:
        return add(kDatatype, argument, judgeFetchedType(facts_, argument));
      case Role::FreedDatatype:
        add(kDatatype, argument, judgeFreedType(facts_, argument));
        break;
      case Role::Op:
        return add(kOp, argument, judgeOp(facts_, argument));
      case Role::FreedOp:
        add(kOp, argument, judgeFreedOp(facts_, argument));
        break;
      case Role::Tag:
        return add(kTag, argument, judgeTag(facts_, argument));
      case Role::Root:
        return add(kRoot, argument, judgeRoot(facts_, argument));
      case Role::Dest:
      case Role::Source:
      case Role::Target:
      case Role::Rank:
        return add(kRank, argument, judgeRank(facts_, argument));
      case Role::Ranks:
      case Role::Neighbors:
      case Role::EdgeEnds:
        add(kRank, argument, judgeRankList(facts_, argument));
        break;
      case Role::RankRanges:
        add(kRank, argument, judgeRankRanges(facts_, argument));
        break;
      case Role::Request:
      case Role::Requests:
      case Role::RequestValue:
        add(kRequest, argument, judgeGivenRequests(facts_, argument));
        break;
      default:
        break;
    }
    for (const auto judgeMore : {judgeShape, judgeOther, judgePointer})
      if (Judgment judgment = judgeMore(facts_, argument)) return add(kOther, argument, std::move(judgment));
  }

  const CallFacts &facts_;
  std::vector<ArgumentError> errors_;
};

}  // namespace

std::vector<ArgumentError> judgeArguments(const CallFacts &facts) { return Judge(facts).judge(); }

}  // namespace lockstep::semantics
