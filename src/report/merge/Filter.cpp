#include "report/merge/Filter.h"

#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "report/formats/JsonWriter.h"
#include "report/merge/IgnoreComments.h"

namespace lockstep::report {
namespace {

/// Remarks in source order, without duplicates.
class Remarks {
 public:
  void add(const IgnoreComment &comment, bool isWarning, std::string_view text) {
    remarks_.emplace(std::tuple(comment.file, comment.line, std::string(text)),
                     Remark{isWarning, fmt::format("{}:{}: {}", comment.file, comment.line, text)});
  }

  void check(const IgnoreComment &comment, bool hidSomething) {
    if (comment.rules.empty()) add(comment, true, "the comment names no rule to ignore");
    for (const std::string &rule : comment.rules)
      if (!matchesAnyRule(rule)) add(comment, true, fmt::format("the comment names an unknown rule '{}'", rule));
    if (hidSomething && comment.reason.empty()) add(comment, false, "the comment gives no reason");
  }

  std::vector<Remark> take() {
    std::vector<Remark> all;
    for (auto &[key, remark] : remarks_) all.push_back(std::move(remark));
    return all;
  }

 private:
  std::map<std::tuple<std::string, unsigned, std::string>, Remark> remarks_;
};

bool isHiddenByComment(const Finding &finding, SourceText &source, Remarks &remarks) {
  bool isHidden = false;
  for (const IgnoreComment &comment : ignoreComments(finding, source)) {
    const bool hides = isHiddenBy(finding, comment);
    remarks.check(comment, hides);
    isHidden |= hides;
  }
  return isHidden;
}

}  // namespace

tl::expected<void, std::string> Filter::addSuppressions(const std::filesystem::path &file, Origin origin) {
  auto entries = readSuppressions(file);
  if (!entries) return tl::unexpected(entries.error());
  for (Suppression &entry : *entries) entries_.push_back({std::move(entry), origin});
  return {};
}

tl::expected<void, std::string> Filter::addBaseline(const std::filesystem::path &file) {
  const auto document = readDocument(file);
  if (!document) return tl::unexpected(document.error());
  for (const Finding &finding : document->findings) knownFingerprints_.insert(finding.fingerprint);
  return {};
}

Filtered Filter::apply(Document document, SourceText &source) const {
  Remarks remarks;
  std::vector<bool> isUsed(entries_.size(), false);
  // All three are applied to every finding, so that an entry that repeats another counts as used.
  const auto isKnown = [&](const Finding &finding) {
    bool isHidden = knownFingerprints_.contains(finding.fingerprint);
    isHidden |= isHiddenByComment(finding, source, remarks);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!isHiddenBy(finding, entries_[i].suppression)) continue;
      isUsed[i] = isHidden = true;
    }
    return isHidden;
  };
  document.coverage.suppressed += std::erase_if(document.findings, isKnown);

  std::vector<Remark> all = remarks.take();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto &[entry, origin] = entries_[i];
    if (isUsed[i] || origin == Origin::Tool) continue;
    all.push_back({false, fmt::format("{}:{}: unused suppression {}", entry.file, entry.line, toLine(entry))});
  }
  return {std::move(document), std::move(all)};
}

}  // namespace lockstep::report
