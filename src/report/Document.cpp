#include "report/Document.h"

#include <algorithm>

#include "report/text/Words.h"

namespace lockstep::report {

std::string_view name(Outcome::Status status) {
  switch (status) {
    case Outcome::Status::Exited:
      return "exited";
    case Outcome::Status::Signalled:
      return "signalled";
    case Outcome::Status::Aborted:
      return "aborted";
    case Outcome::Status::Timeout:
      return "timeout";
    case Outcome::Status::Deadlock:
      return "deadlock";
    case Outcome::Status::NotRun:
      return "not-run";
  }
  return {};
}

std::optional<Outcome::Status> findStatus(std::string_view name) { return findWord(name, Outcome::Status::NotRun); }

bool hasErrors(std::span<const Finding> findings) { return hasAtLeast(findings, Severity::Error); }

bool hasAtLeast(std::span<const Finding> findings, Severity severity) {
  return std::ranges::any_of(findings, [=](const Finding &finding) { return finding.severity <= severity; });
}

std::string_view toolVersion() { return LOCKSTEP_VERSION; }

}  // namespace lockstep::report
