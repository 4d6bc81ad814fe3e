#include "report/formats/FoldingJson.h"

#include <nlohmann/json.hpp>

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

struct WritePiece {
  Json operator()(const std::string &words) const { return words; }
  Json operator()(const Help::AtSite &at) const { return {{"site", at.site}}; }
  Json operator()(const Help::Place &place) const { return {{"file", place.file}, {"line", place.line}}; }
  Json operator()(const Help::CallAsAtSite &call) const {
    Json json = {{"site", call.site}, {"routine", call.routine}, {"otherwise", call.otherwise}};
    for (const auto &argument : call.arguments)
      json["arguments"].push_back(std::visit([](const auto &value) { return Json(value); }, argument));
    return json;
  }
};

Help::Piece readPiece(const Json &json) {
  if (json.is_string()) return json.get<std::string>();
  if (json.contains("file")) return Help::Place{json.at("file"), json.at("line")};
  if (!json.contains("routine")) return Help::AtSite{json.at("site")};
  Help::CallAsAtSite call{json.at("site"), json.at("routine"), {}, json.at("otherwise")};
  for (const Json &argument : json.value("arguments", Json::array())) {
    if (argument.is_string())
      call.arguments.emplace_back(argument.get<std::string>());
    else
      call.arguments.emplace_back(argument.get<std::size_t>());
  }
  return call;
}

Json write(const std::vector<Cause::Key> &keys) {
  Json json = Json::array();
  for (const Cause::Key &key : keys) json.push_back({key.rank, key.number});
  return json;
}

std::vector<Cause::Key> readKeys(const Json &json) {
  std::vector<Cause::Key> keys;
  for (const Json &key : json) keys.push_back({key.at(0), key.at(1)});
  return keys;
}

}  // namespace

Json foldingJson(const Finding &finding) {
  const Cause &cause = finding.cause;
  Json help = Json::array();
  for (const Help::Piece &piece : finding.help.pieces()) help.push_back(std::visit(WritePiece(), piece));
  return {{"help", help},
          {"cause", static_cast<int>(cause.kind)},
          {"argument", cause.argument},
          {"there", cause.there},
          {"accessed", cause.accessed},
          {"misfit", cause.misfit},
          {"remark", cause.remark},
          {"operations", write(cause.operations)},
          {"requests", write(cause.requests)},
          {"provenMessage", finding.provenMessage},
          {"isConsequence", finding.isConsequence},
          {"isEndInCollective", finding.isEndInCollective}};
}

void readFoldingJson(const Json &json, Finding &finding) {
  finding.help = Help();
  for (const Json &piece : json.at("help")) finding.help.pieces().push_back(readPiece(piece));
  finding.cause = {.kind = static_cast<Cause::Kind>(json.at("cause").get<int>()),
                   .argument = json.at("argument"),
                   .there = json.at("there"),
                   .accessed = json.at("accessed"),
                   .misfit = json.at("misfit"),
                   .remark = json.at("remark"),
                   .operations = readKeys(json.at("operations")),
                   .requests = readKeys(json.at("requests"))};
  finding.provenMessage = json.at("provenMessage");
  finding.isConsequence = json.at("isConsequence");
  finding.isEndInCollective = json.at("isEndInCollective");
}

}  // namespace lockstep::report
