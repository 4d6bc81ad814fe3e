// The runs of all ranks that input can choose, for one number of ranks.
//
// Every run has values for what is common to all ranks (JointRun.h). From its decisions follow others, in which one of
// them has another outcome, up to a limit. Each outcome is judged with several values, so that nothing is found that is
// an accident of one: what all of them show is a finding. It is certain if every run has it; where what the ranks have
// computed together decides, nobody knows which of the outcomes there can be, and only that is a finding.
#pragma once

#include <functional>
#include <vector>

#include "passes/symex/runs/DecidedRanks.h"

namespace lockstep::passes::symex {

/// Explores one rank of a joint run, and adds it to the others.
using ExploreRank = std::function<void(int rank, JointRun &joint, DecidedRanks &ranks)>;

class Scenarios {
 public:
  Scenarios(int size, ExploreRank explore) : size_(size), explore_(std::move(explore)) {}

  void run();
  /// False where no run was decided.
  bool isDecided() const { return !judged_.empty(); }
  /// Warnings, unless no input avoids them.
  std::vector<report::Finding> findings() const;

 private:
  struct Scenario {
    std::vector<Decision> decisions;  // that lead to it
    Valuation valuation;
  };
  struct Outcome {
    std::vector<report::Finding> findings;
    std::vector<Decision> decisions;
    std::vector<std::vector<Decision>> siblings;  // where what the ranks have computed decides differently
    bool isJudged = false;
    bool isRefused = false;  // by the program itself
  };
  struct Judged {
    std::vector<Decision> decisions;
    std::vector<report::Finding> findings;
    std::vector<std::vector<Decision>> siblings;
  };

  Outcome explore(JointRun &joint, const Valuation &valuation) const;
  void judge(JointRun &joint, const Scenario &scenario, Outcome outcome);
  void branch(const JointRun &joint, const Scenario &scenario, Outcome &outcome);
  void push(Scenario scenario, bool isFirst);
  bool has(const Judged &scenario, const report::Finding &finding) const;

  int size_;
  ExploreRank explore_;
  std::vector<Scenario> pending_;
  std::vector<std::vector<Decision>> known_;
  std::vector<Judged> judged_;
  bool isComplete_ = true;
};

}  // namespace lockstep::passes::symex
