#include "report/Place.h"

#include <cstddef>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "report/text/FunctionName.h"

namespace lockstep::report {

std::string placeName(const Site &site) {
  if (!site.file.empty() || !site.address) return site.file;
  return fmt::format("{}+{:#x}", site.address->module, site.address->offset);
}

std::string_view fileOrModule(const Site &site) {
  return site.file.empty() && site.address ? site.address->module : site.file;
}

std::string_view baseName(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool isOfSystem(std::string_view file) {
  if (!file.starts_with('/')) return false;
  const std::string path = std::filesystem::path(file).lexically_normal().string();
  const auto isIn = [&](std::string_view folder) { return path.starts_with(folder); };
  return isIn("/usr/include/") || isIn("/usr/lib") || path.find("/include/c++/") != std::string::npos ||
         path.find("/lib/clang/") != std::string::npos;
}

namespace {

std::string withoutTemplateArguments(std::string_view function) {
  std::string plain;
  int depth = 0;
  for (const char c : function) {
    if (c == '<') ++depth;
    if (depth == 0) plain += c;
    if (c == '>' && depth > 0) --depth;
  }
  return plain;
}

}  // namespace

std::string plainFunction(std::string_view function) {
  if (function == kMainProgram || function == kTask) return std::string(function);
  std::string plain = withoutTemplateArguments(function);
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  if (const std::size_t at = plain.rfind(kAnonymous); at != std::string::npos) plain.erase(0, at + kAnonymous.size());
  // A leading dot belongs to the name; a later one starts a compiler suffix, as in main.omp_outlined.
  if (const std::size_t end = plain.find_first_of("(.", 1); end != std::string::npos) plain.erase(end);
  if (const std::size_t scope = plain.find_last_of(": "); scope != std::string::npos) plain.erase(0, scope + 1);
  return plain;
}

bool isSamePlaceOfCall(const Site &a, const Site &b) {
  const bool isSameColumn = a.column == b.column || a.column == 0 || b.column == 0;
  return isSameColumn && a.line == b.line && a.call == b.call && baseName(fileOrModule(a)) == baseName(fileOrModule(b));
}

bool isSamePlace(const Site &a, const Site &b) { return a.role == b.role && isSamePlaceOfCall(a, b); }

std::vector<const Site *> primarySites(const Finding &finding) {
  std::vector<const Site *> sites;
  for (const SiteRole role : {SiteRole::Access, SiteRole::Call}) {
    for (const Site &site : finding.sites)
      if (site.role == role) sites.push_back(&site);
    if (!sites.empty()) return sites;
  }
  for (const Site &site : finding.sites) sites.push_back(&site);
  return sites;
}

std::vector<const Site *> placesOf(const Finding &finding) {
  std::vector<const Site *> places = primarySites(finding);
  for (const Site &site : finding.further) places.push_back(&site);
  return places;
}

}  // namespace lockstep::report
