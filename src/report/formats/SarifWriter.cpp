#include "report/formats/SarifWriter.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/Place.h"
#include "report/formats/TextWriter.h"
#include "report/text/HelpText.h"
#include "report/text/NotJudgedText.h"
#include "report/text/ShownPath.h"
#include "report/text/Wording.h"

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRoot = "SRCROOT";

/// End of a link `[text](destination)` that begins at `at`; npos if SARIF viewers would not read it as a link.
std::size_t endOfLinkText(std::string_view text, std::size_t at) {
  const std::size_t end = text.find(']', at);
  if (end == std::string_view::npos || end + 1 >= text.size() || text[end + 1] != '(') return std::string_view::npos;
  return text.find(')', end) == std::string_view::npos ? std::string_view::npos : end;
}

/// Text without placeholders or links (SARIF 2.1.0, 3.11.5 and 3.11.6): braces are doubled, brackets that would form a
/// link are escaped.
std::string literal(std::string_view text) {
  std::string result;
  std::size_t linkEnd = std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::size_t end = c == '[' ? endOfLinkText(text, i) : std::string_view::npos;
    if (end != std::string_view::npos) linkEnd = end;
    if (end != std::string_view::npos || (c == ']' && i == linkEnd)) result += '\\';
    if (c == '{' || c == '}') result += c;
    result += c;
  }
  return result;
}

Json message(std::string_view text) { return {{"text", literal(text)}}; }

/// Text of a rule, which has neither placeholders nor links.
Json plainText(std::string_view text) { return {{"text", text}}; }

/// A path as part of a URI: characters that RFC 3986 does not allow in a path become %XX.
std::string uriPath(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                         std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

std::string fileUri(const std::filesystem::path &path) { return "file://" + uriPath(path.lexically_normal().string()); }

// Rules.

std::string firstParagraph(std::string_view page) {
  const std::size_t heading = page.find("\n\n");
  if (heading == std::string_view::npos) return {};
  page.remove_prefix(heading + 2);
  std::string text(page.substr(0, page.find("\n\n")));
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// "rma" of "rma-race-local".
std::string_view family(std::string_view id) { return id.substr(0, id.find('-')); }

Json describeRule(Rule rule) {
  const RuleInfo &row = info(rule);
  const std::string_view page = report::page(rule);
  const std::string paragraph = firstParagraph(page);
  Json json = {{"id", row.id},
               {"shortDescription", plainText(row.summary)},
               {"fullDescription", plainText(paragraph.empty() ? row.summary : paragraph)},
               {"help", plainText(page.empty() ? row.summary : page)},
               {"defaultConfiguration", {{"level", name(row.severity)}}},
               {"properties", {{"tags", {"mpi", "correctness", family(row.id)}}}}};
  if (!page.empty()) json["help"]["markdown"] = page;
  return json;
}

/// The rules named by the findings, in table order, with their index in the document.
class UsedRules {
 public:
  explicit UsedRules(const Document &document) {
    for (const Finding &finding : document.findings) indices_[finding.rule.index] = 0;
    std::size_t next = 0;
    for (auto &[rule, index] : indices_) index = next++;
  }
  std::size_t indexOf(Rule rule) const { return indices_.at(rule.index); }
  Json describe() const {
    Json json = Json::array();
    for (const auto &[rule, index] : indices_) json.push_back(describeRule(Rule{rule}));
    return json;
  }

 private:
  std::map<std::uint16_t, std::size_t> indices_;
};

// Results.

/// Whether the site led to the error: such sites precede the calls and accesses that constitute it.
bool leadsToIt(const Site &site) { return site.role != SiteRole::Access && site.role != SiteRole::Call; }

class ResultWriter {
 public:
  ResultWriter(const Document &document, const UsedRules &rules, const std::filesystem::path &root)
      : document_(document), rules_(rules), root_(root) {}

  Json write(const Finding &finding) const {
    std::string text = fullMessage(finding);
    if (finding.race) text += "\nwhere: " + describe(*finding.race);
    if (!finding.help.empty()) text += "\nhelp: " + helpText(finding);
    Json json = {{"ruleId", info(finding.rule).id},
                 {"ruleIndex", rules_.indexOf(finding.rule)},
                 {"level", name(finding.severity)},
                 {"message", message(text)},
                 {"locations", ownLocation(finding)}};
    if (Json related = relatedLocations(finding); !related.empty()) json["relatedLocations"] = std::move(related);
    if (Json flows = threadFlows(finding); !flows.empty()) json["codeFlows"] = Json::array({std::move(flows)});
    if (Json stacks = stacksOf(finding); !stacks.empty()) json["stacks"] = std::move(stacks);
    if (!finding.fingerprint.empty()) json["partialFingerprints"] = {{"lockstep/v1", finding.fingerprint}};
    json["properties"] = properties(finding);
    return json;
  }

  Json location(const NotJudged &place) const {
    Json json = {{"physicalLocation", this->place(place.file, place.line, 0)}};
    if (!place.function.empty()) json["logicalLocations"] = inFunction(place.function);
    return json;
  }

 private:
  Json artifact(const std::filesystem::path &file) const {
    if (const std::string below = pathBelow(root_, file); !below.empty())
      return {{"uri", uriPath(below)}, {"uriBaseId", kRoot}};
    return {{"uri", fileUri(root_ / file)}};
  }

  Json place(const std::string &file, unsigned line, unsigned column) const {
    Json json = {{"artifactLocation", artifact(file)}};
    if (line > 0) json["region"]["startLine"] = line;
    if (line > 0 && column > 0) json["region"]["startColumn"] = column;
    return json;
  }

  static Json inFunction(const std::string &function) {
    return Json::array({{{"fullyQualifiedName", function}, {"kind", "function"}}});
  }

  Json location(const Site &site) const {
    Json json = Json::object();
    if (const std::string_view file = fileOrModule(site); !file.empty())
      json["physicalLocation"] = place(std::string(file), site.line, site.column);
    if (site.file.empty() && site.address)
      json["physicalLocation"]["address"] = {{"relativeAddress", site.address->offset},
                                             {"fullyQualifiedName", placeName(site)}};
    if (!site.function.empty()) json["logicalLocations"] = inFunction(site.function);
    json["message"] = message(describe(site));
    return json;
  }

  Json location(const Frame &frame) const {
    Json json = Json::object();
    if (!frame.file.empty()) json["physicalLocation"] = place(frame.file, frame.line, frame.column);
    if (!frame.function.empty()) json["logicalLocations"] = inFunction(frame.function);
    return json;
  }

  /// Services require a location for every result; a finding without one gets the program's path.
  Json ownLocation(const Finding &finding) const {
    if (!finding.sites.empty() && !fileOrModule(finding.sites.front()).empty())
      return Json::array({location(finding.sites.front())});
    if (document_.program.empty()) return Json::array();
    return Json::array({{{"physicalLocation", place(document_.program, 0, 0)}}});
  }

  Json relatedLocations(const Finding &finding) const {
    Json json = Json::array();
    for (std::size_t i = 1; i < finding.sites.size(); ++i) {
      json.push_back(location(finding.sites[i]));
      json.back()["id"] = i;
    }
    for (const Site &site : finding.further) {
      json.push_back(location(site));
      json.back()["id"] = finding.sites.size() + json.size();
    }
    return json;
  }

  /// The ranks of each distinct set of sites. A site without ranks concerns all of them.
  static std::map<std::vector<int>, std::vector<const Site *>> sitesByRanks(const Finding &finding) {
    std::map<int, std::vector<const Site *>> sitesByRank;
    for (const Site &site : finding.sites)
      for (const int rank : ranksAt(site)) sitesByRank[rank];
    for (const bool leading : {true, false}) {
      for (const Site &site : finding.sites) {
        if (leadsToIt(site) != leading) continue;
        const std::vector<int> there = ranksAt(site);
        for (auto &[rank, sites] : sitesByRank)
          if (there.empty() || std::ranges::binary_search(there, rank)) sites.push_back(&site);
      }
    }

    std::map<std::vector<const Site *>, std::vector<int>> ranksBySites;
    for (const auto &[rank, sites] : sitesByRank) ranksBySites[sites].push_back(rank);

    std::map<std::vector<int>, std::vector<const Site *>> result;
    for (const auto &[sites, who] : ranksBySites) result[who] = sites;
    return result;
  }

  /// Empty if no rank is known: a static finding does not say which rank takes which path.
  Json threadFlows(const Finding &finding) const {
    const auto all = sitesByRanks(finding);
    if (all.empty()) return {};
    Json flows = Json::array();
    for (const auto &[ranks, sites] : all) {
      if (flows.size() == kMostThreadFlows) break;
      Json locations = Json::array();
      for (const Site *site : sites) locations.push_back({{"location", location(*site)}});
      flows.push_back({{"id", describeRanks(ranks)}, {"locations", std::move(locations)}});
    }
    Json json = Json::object();
    if (all.size() > flows.size())
      json["message"] = message(fmt::format("{} more groups of ranks are not shown", all.size() - flows.size()));
    json["threadFlows"] = std::move(flows);
    return json;
  }

  Json stacksOf(const Finding &finding) const {
    Json json = Json::array();
    for (const Site &site : finding.sites) {
      if (site.stack.empty()) continue;
      Json frames = Json::array();
      for (const Frame &frame : site.stack) frames.push_back({{"location", location(frame)}});
      json.push_back({{"message", message(describe(site))}, {"frames", std::move(frames)}});
    }
    return json;
  }

  static Json properties(const Finding &finding) {
    Json json = {
        {"ranks", finding.ranks}, {"occurrences", finding.occurrences}, {"confirmed", name(finding.confirmed)}};
    if (!finding.race) return json;
    json["where"] = finding.race->acrossProcesses ? "across-processes" : "within-epoch";
    json["mode"] = finding.race->passive ? "passive" : "active";
    json["window"] = finding.race->window;
    json["target"] = finding.race->target;
    json["bytes"] = {finding.race->firstByte, finding.race->endByte};
    return json;
  }

  const Document &document_;
  const UsedRules &rules_;
  const std::filesystem::path &root_;
};

// The run.

Json notification(std::string_view level, const std::string &text) {
  return {{"level", level}, {"message", message(text)}};
}

/// What a static check did not judge, at its place.
Json notification(const NotJudged &place, const ResultWriter &writer) {
  Json json = notification("note", "not judged: " + describe(place));
  if (!place.file.empty()) json["locations"] = Json::array({writer.location(place)});
  return json;
}

Json invocation(const Document &document, int exitCode, const ResultWriter &writer) {
  std::string summary = summaryLine(document, {.verbose = true});
  summary.pop_back();
  Json notifications = Json::array({notification("note", summary)});
  for (const NotJudged &place : document.coverage.notJudged) notifications.push_back(notification(place, writer));
  for (const std::string &source : document.coverage.notCompiled)
    notifications.push_back(notification("error", source + " does not compile"));
  if (const std::size_t count = document.findings.size(); count > kMostResults)
    notifications.push_back(notification(
        "warning",
        fmt::format("{} of {} results are left out; the JSON document has them all", count - kMostResults, count)));
  return {{"executionSuccessful", document.coverage.notCompiled.empty()},
          {"exitCode", exitCode},
          {"toolExecutionNotifications", std::move(notifications)}};
}

}  // namespace

std::string toSarif(const Document &document, const SarifOptions &options) {
  const UsedRules rules(document);
  const ResultWriter writer(document, rules, options.root);
  Json results = Json::array();
  for (std::size_t i = 0; i < std::min(document.findings.size(), kMostResults); ++i)
    results.push_back(writer.write(document.findings[i]));

  const Json driver = {{"name", "lockstep"}, {"version", toolVersion()}, {"rules", rules.describe()}};
  Json run = {{"tool", {{"driver", driver}}},
              {"invocations", Json::array({invocation(document, options.exitCode, writer)})}};
  if (!options.root.empty()) run["originalUriBaseIds"] = {{kRoot, {{"uri", fileUri(options.root / "")}}}};
  run["results"] = std::move(results);
  run["properties"] = {{"command", document.command},
                       {"program", document.program},
                       {"ranks", document.ranks},
                       {"outcome", {{"status", name(document.outcome.status)}, {"code", document.outcome.code}}}};
  if (document.outcome.isHaltedByUs) run["properties"]["outcome"]["halted"] = true;
  const Json json = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  // Paths and argument strings need not be UTF-8: invalid bytes are replaced rather than losing the report.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace lockstep::report
