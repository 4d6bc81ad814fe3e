#include "cli/Formats.h"

#include <filesystem>
#include <sstream>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "report/GithubWriter.h"
#include "report/JsonWriter.h"
#include "report/JunitWriter.h"
#include "report/SarifWriter.h"

namespace lockstep::cli {

namespace {

std::string_view name(Format format) {
  switch (format) {
    case Format::Text:
      return "text";
    case Format::Json:
      return "json";
    case Format::Sarif:
      return "sarif";
    case Format::Junit:
      return "junit";
    case Format::Github:
      return "github";
    case Format::Perfetto:
      return "perfetto";
    case Format::Otf2:
      return "otf2";
  }
  return {};
}

constexpr std::string_view kKnown = "text, json, sarif, junit, github, perfetto and otf2 are known";

Format parseFormat(const std::string &word) {
  for (const Format format :
       {Format::Text, Format::Json, Format::Sarif, Format::Junit, Format::Github, Format::Perfetto, Format::Otf2})
    if (name(format) == word) return format;
  if (word == "html") throw usageError("the format '{}' is not there yet ({})", word, kKnown);
  throw usageError("unknown format '{}' ({})", word, kKnown);
}

/// CI servers look for the files in their own checkout; the document itself keeps the paths that were compiled in.
report::Document withShownPaths(report::Document document) {
  for (report::Finding &finding : document.findings) shortenPaths(finding);
  return document;
}

}  // namespace

std::vector<Format> parseFormats(const std::string &list) {
  std::vector<Format> formats;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) formats.push_back(parseFormat(word));
  if (formats.empty()) throw usageError("--format names no format ({})", kKnown);
  return formats;
}

std::string_view fileEnding(Format format) {
  switch (format) {
    case Format::Text:
      return "txt";
    case Format::Json:
      return "json";
    case Format::Sarif:
      return "sarif";
    case Format::Junit:
      return "xml";
    case Format::Github:
      return "github";
    case Format::Perfetto:
      return "perfetto.json";
    case Format::Otf2:
      return "otf2";
  }
  return {};
}

std::string render(const report::Document &document, Format format, const CommonOptions &options, int exitStatus,
                   int descriptor) {
  report::SourceFiles source;
  switch (format) {
    case Format::Text:
      return textFor(document, options, descriptor);
    case Format::Json:
      return report::toJson(document);
    case Format::Sarif:
      return report::toSarif(document, {.root = currentFolder(), .exitCode = exitStatus});
    case Format::Junit:
      return report::toJunit(withShownPaths(document), source);
    case Format::Github:
      return report::toGithub(withShownPaths(document));
    case Format::Perfetto:
    case Format::Otf2:
      break;
  }
  return {};
}

}  // namespace lockstep::cli
