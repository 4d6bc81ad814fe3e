#include "passes/collectives/RankPath.h"

#include <algorithm>

namespace lockstep::passes {

namespace {

using Kind = RankStep::Kind;

constexpr std::size_t kMaxSteps = 8;

/// The call in the function of `outer` that leads to `inner`; null if there is none.
const llvm::DILocation *callBetween(const llvm::DILocation &outer, const llvm::DILocation &inner) {
  const llvm::DISubprogram *function = outer.getScope()->getSubprogram();
  for (const llvm::DILocation *call = inner.getInlinedAt(); call; call = call->getInlinedAt())
    if (call->getScope()->getSubprogram() == function && call->getInlinedAt() == outer.getInlinedAt()) return call;
  return nullptr;
}

bool isSameLine(const llvm::DILocation &a, const llvm::DILocation &b) {
  return a.getLine() == b.getLine() && a.getFile() == b.getFile();
}

class Path {
 public:
  void goTo(const llvm::DILocation &place) {
    if (last_ == &place) return;
    if (const llvm::DILocation *call = last_ ? callBetween(*last_, place) : nullptr) add(Kind::Passed, *call);
    if (const llvm::DILocation *call = last_ ? callBetween(place, *last_) : nullptr) add(Kind::Returned, *call);
    last_ = &place;
  }
  void add(Kind kind, const llvm::DILocation &place) {
    const auto isKnown = [&](const RankStep &step) { return isSameLine(*step.place, place); };
    if (place.getLine() != 0 && std::ranges::none_of(steps_, isKnown))
      steps_.push_back({.kind = kind, .place = &place});
  }
  std::vector<RankStep> steps() && { return std::move(steps_); }

 private:
  std::vector<RankStep> steps_;
  const llvm::DILocation *last_ = nullptr;
};

}  // namespace

std::vector<RankStep> rankPath(const RankTaint &flow, const llvm::Instruction &branch) {
  std::vector<const llvm::DILocation *> places;
  for (const RankTaint *step = &flow; step; step = step->from)
    if (const llvm::DILocation *place = step->step->getDebugLoc().get()) places.push_back(place);
  std::ranges::reverse(places);

  Path path;
  for (const llvm::DILocation *place : places) {
    path.goTo(*place);
    path.add(place == places.front() ? Kind::Obtained : Kind::Stored, *place);
  }
  const llvm::DILocation *end = branch.getDebugLoc().get();
  if (end) path.goTo(*end);

  std::vector<RankStep> steps = std::move(path).steps();
  if (end)
    std::erase_if(steps,
                  [&](const RankStep &step) { return step.kind != Kind::Obtained && isSameLine(*step.place, *end); });
  if (steps.size() > kMaxSteps) steps.erase(steps.begin() + kMaxSteps / 2, steps.end() - kMaxSteps / 2);
  return steps;
}

}  // namespace lockstep::passes
