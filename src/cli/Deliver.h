// The end of every analysis: the report goes where the common options say, and its findings decide the exit status.
#pragma once

#include <string>
#include <vector>

#include "cli/Options.h"
#include "report/Document.h"

namespace lockstep::cli {

/// The text report, coloured and cut as suits the file descriptor.
std::string textFor(const report::Document &document, const CommonOptions &options, int descriptor);

/// Text on stderr, JSON where asked for. Returns the status for errors, or `otherwise` where there are none.
int deliver(const report::Document &document, const CommonOptions &options, int otherwise);

/// JSON where asked for; throws a Failure when it cannot be written.
void writeJson(const report::Document &document, const CommonOptions &options);

/// How a file is named in text: relative to the current folder where it lies below it.
std::string shownPath(const std::string &file);

bool hasErrors(const std::vector<report::Finding> &findings);

}  // namespace lockstep::cli
