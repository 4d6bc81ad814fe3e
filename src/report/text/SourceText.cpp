#include "report/text/SourceText.h"

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

std::optional<std::string_view> KeptSource::line(const std::string &file, unsigned number) {
  const auto lines = kept_.find(file);
  if (lines != kept_.end())
    if (const auto line = lines->second.find(number); line != lines->second.end()) return line->second;
  return files_.line(file, number);
}

void keepSource(Document &document) {
  constexpr unsigned kAround = 2;
  constexpr std::size_t kLongest = 500;  // of a line; generated lines may be endless
  SourceFiles files;
  for (const Finding &finding : document.findings)
    for (const Site &site : finding.sites) {
      if (site.file.empty() || site.line == 0) continue;
      const unsigned first = site.line > kAround ? site.line - kAround : 1;
      for (unsigned number = first; number <= site.line + kAround; ++number)
        if (const auto line = files.line(site.file, number))
          document.source[site.file].try_emplace(number, line->substr(0, kLongest));
    }
}

}  // namespace lockstep::report
