// How a path is shown: without a prefix chosen by the user, else relative to the current folder if it is below it.
// Documents keep the compiled-in paths; only text for people is shortened.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::report {

struct ShownPath {
  std::filesystem::path root;         // empty: absolute paths stay
  std::vector<std::string> prefixes;  // whole folders; the longest match is removed

  std::string operator()(const std::string &file) const;
};

/// The path below the folder, normalized; empty if it is not below it.
std::string pathBelow(const std::filesystem::path &root, const std::filesystem::path &file);

}  // namespace lockstep::report
