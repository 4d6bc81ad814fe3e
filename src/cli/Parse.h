// Splits the arguments of one command into its options and its tail.
//
// CLI11 assigns the values. The arguments are checked once before that: errors for which CLI11 has unclear messages (`1
// required FILE missing`), and arguments that it would interpret in an unintended way (`-np 4` as -n with the value
// "p", `--json -q` as a file named "-q"), are detected here.
#pragma once

#include <string>
#include <vector>

#include "cli/Command.h"

namespace lockstep::cli {

/// Parses the arguments after the name of the command; `app` was created for it and fills `invocation.common`. False if
/// they request help. Throws a Failure for errors.
bool parseWords(const Command &command, CLI::App &app, std::vector<std::string> words, Invocation &invocation);

/// Whether an empty value is allowed: scripts pass --cflags="$CFLAGS".
bool mayBeEmpty(const CLI::Option &option);

/// All long names and letters, with their dashes.
std::vector<std::string> spellings(const CLI::Option &option);
std::vector<std::string> spellings(const CLI::App &app);

}  // namespace lockstep::cli
