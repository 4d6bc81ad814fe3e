// The documentation of the commands. It is stored in each command's CLI::App; help texts, manual pages and completions
// are all generated from it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/Command.h"

namespace lockstep::cli {

/// The command's options and help text; its words are parsed into the command and `common`.
std::unique_ptr<CLI::App> makeApp(Command &command, CommonOptions &common);

/// What `lockstep --help` prints.
std::string generalHelp();

// Its parts.
inline constexpr std::string_view kPurpose = "Lockstep finds where the ranks of an MPI program fall out of step.";

/// Lines "  command   what it does".
extern const std::string_view kGeneralExamples;

struct ExitStatus {
  std::string_view status;
  std::string_view meaning;
};
/// Those that a command can end with; without one, those of all.
std::vector<ExitStatus> exitStatuses(const Command *command = nullptr);

/// The forms in which a command is called, without the word "Usage:".
std::vector<std::string> usageLines(const CLI::App &app);

}  // namespace lockstep::cli
