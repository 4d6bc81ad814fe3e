#include "trace/file/Meta.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

namespace lockstep::trace {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

template <class Value>
bool take(const json &object, const char *key, Value &value) {
  const auto found = object.find(key);
  if (found == object.end()) return false;
  if constexpr (std::is_same_v<Value, std::string>) {
    if (!found->is_string()) return false;
  } else if constexpr (std::is_integral_v<Value>) {
    if (!found->is_number_integer()) return false;
  } else {
    if (!found->is_array()) return false;
    for (const json &element : *found)
      if (!element.is_string()) return false;
  }
  found->get_to(value);
  return true;
}

std::string versionFlaw(std::string_view what, std::int64_t found, std::int64_t known) {
  return fmt::format("{} {} is {} than this Lockstep reads ({}): {}", what, found, found > known ? "newer" : "older",
                     known, found > known ? "use the Lockstep that recorded it" : "record again");
}

}  // namespace

tl::expected<Meta, Damage> readMeta(const fs::path &directory) {
  const fs::path file = directory / kMetaFile;
  const auto damaged = [&](std::uint64_t offset, std::string what) {
    return tl::unexpected(Damage{file, offset, std::move(what)});
  };
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    if (errno == ENOENT) return damaged(0, "not there: the directory holds no recorded run");
    return damaged(0, "cannot read: " + std::generic_category().message(errno));
  }

  json object;
  try {
    object = json::parse(in);
  } catch (const json::parse_error &error) {
    return damaged(error.byte, "not JSON");
  }
  if (!object.is_object()) return damaged(0, "not the description of a run");

  int schema = 0;
  Meta meta;
  if (!take(object, "schema", schema)) return damaged(0, "has no schema number");
  if (schema != kMetaSchema) return damaged(0, versionFlaw("schema", schema, kMetaSchema));
  if (!take(object, "format", meta.format)) return damaged(0, "has no format number");
  if (meta.format != kVersion) return damaged(0, versionFlaw("trace format", meta.format, kVersion));
  const bool whole = take(object, "routineTable", meta.routineTable) && take(object, "tool", meta.tool) &&
                     take(object, "by", meta.by) && take(object, "command", meta.command) &&
                     take(object, "program", meta.program) && take(object, "workingDirectory", meta.workingDirectory) &&
                     take(object, "mpi", meta.flavor) && take(object, "ranks", meta.ranks) &&
                     take(object, "startTime", meta.startTime) && take(object, "limit", meta.limit);
  if (!whole) return damaged(0, "an entry is missing or of another type");
  return meta;
}

tl::expected<void, Damage> writeMeta(const fs::path &directory, const Meta &meta) {
  const json object = {{"schema", kMetaSchema},
                       {"format", meta.format},
                       {"routineTable", meta.routineTable},
                       {"tool", meta.tool},
                       {"by", meta.by},
                       {"command", meta.command},
                       {"program", meta.program},
                       {"workingDirectory", meta.workingDirectory},
                       {"mpi", meta.flavor},
                       {"ranks", meta.ranks},
                       {"startTime", meta.startTime},
                       {"limit", meta.limit}};
  const fs::path file = directory / kMetaFile;
  const fs::path temporary = directory / (std::string(".") + kMetaFile);
  errno = 0;
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  out << object.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
  out.close();
  std::error_code error;
  if (!out)
    error.assign(errno != 0 ? errno : EIO, std::generic_category());
  else
    fs::rename(temporary, file, error);
  if (error) return tl::unexpected(Damage{file, 0, "cannot write: " + error.message()});
  return {};
}

}  // namespace lockstep::trace
