// The text report, in the style of clang:
//
//   ring.c:12:5: error: message [rule-id]
//      12 |     the source line
//         |     ^ what happened here on ranks 0-2,5
//   ring.c:20:3: note: what happened here on rank 3
//      20 |   its source line
//         |   ^
//     where: memory and synchronization, for a race
//     help: what to do
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "report/Document.h"
#include "report/text/ShownPath.h"
#include "report/text/SourceText.h"

namespace lockstep::report {

struct TextOptions {
  bool color = false;
  bool verbose = false;  // show findings of severity note, and everything that was not checked
  // Of the terminal: longer source lines are cut around the caret, longer messages wrapped. 0: no limit
  std::size_t width = 0;
  ShownPath paths = {};
};

/// Notes and findings refuted by the run are shown only with `verbose`.
bool isShown(const Finding &finding, const TextOptions &options);

/// The findings, each ended by an empty line, without the summary.
std::string toText(std::span<const Finding> findings, SourceText &source, const TextOptions &options);

/// "lockstep: 2 errors, 1 warning in 4 ranks; 1234 MPI calls seen": one line, ended by a newline.
std::string summaryLine(const Document &document, const TextOptions &options);

/// With `verbose`: how many memory accesses the engine had to store. Empty if none.
std::string historyLine(const Document &document, const TextOptions &options);

/// With `verbose`: what a static check did not judge, a line for each place. Empty if nothing.
std::string notJudgedLines(const Document &document, const TextOptions &options);

/// How to get source lines, if a place of the findings lacks them: one line, or nothing.
std::string debugHint(std::span<const Finding> findings, const TextOptions &options);

/// Findings and summary; the summary line alone when nothing was found.
std::string toText(const Document &document, SourceText &source, const TextOptions &options);

}  // namespace lockstep::report
