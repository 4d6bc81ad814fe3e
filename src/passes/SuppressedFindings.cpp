#include "passes/SuppressedFindings.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "report/merge/Filter.h"
#include "report/text/SourceText.h"

namespace lockstep::passes {

namespace {

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// The wrappers have read the files before: an error means that one has just gone.
void check(const tl::expected<void, std::string> &added) {
  if (!added) fmt::print(stderr, "lockstep: warning: {}\n", added.error());
}

report::Filter filterFromEnvironment() {
  report::Filter filter;
  std::istringstream files(variable("LOCKSTEP_SUPPRESSIONS"));
  for (std::string file; std::getline(files, file, ':');)
    if (!file.empty()) check(filter.addSuppressions(file));
  if (const std::string baseline = variable("LOCKSTEP_BASELINE"); !baseline.empty())
    check(filter.addBaseline(baseline));
  return filter;
}

}  // namespace

report::Document withoutSuppressed(report::Document document) {
  if (document.findings.empty()) return document;
  report::SourceFiles source;
  report::Filtered filtered = filterFromEnvironment().apply(std::move(document), source);
  for (const report::Remark &remark : filtered.remarks)
    if (remark.isWarning) fmt::print(stderr, "lockstep: warning: {}\n", remark.text);
  return std::move(filtered.document);
}

}  // namespace lockstep::passes
