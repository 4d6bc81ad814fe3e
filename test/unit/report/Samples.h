// Findings as the analyses report them, for the tests of this folder.
#pragma once

#include <string>
#include <vector>

#include "report/Document.h"

namespace lockstep::report::samples {

inline Site site(SiteRole role, int rank, const std::string &call, unsigned line, const std::string &file = "ring.c") {
  Site site;
  site.role = role;
  site.rank = rank;
  site.file = file;
  site.line = line;
  site.column = 3;
  site.function = "main";
  site.call = call;
  return site;
}

inline Site call(int rank, const std::string &routine, unsigned line) {
  return site(SiteRole::Call, rank, routine, line);
}

inline Site access(int rank, const std::string &what, unsigned line) {
  return site(SiteRole::Access, rank, what, line);
}

inline Finding finding(Rule rule, const std::string &message, std::vector<Site> sites) {
  Finding finding;
  finding.rule = rule;
  finding.severity = info(rule).severity;
  finding.message = message;
  finding.sites = std::move(sites);
  return finding;
}

inline Finding mismatch(std::vector<Site> sites) {
  return finding(rule("coll-mismatch"), "ranks call different collectives", std::move(sites));
}

inline Finding race(std::vector<Site> sites) {
  Finding race = finding(rule("rma-race-remote"), "conflicting accesses", std::move(sites));
  race.race =
      RaceDetail{.acrossProcesses = true, .passive = true, .window = "win", .target = 1, .firstByte = 0, .endByte = 4};
  return race;
}

}  // namespace lockstep::report::samples
