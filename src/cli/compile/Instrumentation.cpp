#include "cli/compile/Instrumentation.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "cli/base/Installation.h"
#include "cli/compile/RememberedOutput.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

fs::path plugin() { return libraryDirectory() / "liblockstep-instrument.so"; }

/// Only clang can load it.
fs::path attributePlugin() { return libraryDirectory() / "liblockstep-attribute.so"; }

bool isThere(const fs::path &file) {
  std::error_code error;
  return fs::exists(file, error);
}

bool servesGcc() { return isThere(libraryDirectory() / "liblockstep-tsan.a"); }

/// `wrapped`: the C library functions that the hooks replace. Also links what gcc's objects need, since objects of both
/// compilers may be mixed.
Words linkWith(const Words &wrapped) {
  Words words{"-L" + libraryDirectory().string()};
  for (const std::string &options : wrapped) words.push_back("@" + (libraryDirectory() / options).string());
  if (servesGcc()) words.emplace_back("-llockstep-tsan");
  words.emplace_back("-llockstep-hooks");
  return words;
}

/// From gcc 12 on, the calls at the entry and exit of every function, which are not needed, can be omitted.
Words withoutFunctionCalls() {
  const std::optional<std::string> version = rememberedOutputOf(findProgram("gcc"), "-dumpversion");
  if (!version || std::atoi(version->c_str()) < 12) return {};
  return {"--param=tsan-instrument-func-entry-exit=0"};
}

/// A run identifies a call by its return address: equal calls must not be merged, and none may become a tail call.
Words withOwnCalls() { return {"-fno-tree-tail-merge", "-fno-crossjumping", "-fno-optimize-sibling-calls"}; }

/// gfortran considers a local array that is passed to MPI as private and does not instrument it, unless its points-to
/// analysis is disabled.
Instrumentation byGcc(Language language) {
  if (!servesGcc()) return {.compile = {}, .link = linkWith({"wrap-libc.opts"})};
  Words compile{"-specs=" + (shareDirectory() / "gcc-instrument.specs").string()};
  if (language == Language::Fortran) compile.push_back("-fno-tree-pta");
  for (const Words &words : {withoutFunctionCalls(), withOwnCalls()})
    compile.insert(compile.end(), words.begin(), words.end());
  return {.compile = compile, .link = linkWith({"wrap-libc.opts", "wrap-memory.opts"})};
}

Words pluginOption(Language language, const std::string &option) {
  if (language != Language::Fortran) return {"-mllvm", option};
  return {"-Xflang", "-load", "-Xflang", plugin().string(), "-mllvm", option};
}

}  // namespace

Instrumentation instrumentationFor(Language language, bool byGnu) {
  if (byGnu) return byGcc(language);
  Words compile{"-fpass-plugin=" + plugin().string()};
  if (language != Language::Fortran) {
    compile.push_back("-fplugin=" + plugin().string());  // see pluginFlags
    compile.push_back("-fplugin=" + attributePlugin().string());
  }
  // flang's run-time library is linked statically, and its own use of the C library is not the program's.
  const Words wrapped = language == Language::Fortran ? Words{} : Words{"wrap-libc.opts"};
  return {.compile = compile, .link = linkWith(wrapped)};
}

Words blockListFlags(Language language, const std::string &file) {
  return pluginOption(language, "-lockstep-blocklist=" + file);
}

Words wholeProgramFlags(Language language) { return pluginOption(language, "-lockstep-whole-program"); }

bool linksOnlyItself(const Words &words) {
  constexpr std::array<std::string_view, 6> kMore{"-l", "-Wl,", "-Xlinker", "-shared", "-rdynamic", "-nost"};
  const auto bringsMore = [&](std::string_view word) {
    const bool isHarmless = word == "-lm" || word == "-lpthread";
    return !isHarmless && std::ranges::any_of(kMore, [&](std::string_view prefix) { return word.starts_with(prefix); });
  };
  return std::ranges::none_of(words, bringsMore);
}

}  // namespace lockstep::cli
