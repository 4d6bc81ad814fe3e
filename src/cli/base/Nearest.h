// "did you mean ...?": the one guess for mistyped options, commands, keys and rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cli {

/// The candidate that `word` most likely was meant to be; empty where none is near.
std::string nearest(std::string_view word, const std::vector<std::string> &candidates);

/// "; did you mean '--timeout'?", or nothing where no candidate is near.
std::string didYouMean(std::string_view word, const std::vector<std::string> &candidates);

}  // namespace lockstep::cli
