// Completion for bash, zsh and fish, made from the same definitions as the help texts: commands, their options, the
// words that an option takes where they are few, rules for `explain`, and files otherwise.
#pragma once

#include <string>

namespace lockstep::cli {

std::string bashCompletion();
std::string zshCompletion();
std::string fishCompletion();

}  // namespace lockstep::cli
