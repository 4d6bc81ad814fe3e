// The end of every analysis: writes the report where the common options say, and derives the exit status from its
// findings.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/Options.h"
#include "report/Document.h"
#include "report/merge/Printed.h"
#include "report/text/ShownPath.h"

namespace lockstep::cli {

/// The text report, colored and cut to suit the file descriptor, without what was printed before.
std::string textFor(const report::Document &document, const CommonOptions &options, int descriptor,
                    const report::Printed &printed = {});

/// One finding as the text report shows it; empty where it does not.
std::string textFor(const report::Finding &finding, const CommonOptions &options, int descriptor);

/// How many findings the text report prints in full.
std::size_t mostInFull(const CommonOptions &options);

/// On stderr with a single write(2), unless it accepts less at once: others write there, too.
void writeAtOnce(std::string_view text);

/// The document without the findings that the options suppress; the remaining ones count. Warnings about unused or
/// doubtful entries are printed on stderr.
report::Document withoutKnown(report::Document document, const CommonOptions &options);

/// Text on stderr, without what was printed before, and JSON and SARIF if requested. Returns the status for errors, or
/// `otherwise` if there are none.
int deliver(const report::Document &document, const CommonOptions &options, int otherwise,
            const report::Printed &printed = {});

/// To the file as a whole, or to stdout for "-"; throws a Failure where that is impossible.
void writeOrThrow(const std::string &text, const std::filesystem::path &file);

/// The same, with the Failure shown; false where there was one. What else is to be written is not lost with it.
bool tryToWrite(const std::string &text, const std::filesystem::path &file);

/// JSON and SARIF if requested; false if one could not be written. `status` is the tool's own.
bool writeFiles(const report::Document &document, const CommonOptions &options, int status);

/// The status where a document was lost: that of the errors found, which are shown all the same, or wrong usage.
int statusAfterLoss(const report::Document &document, int status);

/// Empty when it is gone.
std::filesystem::path currentFolder();

/// How files are named in text.
report::ShownPath pathsFor(const CommonOptions &options);

/// Makes the files of sites and stacks relative to the current folder if they are below it.
void shortenPaths(report::Finding &finding);

}  // namespace lockstep::cli
