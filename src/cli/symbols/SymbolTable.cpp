#include "cli/symbols/SymbolTable.h"

#include <nlohmann/json.hpp>

#include "report/text/WholeFile.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

fs::path fileIn(const fs::path &trace) { return trace / "symbols.json"; }

Json write(const report::Frame &frame) {
  return {{"function", frame.function}, {"file", frame.file}, {"line", frame.line}, {"column", frame.column}};
}

report::Frame readFrame(const Json &json) {
  return {json.at("function"), json.at("file"), json.at("line"), json.at("column"), {}};
}

Json write(std::uint64_t offset, const SymbolTable::Entry &entry) {
  Json json = write(entry);
  json["offset"] = offset;
  for (const report::Frame &frame : entry.inlinedInto) json["inlinedInto"].push_back(write(frame));
  return json;
}

SymbolTable::Entry readEntry(const Json &json) {
  SymbolTable::Entry entry{readFrame(json), {}};
  if (const auto frames = json.find("inlinedInto"); frames != json.end())
    for (const Json &frame : *frames) entry.inlinedInto.push_back(readFrame(frame));
  return entry;
}

}  // namespace

tl::expected<SymbolTable, std::string> SymbolTable::read(const fs::path &trace) {
  SymbolTable table;
  const auto text = report::readWholeFile(fileIn(trace));
  if (!text) return table;
  try {
    const Json json = Json::parse(*text);
    if (json.at("schema") != kSchema)
      return tl::unexpected(fileIn(trace).string() + ": of another version of Lockstep");
    for (const Json &module : json.at("modules")) {
      const std::string path = module.at("path");
      for (const Json &site : module.at("sites"))
        table.add({path, module.at("buildId"), site.at("offset")}, readEntry(site));
    }
    for (const auto &[path, isInstrumented] : json.at("instrumented").items()) table.addModule(path, isInstrumented);
  } catch (const nlohmann::json::exception &) {
    return tl::unexpected(fileIn(trace).string() + ": not the table of source lines of a trace");
  }
  return table;
}

tl::expected<void, std::string> SymbolTable::write(const fs::path &trace) const {
  Json modules = Json::array();
  for (const auto &[module, entries] : modules_) {
    Json sites = Json::array();
    for (const auto &[offset, entry] : entries) sites.push_back(cli::write(offset, entry));
    modules.push_back({{"path", module.first}, {"buildId", module.second}, {"sites", std::move(sites)}});
  }
  Json instrumented = Json::object();
  for (const auto &[path, is] : instrumented_) instrumented[path] = is;
  const Json json = {{"schema", kSchema}, {"instrumented", std::move(instrumented)}, {"modules", std::move(modules)}};
  return report::writeWholeFile(json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n', fileIn(trace));
}

void SymbolTable::add(const report::CodeAddress &address, Entry entry) {
  modules_[{address.module, address.buildId}][address.offset] = std::move(entry);
}

const SymbolTable::Entry *SymbolTable::find(const report::CodeAddress &address) const {
  const auto module = modules_.find({address.module, address.buildId});
  if (module == modules_.end()) return nullptr;
  const auto entry = module->second.find(address.offset);
  return entry != module->second.end() ? &entry->second : nullptr;
}

std::optional<bool> SymbolTable::isInstrumented(const std::string &path) const {
  const auto found = instrumented_.find(path);
  return found != instrumented_.end() ? std::optional(found->second) : std::nullopt;
}

void SymbolTable::makeAbsolute(const fs::path &folder) {
  for (auto &[module, entries] : modules_)
    for (auto &[offset, entry] : entries) {
      if (!entry.file.empty()) entry.file = (folder / entry.file).string();
      for (report::Frame &frame : entry.inlinedInto)
        if (!frame.file.empty()) frame.file = (folder / frame.file).string();
    }
}

}  // namespace lockstep::cli
