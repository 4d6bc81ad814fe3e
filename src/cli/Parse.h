// The words of one command, sorted into its options and its tail.
//
// CLI11 assigns the values. Before it does, the words are looked at once: what CLI11 would say in words of its own
// (`1 required FILE missing`), or would take in a way that nobody means (`-np 4` as -n with the value "p", `--json -q`
// as a file named "-q"), is found there and said in ours.
#pragma once

#include <string>
#include <vector>

#include "cli/Command.h"

namespace lockstep::cli {

/// Takes the words behind the name of the command; `app` was made for it and fills `invocation.common`. False where
/// they ask for help instead. Throws a Failure for what is wrong.
bool parseWords(const Command &command, CLI::App &app, std::vector<std::string> words, Invocation &invocation);

/// Whether no value is a value, too: scripts say --cflags="$CFLAGS".
bool mayBeEmpty(const CLI::Option &option);

/// All long names and letters, with their dashes.
std::vector<std::string> spellings(const CLI::Option &option);
std::vector<std::string> spellings(const CLI::App &app);

}  // namespace lockstep::cli
