#include "report/text/ShownPath.h"

#include <algorithm>
#include <string_view>

namespace lockstep::report {
namespace {

/// The path after the prefix; empty unless the prefix ends at a folder boundary.
std::string_view behind(std::string_view file, std::string_view prefix) {
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  if (!file.starts_with(prefix) || file.size() <= prefix.size() + 1 || file[prefix.size()] != '/') return {};
  file.remove_prefix(prefix.size());
  return file.substr(std::min(file.find_first_not_of('/'), file.size()));
}

}  // namespace

std::string pathBelow(const std::filesystem::path &root, const std::filesystem::path &file) {
  if (root.empty()) return {};
  const std::filesystem::path relative = (root / file).lexically_normal().lexically_relative(root);
  const bool isBelow = !relative.empty() && *relative.begin() != "..";
  return isBelow ? relative.string() : "";
}

std::string ShownPath::operator()(const std::string &file) const {
  std::string shown;
  for (const std::string &prefix : prefixes)
    if (const std::string_view rest = behind(file, prefix);
        !rest.empty() && (shown.empty() || rest.size() < shown.size()))
      shown = rest;
  if (!shown.empty()) return shown;
  if (root.empty() || !std::filesystem::path(file).is_absolute()) return file;
  shown = pathBelow(root, file);
  return shown.empty() ? file : shown;
}

}  // namespace lockstep::report
