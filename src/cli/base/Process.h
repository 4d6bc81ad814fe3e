// Runs other programs to completion.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::cli {

struct ProcessOptions {
  std::map<std::string, std::string> environment;  // on top of our own
  std::filesystem::path directory = {};            // empty: ours
  std::filesystem::path errors = {};               // file that stderr goes to; empty: ours
};

/// Runs a program with our stdin, stdout and stderr. Returns its status, or 128 plus the signal that ended it; nothing
/// where it could not be started.
std::optional<int> runProcess(const std::vector<std::string> &words, const ProcessOptions &options = {});

/// What a program prints on stdout, its stderr dropped; nothing unless it ends with status 0.
std::optional<std::string> outputOf(const std::vector<std::string> &words);

}  // namespace lockstep::cli
