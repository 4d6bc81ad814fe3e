// The facts are a report document that contains only the static findings, and keys for what a document lacks.
#include "cli/run/RunFacts.h"

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

#include "report/formats/JsonWriter.h"
#include "report/text/WholeFile.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

using report::Outcome;

constexpr int kTimedOut = 124;  // as timeout(1)

fs::path fileIn(const fs::path &trace) { return trace / "run.json"; }

/// A node and a number each.
nlohmann::ordered_json toJson(const std::vector<trace::ProcessKey> &processes) {
  auto json = nlohmann::ordered_json::array();
  for (const trace::ProcessKey &process : processes) json.push_back({process.node, process.pid});
  return json;
}

bool areProcesses(const nlohmann::json &json) {
  return json.is_array() && std::ranges::all_of(json, [](const nlohmann::json &process) {
           return process.is_array() && process.size() == 2 && process[0].is_number_unsigned() &&
                  process[1].is_number_unsigned();
         });
}

std::vector<trace::ProcessKey> processesIn(const nlohmann::json &json) {
  std::vector<trace::ProcessKey> processes;
  for (const nlohmann::json &process : json) processes.push_back({process[0], process[1]});
  return processes;
}

}  // namespace

int ownStatus(const Outcome &outcome, int launcher) {
  switch (outcome.status) {
    case Outcome::Status::Exited:
      return outcome.code;
    case Outcome::Status::Signalled:
      return 128 + outcome.code;
    case Outcome::Status::Aborted:
      return launcher != 0 ? launcher : outcome.code;
    case Outcome::Status::Timeout:
    case Outcome::Status::Deadlock:
      return kTimedOut;
    case Outcome::Status::NotRun:
      break;
  }
  return 0;
}

tl::expected<void, std::string> writeRunFacts(const RunFacts &facts, const fs::path &trace) {
  report::Document document;
  document.command = "run";
  document.outcome = facts.outcome;
  document.findings = facts.staticFindings;
  document.coverage.notSeenByRules = facts.notSeenByRules;
  const nlohmann::ordered_json json{
      {"interruptedAt", facts.interruptedAt ? nlohmann::json(*facts.interruptedAt) : nlohmann::json()},
      {"endedBecause", facts.endedBecause},
      {"status", facts.status},
      {"otherProcesses", facts.otherProcesses},
      {"unrecordedRanks", facts.unrecordedRanks},
      {"vanished", toJson(facts.vanished)},
      {"static", nlohmann::ordered_json::parse(report::toJson(document, report::JsonFor::Folding))}};

  std::ofstream file(fileIn(trace));
  file << json.dump(2) << '\n';
  file.close();
  if (!file) return tl::unexpected(fileIn(trace).string() + ": cannot be written");
  return {};
}

tl::expected<RunFacts, std::string> readRunFacts(const fs::path &trace) {
  const auto text = report::readWholeFile(fileIn(trace));
  if (!text) return RunFacts{.endToldBy = EndToldBy::Nobody};

  const auto json = nlohmann::json::parse(*text, nullptr, false);
  const auto interruptedAt = json.is_object() ? json.find("interruptedAt") : json.end();
  const bool hasKeys = interruptedAt != json.end() && json.contains("static") &&
                       (interruptedAt->is_null() || interruptedAt->is_number_unsigned()) &&
                       json.value("endedBecause", nlohmann::json()).is_string() &&
                       json.value("status", nlohmann::json()).is_number_integer() &&
                       json.value("otherProcesses", nlohmann::json()).is_number_unsigned() &&
                       json.value("unrecordedRanks", nlohmann::json()).is_number_unsigned() &&
                       areProcesses(json.value("vanished", nlohmann::json()));
  if (!hasKeys) return tl::unexpected(fileIn(trace).string() + ": not the facts of a run");
  auto document = report::parseDocument(json["static"].dump());
  if (!document) return tl::unexpected(fileIn(trace).string() + ": " + document.error());
  return RunFacts{
      .outcome = document->outcome,
      .interruptedAt = interruptedAt->is_null() ? std::nullopt : std::optional(interruptedAt->get<std::uint64_t>()),
      .staticFindings = std::move(document->findings),
      .notSeenByRules = std::move(document->coverage.notSeenByRules),
      .endedBecause = json["endedBecause"],
      .status = json["status"],
      .otherProcesses = json["otherProcesses"],
      .unrecordedRanks = json["unrecordedRanks"],
      .vanished = processesIn(json["vanished"])};
}

}  // namespace lockstep::cli
