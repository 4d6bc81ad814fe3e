#include "cli/wrapper/WrapperCheck.h"

#include <unistd.h>

#include "cli/Command.h"
#include "cli/base/Log.h"
#include "cli/base/TemporaryDirectory.h"
#include "cli/wrapper/WrapperKnown.h"
#include "report/formats/TextWriter.h"
#include "report/text/Color.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void append(Words &words, const Words &more) { words.insert(words.end(), more.begin(), more.end()); }

Words lookAt(const WrapperCall &call, const WrapperInput &input, const fs::path &modules) {
  const Language language = *input.language;
  const Compiler compiler = compilerFor(call.flavor, language, false);
  Words words = compiler.words;
  append(words, {"-w", "-gline-tables-only"});
  append(words, meaningOf(call.line));
  append(words, compiler.compileFlags);
  if (language == Language::Fortran) append(words, {"-J", modules.string()});
  if (language != Language::Fortran) append(words, {"-x", language == Language::C ? "c" : "c++"});
  append(words, {"-c", input.word, "-o", "/dev/null"});
  return words;
}

std::optional<Compiled> tryToLookAt(const WrapperCall &call, const WrapperInput &input) {
  if (input.word == "-") return std::nullopt;  // cannot be read twice
  const TemporaryDirectory modules(temporaryFolder());
  try {
    return tryCompiler(lookAt(call, input, modules.path()));
  } catch (const Failure &) {
    return std::nullopt;
  }
}

/// Without known findings.
std::vector<report::Finding> shown(const KnownFindings &known, std::vector<report::Finding> findings) {
  report::Document document;
  document.findings = std::move(findings);
  report::SourceFiles source;
  report::Filtered filtered = known.filter.apply(std::move(document), source);
  for (const report::Remark &remark : filtered.remarks)
    if (remark.isWarning) say("lockstep: warning: {}\n", remark.text);
  return std::move(filtered.document.findings);
}

void show(const std::vector<report::Finding> &findings) {
  report::SourceFiles source;
  report::TextOptions options;
  options.color = report::wantsColor(STDERR_FILENO);
  say("{}", report::toText(findings, source, options));
}

}  // namespace

bool checkBeside(const WrapperCall &call) {
  const KnownFindings known = knownFindings();
  bool fails = false;
  for (const WrapperInput &input : call.line.inputs) {
    if (!input.language) continue;
    std::optional<Compiled> compiled = tryToLookAt(call, input);
    if (!compiled) {
      if (call.line.isVerbose) say("{}: note: the static rules do not see {}\n", call.name, input.word);
      continue;
    }
    const std::vector<report::Finding> findings = shown(known, std::move(compiled->findings));
    show(findings);
    fails |= call.line.failsOn && report::hasAtLeast(findings, *call.line.failsOn);
  }
  if (!fails) return true;
  const bool isByWarning = *call.line.failsOn != report::Severity::Error;
  say("{}: error: the {} above end the compilation [-Werror=lockstep{}]\n", call.name,
      isByWarning ? "findings" : "errors", isByWarning ? "=warning" : "");
  return false;
}

}  // namespace lockstep::cli
