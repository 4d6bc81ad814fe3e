#include "report/text/HelpText.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "report/Place.h"

namespace lockstep::report {
namespace {

/// Appends the pieces of a finding's help to a text.
struct Renderer {
  const Finding &finding;
  std::string text = {};

  void operator()(const std::string &words) { text += words; }
  void operator()(const Help::CallAsAtSite &call) { text += call.otherwise; }
  void operator()(const Help::Place &place) { add(place.file, place.line); }
  void operator()(const Help::AtSite &at) {
    if (at.site < finding.sites.size()) add(finding.sites[at.site].file, finding.sites[at.site].line);
  }

  void add(const std::string &file, unsigned line) {
    if (line == 0) return;
    const bool isOfFirst = !finding.sites.empty() && finding.sites.front().file == file;
    text += isOfFirst ? fmt::format(" at line {}", line) : fmt::format(" at {}:{}", baseName(file), line);
  }
};

}  // namespace

std::string helpText(const Finding &finding) {
  Renderer renderer{finding};
  for (const Help::Piece &piece : finding.help.pieces()) std::visit(renderer, piece);
  return std::move(renderer.text);
}

}  // namespace lockstep::report
