#include "report/formats/JsonWriter.h"

#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/formats/FoldingJson.h"
#include "report/formats/JsonError.h"
#include "report/text/HelpText.h"
#include "report/text/WholeFile.h"

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;
constexpr const char *kFolding = "folding";

// Writing.

Json write(const Frame &frame) {
  return {{"function", frame.function}, {"file", frame.file}, {"line", frame.line}, {"column", frame.column}};
}

Json write(const CodeAddress &address) {
  return {{"module", address.module}, {"buildId", address.buildId}, {"offset", address.offset}};
}

Json write(const Site &site) {
  Json json = {{"role", name(site.role)},   {"rank", site.rank}, {"thread", site.thread},
               {"file", site.file},         {"line", site.line}, {"column", site.column},
               {"function", site.function}, {"call", site.call}, {"stack", Json::array()}};
  for (const Frame &frame : site.stack) json["stack"].push_back(write(frame));
  if (site.ranks.size() > 1) json["ranks"] = site.ranks;
  if (!site.label.empty()) json["label"] = site.label;
  if (site.address) json["address"] = write(*site.address);
  return json;
}

void addRace(Json &json, const RaceDetail &race) {
  json["where"] = race.acrossProcesses ? "across-processes" : "within-epoch";
  json["mode"] = race.passive ? "passive" : "active";
  json["window"] = race.window;
  json["target"] = race.target;
  json["bytes"] = {race.firstByte, race.endByte};
}

Json write(const Finding &finding, JsonFor use) {
  Json json = {{"rule", info(finding.rule).id},
               {"severity", name(finding.severity)},
               {"message", finding.message},
               {"ranks", finding.ranks},
               {"sites", Json::array()}};
  for (const Site &site : finding.sites) json["sites"].push_back(write(site));
  if (finding.race) addRace(json, *finding.race);
  json["confirmed"] = name(finding.confirmed);
  json["help"] = helpText(finding);
  json["fingerprint"] = finding.fingerprint;
  if (finding.occurrences > 1) json["occurrences"] = finding.occurrences;
  for (const Site &site : finding.further) json["further"].push_back(write(site));
  if (use == JsonFor::Folding) json[kFolding] = foldingJson(finding);
  return json;
}

Json write(const Recorded &recorded) {
  Json memory = Json::array();
  for (const RecordedMemory &each : recorded.memory)
    memory.push_back({{"name", each.name},
                      {"file", each.file},
                      {"line", each.line},
                      {"call", each.call},
                      {"callFile", each.callFile},
                      {"callLine", each.callLine}});
  return {{"objects", recorded.objects}, {"memory", memory}};
}

Json write(const NotJudged &place) {
  Json json = Json::object();
  if (!place.function.empty()) json["function"] = place.function;
  if (!place.file.empty()) json["file"] = place.file;
  if (place.line > 0) json["line"] = place.line;
  json["reason"] = place.reason;
  return json;
}

Json write(const Coverage &coverage) {
  Json json = {{"calls", coverage.calls},
               {"notModelled", coverage.notModelled},
               {"notInstrumentedModules", coverage.notInstrumentedModules}};
  if (!coverage.missing.empty()) json["missing"] = coverage.missing;
  if (coverage.suppressed > 0) json["suppressed"] = coverage.suppressed;
  if (coverage.spawned > 0) json["spawnedNotJudged"] = coverage.spawned;
  if (coverage.sources > 0) json["sources"] = coverage.sources;
  if (!coverage.rules.empty()) json["rules"] = coverage.rules;
  if (!coverage.reach.empty()) json["reach"] = coverage.reach;
  if (!coverage.notCompiled.empty()) json["notCompiled"] = coverage.notCompiled;
  if (!coverage.notSeenByRules.empty()) json["notSeenByRules"] = coverage.notSeenByRules;
  if (!coverage.collectivesNotJudged.empty()) json["collectivesNotJudged"] = coverage.collectivesNotJudged;
  if (!coverage.notAllPaths.empty()) json["notAllPaths"] = coverage.notAllPaths;
  for (const NotJudged &place : coverage.notJudged) json["notJudged"].push_back(write(place));
  if (coverage.recorded) json["recorded"] = write(*coverage.recorded);
  return json;
}

Json write(const Outcome &outcome) {
  Json json = {{"status", name(outcome.status)}, {"code", outcome.code}};
  if (outcome.isHaltedByUs) json["halted"] = true;
  return json;
}

Json write(const SourceLines &source) {
  Json json = Json::object();
  for (const auto &[file, lines] : source)
    for (const auto &[number, text] : lines) json[file][std::to_string(number)] = text;
  return json;
}

Json write(const Document &document, JsonFor use) {
  Json json = {{"schema", kSchema},
               {"tool", {{"name", "lockstep"}, {"version", toolVersion()}}},
               {"command", document.command},
               {"program", document.program},
               {"ranks", document.ranks},
               {"outcome", write(document.outcome)},
               {"coverage", write(document.coverage)},
               {"findings", Json::array()}};
  for (const Finding &finding : document.findings) json["findings"].push_back(write(finding, use));
  if (!document.source.empty()) json["source"] = write(document.source);
  return json;
}

// Reading. Anything malformed throws, as in the JSON library, and becomes the error of parseDocument.

template <class T>
T required(std::optional<T> found, const char *what, const std::string &word) {
  if (!found) throw std::runtime_error(fmt::format("unknown {} \"{}\"", what, word));
  return *found;
}

Frame readFrame(const Json &json) {
  return {json.at("function"), json.at("file"), json.at("line"), json.at("column"), {}};
}

CodeAddress readAddress(const Json &json) {
  return {.module = json.at("module"), .buildId = json.at("buildId"), .offset = json.at("offset")};
}

Site readSite(const Json &json) {
  Site site;
  const std::string role = json.at("role");
  site.role = required(findSiteRole(role), "site role", role);
  site.rank = json.at("rank");
  site.thread = json.at("thread");
  site.file = json.at("file");
  site.line = json.at("line");
  site.column = json.at("column");
  site.function = json.at("function");
  site.call = json.at("call");
  for (const Json &frame : json.at("stack")) site.stack.push_back(readFrame(frame));
  if (json.contains("ranks"))
    json.at("ranks").get_to(site.ranks);
  else if (site.rank >= 0)
    site.ranks = {site.rank};
  site.label = json.value("label", "");
  if (json.contains("address")) site.address = readAddress(json.at("address"));
  return site;
}

RaceDetail readRace(const Json &json) {
  return {.acrossProcesses = json.at("where") == "across-processes",
          .passive = json.at("mode") == "passive",
          .window = json.at("window"),
          .target = json.at("target"),
          .firstByte = json.at("bytes").at(0),
          .endByte = json.at("bytes").at(1)};
}

Finding readFinding(const Json &json) {
  Finding finding;
  const std::string rule = json.at("rule");
  finding.rule = required(findRule(rule), "rule", rule);
  const std::string severity = json.at("severity");
  finding.severity = required(findSeverity(severity), "severity", severity);
  finding.message = json.at("message");
  json.at("ranks").get_to(finding.ranks);
  for (const Json &site : json.at("sites")) finding.sites.push_back(readSite(site));
  if (json.contains("where")) {
    finding.race = readRace(json);
    finding.race->isOfLocalBuffer = finding.rule == report::rule("rma-race-local");
  }
  const std::string confirmed = json.at("confirmed");
  finding.confirmed = required(findConfirmed(confirmed), "confirmation", confirmed);
  finding.help = json.at("help").get<std::string>();
  finding.fingerprint = json.at("fingerprint");
  finding.occurrences = json.value("occurrences", 1U);
  if (json.contains("further"))
    for (const Json &site : json.at("further")) finding.further.push_back(readSite(site));
  if (json.contains(kFolding)) readFoldingJson(json.at(kFolding), finding);
  return finding;
}

Outcome readOutcome(const Json &json) {
  const std::string status = json.at("status");
  return {.status = required(findStatus(status), "outcome", status),
          .code = json.at("code"),
          .isHaltedByUs = json.value("halted", false)};
}

std::optional<Recorded> readRecorded(const Json &json) {
  if (!json.contains("recorded")) return std::nullopt;
  Recorded recorded{.objects = json.at("recorded").at("objects"), .memory = {}};
  for (const Json &each : json.at("recorded").at("memory"))
    recorded.memory.push_back({.name = each.at("name"),
                               .file = each.at("file"),
                               .line = each.at("line"),
                               .call = each.at("call"),
                               .callFile = each.at("callFile"),
                               .callLine = each.at("callLine")});
  return recorded;
}

std::vector<NotJudged> readNotJudged(const Json &json) {
  std::vector<NotJudged> places;
  if (!json.contains("notJudged")) return places;
  for (const Json &each : json.at("notJudged"))
    places.push_back({.function = each.value("function", ""),
                      .file = each.value("file", ""),
                      .line = each.value("line", 0U),
                      .reason = each.at("reason")});
  return places;
}

Coverage readCoverage(const Json &json) {
  using Names = std::vector<std::string>;
  return {.calls = json.at("calls"),
          .notModelled = json.at("notModelled"),
          .notInstrumentedModules = json.at("notInstrumentedModules"),
          .missing = json.value("missing", Names()),
          .suppressed = json.value("suppressed", std::uint64_t{0}),
          .spawned = json.value("spawnedNotJudged", std::uint64_t{0}),
          .sources = json.value("sources", std::uint64_t{0}),
          .rules = json.value("rules", Names{}),
          .reach = json.value("reach", ""),
          .notCompiled = json.value("notCompiled", Names{}),
          .notSeenByRules = json.value("notSeenByRules", Names{}),
          .collectivesNotJudged = json.value("collectivesNotJudged", Names{}),
          .notAllPaths = json.value("notAllPaths", Names{}),
          .notJudged = readNotJudged(json),
          .recorded = readRecorded(json)};
}

SourceLines readSource(const Json &json) {
  SourceLines source;
  if (!json.contains("source")) return source;
  for (const auto &[file, lines] : json.at("source").items())
    for (const auto &[number, text] : lines.items())
      source[file][static_cast<unsigned>(std::stoul(number))] = text.get<std::string>();
  return source;
}

Document readJson(const Json &json) {
  const int schema = json.at("schema");
  if (schema != kSchema)
    throw std::runtime_error(fmt::format("schema version {}, this tool reads version {}", schema, kSchema));
  Document document;
  document.command = json.at("command");
  document.program = json.at("program");
  document.ranks = json.at("ranks");
  document.outcome = readOutcome(json.at("outcome"));
  document.coverage = readCoverage(json.at("coverage"));
  for (const Json &finding : json.at("findings")) document.findings.push_back(readFinding(finding));
  document.source = readSource(json);
  return document;
}

tl::unexpected<std::string> fileError(const std::filesystem::path &file, std::string_view what) {
  return tl::unexpected(fmt::format("{}: {}", file.string(), what));
}

}  // namespace

std::string toJson(const Document &document, JsonFor use) {
  // Paths and argument strings need not be UTF-8: invalid bytes are replaced rather than losing the report.
  return write(document, use).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

tl::expected<Document, std::string> parseDocument(std::string_view json) {
  try {
    return readJson(Json::parse(json));
  } catch (const Json::exception &error) {
    return tl::unexpected(fmt::format("not a findings document: {}", describeJsonError(error, json)));
  } catch (const std::exception &error) {
    return tl::unexpected(fmt::format("not a findings document: {}", error.what()));
  }
}

tl::expected<void, std::string> writeDocument(const Document &document, const std::filesystem::path &file,
                                              JsonFor use) {
  return writeWholeFile(toJson(document, use), file);
}

tl::expected<Document, std::string> readDocument(const std::filesystem::path &file) {
  const auto text = readWholeFile(file);
  if (!text) return tl::unexpected(text.error());
  tl::expected<Document, std::string> document = parseDocument(*text);
  if (!document) return fileError(file, document.error());
  return document;
}

}  // namespace lockstep::report
