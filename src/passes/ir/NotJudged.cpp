#include "passes/ir/NotJudged.h"

#include <algorithm>
#include <tuple>

#include "passes/ir/SourceSite.h"
#include "report/Place.h"
#include "report/text/FunctionName.h"

namespace lockstep::passes {

namespace {

report::NotJudged behind(const llvm::Instruction *place, const std::string &reason) {
  if (!place) return {.reason = reason};
  const report::Site site = sourceSite(*place, report::SiteRole::Call);
  return {.function = report::sourceFunction(site.function), .file = site.file, .line = site.line, .reason = reason};
}

auto order(const report::NotJudged &place) { return std::tie(place.file, place.line, place.function, place.reason); }

}  // namespace

std::vector<report::NotJudged> notJudged(const LimitsMet &limits) {
  std::vector<report::NotJudged> places;
  for (const auto &[place, reason] : limits) places.push_back(behind(place, reason));
  std::ranges::sort(places, [](const auto &a, const auto &b) { return order(a) < order(b); });
  const auto same = std::ranges::unique(places);
  places.erase(same.begin(), same.end());
  return places;
}

report::NotJudged notJudgedIn(const llvm::Function &function, std::string reason) {
  report::NotJudged place{.function = sourceName(function), .reason = std::move(reason)};
  if (const llvm::DISubprogram *subprogram = function.getSubprogram()) place.file = fileName(*subprogram->getFile());
  return place;
}

bool isInOwnCode(const llvm::Instruction &instruction) {
  const llvm::DILocation *place = instruction.getDebugLoc().get();
  return place && !report::isOfSystem(fileName(*place->getFile()));
}

}  // namespace lockstep::passes
