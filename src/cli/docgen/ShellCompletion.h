// Completion for bash, zsh and fish, generated from the same definitions as the help texts: commands, their options,
// the values of options with a fixed set, rules for `explain`, and files otherwise.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::cli {

std::string bashCompletion();
std::string zshCompletion();
std::string fishCompletion();

/// The same for a compiler wrapper, as "lockstep-mpicc": its own words, and files. zsh has it in the one file.
std::string bashCompletionOfWrapper(std::string_view wrapper);
std::string fishCompletionOfWrapper(std::string_view wrapper);

}  // namespace lockstep::cli
