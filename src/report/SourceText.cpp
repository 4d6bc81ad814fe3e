#include "report/SourceText.h"

#include <fstream>

namespace lockstep::report {
namespace {

std::vector<std::string> readLines(const std::string &file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

std::optional<std::string_view> SourceFiles::line(const std::string &file, unsigned number) {
  auto [entry, isNew] = files_.try_emplace(file);
  if (isNew) entry->second = readLines(file);
  if (number == 0 || number > entry->second.size()) return std::nullopt;
  return entry->second[number - 1];
}

}  // namespace lockstep::report
