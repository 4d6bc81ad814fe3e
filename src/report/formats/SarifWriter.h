// The findings as SARIF 2.1.0, for code-scanning services and editors.
//
// The first site is the location of the result, the others are related locations. What each rank did is a thread flow;
// ranks that did the same share one. Paths below the root are relative to SRCROOT, so that a service finds them in its
// own checkout. Services refuse large documents: at most kMostResults results are written, errors first, and a
// notification counts the missing ones.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "report/Document.h"

namespace lockstep::report {

inline constexpr std::size_t kMostResults = 25000;
inline constexpr std::size_t kMostThreadFlows = 16;  // per result

struct SarifOptions {
  std::filesystem::path root;  // absolute; empty if there is none
  int exitCode = 0;            // of the tool
};

std::string toSarif(const Document &document, const SarifOptions &options);

}  // namespace lockstep::report
