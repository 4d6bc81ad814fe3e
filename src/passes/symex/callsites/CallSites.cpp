#include "passes/symex/callsites/CallSites.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "passes/symex/callsites/FunctionWalk.h"

namespace lockstep::passes::symex {

namespace {

using llvm::Instruction;

constexpr std::uint64_t kStepsPerInstruction = 60;
constexpr std::string_view kIfReached = "if this is reached";

class CallSites {
 public:
  CallSites(const Program &program, const std::function<bool(const Note &)> &isWanted)
      : program_(program), isWanted_(isWanted) {}

  void take(const Note &note, const std::vector<Frame> &stack) {
    if (!isWanted_(note)) return;
    const Key key{note.finding.rule.index, note.anchor, note.second};
    const auto [place, isNew] = known_.try_emplace(key, found_.size());
    if (isNew) found_.push_back({note.finding, false});
    found_[place->second].isSure |= isReached(note, stack);
  }

  std::vector<report::Finding> findings() const {
    std::vector<report::Finding> findings;
    for (const auto &[finding, isSure] : found_) {
      findings.push_back(finding);
      if (isSure || finding.severity != report::Severity::Error) continue;
      findings.back().severity = report::Severity::Warning;
      if (findings.back().sites.front().label.empty()) findings.back().sites.front().label = kIfReached;
    }
    return findings;
  }

 private:
  using Key = std::tuple<std::size_t, const Instruction *, const Instruction *>;
  struct Found {
    report::Finding finding;
    bool isSure = false;
  };

  /// Whenever the function on which the walk began is called.
  bool isReached(const Note &note, const std::vector<Frame> &stack) const {
    if (!program_.isOnEveryWay(*note.anchor)) return false;
    if (note.second && !program_.isOnEveryWay(*note.second)) return false;
    return std::ranges::all_of(stack,
                               [&](const Frame &frame) { return !frame.site || program_.isOnEveryWay(*frame.site); });
  }

  const Program &program_;
  const std::function<bool(const Note &)> &isWanted_;
  std::map<Key, std::size_t> known_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<report::Finding> judgeCallSites(const Program &program, const std::function<bool(const Note &)> &isWanted) {
  CallSites sites(program, isWanted);
  const auto notice = [&](const Note &note, const std::vector<Frame> &stack) { sites.take(note, stack); };
  for (const llvm::Function *function : program.reachable()) {
    Budget budget{kStepsPerInstruction * function->getInstructionCount()};
    FunctionWalk(program, true, FunctionWalk::Calls::Skipped, budget, notice).walk(*function);
  }
  if (const llvm::Function *entry = program.entry()) {
    Budget budget;
    for (const llvm::Function *function : program.reachable())
      budget.steps += kStepsPerInstruction * function->getInstructionCount();
    FunctionWalk(program, false, FunctionWalk::Calls::Walked, budget, notice).walk(*entry);
  }
  return sites.findings();
}

}  // namespace lockstep::passes::symex
