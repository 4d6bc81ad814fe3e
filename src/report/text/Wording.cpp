#include "report/text/Wording.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/Place.h"

namespace lockstep::report {
namespace {

std::string whatHappened(const Site &site) {
  if (!site.label.empty()) return site.label;
  switch (site.role) {
    case SiteRole::Access:
    case SiteRole::Call:
      return site.call.empty() ? "here" : site.call;
    case SiteRole::Epoch:
      return fmt::format("epoch of {}", site.call);
    case SiteRole::Sync:
      return fmt::format("synchronized by {}", site.call);
    case SiteRole::Creation:
      return fmt::format("created by {}", site.call);
    case SiteRole::Branch:
      return "the ranks diverge at this branch";
  }
  return {};
}

}  // namespace

std::vector<int> ranksAt(const Site &site) {
  if (!site.ranks.empty()) return site.ranks;
  return site.rank < 0 ? std::vector<int>{} : std::vector{site.rank};
}

std::string describe(const Site &site) {
  std::string text = whatHappened(site);
  if (const std::string ranks = describeRanks(ranksAt(site)); !ranks.empty()) text += fmt::format(" on {}", ranks);
  if (site.thread > 0) text += fmt::format(", thread {}", site.thread);
  if (site.file.empty() && site.address && !site.function.empty())
    text += fmt::format(", in function {} of {}", site.function, baseName(site.address->module));
  return text;
}

std::string fullMessage(const Finding &finding) {
  const bool told = std::ranges::any_of(finding.sites, [](const Site &site) { return !ranksAt(site).empty(); });
  if (told || finding.ranks.empty()) return finding.message;
  return fmt::format("{} (on {})", finding.message, describeRanks(finding.ranks));
}

std::string_view verdictOfRun(const Finding &finding) {
  switch (finding.confirmed) {
    case Confirmed::RefutedByRun:
      return "not reproduced: this run executed these lines without the error";
    case Confirmed::NotExercised:
      return "this run did not come here";
    case Confirmed::StaticOnly:
    case Confirmed::RunOnly:
    case Confirmed::Both:
      break;
  }
  return {};
}

std::string describe(const RaceDetail &race) {
  std::string memory;
  if (race.endByte == race.firstByte + 1) memory = fmt::format("byte {}", race.firstByte);
  if (race.endByte > race.firstByte + 1) memory = fmt::format("bytes {}-{}", race.firstByte, race.endByte - 1);
  const std::string_view of = memory.empty() ? "" : " of ";
  if (race.isOfLocalBuffer) {
    memory += fmt::format("{}the buffer of the operation", of);
    if (!race.window.empty()) memory += fmt::format(" on window {}", race.window);
    if (race.target >= 0) memory += fmt::format(", target rank {}", race.target);
  } else {
    if (!race.window.empty()) memory += fmt::format("{}window {}", of, race.window);
    if (race.target >= 0) memory += fmt::format("{}on rank {}", memory.empty() ? "" : " ", race.target);
  }
  return fmt::format("{}{}{}, {} target", memory, memory.empty() ? "" : ", ",
                     race.acrossProcesses ? "across processes" : "within an epoch",
                     race.passive ? "passive" : "active");
}

std::string location(const std::string &place, unsigned line, unsigned column) {
  if (line == 0) return place;
  return column == 0 ? fmt::format("{}:{}", place, line) : fmt::format("{}:{}:{}", place, line, column);
}

std::string describe(const Outcome &outcome) {
  switch (outcome.status) {
    case Outcome::Status::Exited:
      return outcome.code == 0 ? "" : fmt::format("the program exited with status {}", outcome.code);
    case Outcome::Status::Signalled:
      if (outcome.code == 0) return "processes of the program vanished";
      return fmt::format("the program was killed by signal {}", outcome.code);
    case Outcome::Status::Aborted:
      return outcome.isHaltedByUs ? "Lockstep ended the job at the first error (--halt-on-error)"
                                  : "the program aborted";
    case Outcome::Status::Timeout:
      return "the program was stopped at the time limit";
    case Outcome::Status::Deadlock:
      return "the program was stopped in a deadlock";
    case Outcome::Status::NotRun:
      return "";
  }
  return {};
}

}  // namespace lockstep::report
