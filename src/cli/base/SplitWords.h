// Splits a command line as a shell does.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

/// As a shell would: quotes and backslashes keep blanks.
std::vector<std::string> splitWords(const std::string &line);

}  // namespace lockstep::cli
