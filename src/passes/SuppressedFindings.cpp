#include "passes/SuppressedFindings.h"

#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "report/merge/Filter.h"
#include "report/text/SourceText.h"

namespace lockstep::passes {

namespace {

/// The wrappers have read the files before: an error means that a file has just disappeared.
void check(const tl::expected<void, std::string> &added) {
  if (!added) fmt::print(stderr, "lockstep: warning: {}\n", added.error());
}

report::Filter filterOf(const PluginOptions &options) {
  report::Filter filter;
  for (const std::string &file : options.suppressions) check(filter.addSuppressions(file));
  if (!options.baseline.empty()) check(filter.addBaseline(options.baseline));
  return filter;
}

}  // namespace

report::Document withoutSuppressed(report::Document document, const PluginOptions &options) {
  if (document.findings.empty()) return document;
  report::SourceFiles source;
  report::Filtered filtered = filterOf(options).apply(std::move(document), source);
  for (const report::Remark &remark : filtered.remarks)
    if (remark.isWarning) fmt::print(stderr, "lockstep: warning: {}\n", remark.text);
  return std::move(filtered.document);
}

}  // namespace lockstep::passes
