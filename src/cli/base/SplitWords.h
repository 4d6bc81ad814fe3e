// One line of words, as a user or a build system writes it.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

/// As a shell would: quotes and backslashes keep blanks.
std::vector<std::string> splitWords(const std::string &line);

}  // namespace lockstep::cli
