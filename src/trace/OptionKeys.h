// Parses LOCKSTEP_OPTIONS=key=value:key:…, and lists its keys.
//
// It is read by the tool and by a recorder that is preloaded without the tool. The recorder uses a few of the keys, but
// must know all of them to distinguish a key of the tool from a mistyped one. Header only and without heap, for the
// stub, which has no C++ library.
#pragma once

#include <cstddef>
#include <string_view>

namespace lockstep::trace {

inline constexpr const char *kOptionsVariable = "LOCKSTEP_OPTIONS";

/// Every option of every command, by its long name and by its letter.
inline constexpr std::string_view kOptionKeys[] = {"baseline",
                                                   "cflags",
                                                   "clock",
                                                   "color",
                                                   "error-exitcode",
                                                   "fail-on",
                                                   "fingerprint",
                                                   "format",
                                                   "halt-on-error",
                                                   "html",
                                                   "initial-context",
                                                   "j",
                                                   "json",
                                                   "keep-symbols",
                                                   "memory-model",
                                                   "mpi",
                                                   "n",
                                                   "no-default-suppressions",
                                                   "no-source",
                                                   "o",
                                                   "on-deadlock",
                                                   "output",
                                                   "p",
                                                   "partial",
                                                   "q",
                                                   "quiet",
                                                   "rule",
                                                   "sarif",
                                                   "stacks",
                                                   "strip-path-prefix",
                                                   "suppressions",
                                                   "threads",
                                                   "timeout",
                                                   "trace",
                                                   "trace-limit",
                                                   "v",
                                                   "verbose",
                                                   "what-is-recorded"};

constexpr bool isOptionKey(std::string_view word) {
  for (const std::string_view key : kOptionKeys)
    if (key == word) return true;
  return false;
}

struct OptionWords {
  std::string_view key;
  std::string_view value;  // empty if there is none
};

/// Calls `take` with each entry, in order.
template <class Take>
void forEachOption(std::string_view text, const Take &take) {
  while (!text.empty()) {
    const std::string_view entry(text.data(), text.find(':') < text.size() ? text.find(':') : text.size());
    text.remove_prefix(entry.size() < text.size() ? entry.size() + 1 : entry.size());
    if (entry.empty()) continue;
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos)
      take(OptionWords{entry, {}});
    else
      take(OptionWords{{entry.data(), equals}, {entry.data() + equals + 1, entry.size() - equals - 1}});
  }
}

}  // namespace lockstep::trace
