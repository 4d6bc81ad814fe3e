#include "cli/Formats.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <utility>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "report/formats/GithubWriter.h"
#include "report/formats/HtmlWriter.h"
#include "report/formats/JsonWriter.h"
#include "report/formats/JunitWriter.h"
#include "report/formats/SarifWriter.h"

namespace lockstep::cli {

namespace {

struct FormatInfo {
  Format format;
  std::string_view name;
  std::string_view ending;
};

constexpr std::array kFormats{
    FormatInfo{Format::Text, "text", "txt"},
    FormatInfo{Format::Json, "json", "json"},
    FormatInfo{Format::Sarif, "sarif", "sarif"},
    FormatInfo{Format::Html, "html", "html"},
    FormatInfo{Format::Junit, "junit", "xml"},
    FormatInfo{Format::Github, "github", "github"},
    FormatInfo{Format::Perfetto, "perfetto", "perfetto.json"},
    FormatInfo{Format::Otf2, "otf2", "otf2"},
};

static_assert(std::ranges::all_of(kFormats, [](const FormatInfo &each) {
  return &each == &kFormats[static_cast<std::size_t>(each.format)];
}));

const FormatInfo &info(Format format) { return kFormats[static_cast<std::size_t>(format)]; }

std::string known() {
  std::string names;
  for (const FormatInfo &each : kFormats) {
    if (&each != &kFormats.front()) names += &each == &kFormats.back() ? " and " : ", ";
    names += each.name;
  }
  return names + " are known";
}

Format parseFormat(const std::string &word) {
  const auto *found = std::ranges::find(kFormats, word, &FormatInfo::name);
  if (found == kFormats.end()) throw usageError("unknown format '{}' ({})", word, known());
  return found->format;
}

/// CI servers look for the files in their own checkout; the document itself keeps the compiled-in paths.
report::Document withShownPaths(report::Document document) {
  for (report::Finding &finding : document.findings) shortenPaths(finding);
  const report::ShownPath shown{.root = currentFolder(), .prefixes = {}};
  for (auto &[file, lines] : std::exchange(document.source, {})) document.source[shown(file)] = lines;
  return document;
}

/// With the lines around its sites, or without any.
report::Document withSource(report::Document document, bool isWanted) {
  if (isWanted)
    report::keepSource(document);
  else
    document.source.clear();
  return document;
}

std::string junit(const report::Document &document, bool hasSource) {
  report::KeptSource source(document.source);
  report::NoSource none;
  return hasSource ? report::toJunit(document, source) : report::toJunit(document, none);
}

}  // namespace

std::vector<Format> parseFormats(const std::string &list) {
  std::vector<Format> formats;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) formats.push_back(parseFormat(word));
  if (formats.empty()) throw usageError("--format names no format ({})", known());
  return formats;
}

std::vector<std::string> formatNames() {
  std::vector<std::string> names;
  for (const FormatInfo &each : kFormats) names.emplace_back(each.name);
  return names;
}

std::string_view name(Format format) { return info(format).name; }

std::string_view fileEnding(Format format) { return info(format).ending; }

std::string render(const report::Document &document, Format format, const CommonOptions &options, int exitStatus,
                   int descriptor) {
  report::KeptSource source(document.source);
  report::NoSource none;
  switch (format) {
    case Format::Text:
      return textFor(document, options, descriptor);
    case Format::Json:
      return report::toJson(withSource(document, !options.withoutSource));
    case Format::Sarif:
      return report::toSarif(document, {.root = currentFolder(), .exitCode = exitStatus});
    case Format::Html:
      return options.withoutSource ? report::toHtml(document, none, pathsFor(options))
                                   : report::toHtml(document, source, pathsFor(options));
    case Format::Junit:
      return junit(withShownPaths(document), !options.withoutSource);
    case Format::Github:
      return report::toGithub(withShownPaths(document));
    case Format::Perfetto:
    case Format::Otf2:
      break;
  }
  return {};
}

}  // namespace lockstep::cli
