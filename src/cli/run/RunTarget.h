// Prepares the target of `lockstep run`: finds the program, compiles the source, or accepts the launch line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "cli/base/MpiFlavor.h"
#include "cli/base/TemporaryDirectory.h"
#include "cli/run/Job.h"
#include "cli/run/ProgramKind.h"
#include "report/Finding.h"

namespace lockstep::cli {

struct TargetOptions {
  std::optional<int> ranks;  // at least 1
  std::string mpi;           // name of the flavor; empty: found out
  std::string cflags;
  bool areRanksGiven = false;  // by the user for this run, not by the environment
};

class RunTarget {
 public:
  /// `words` are the program or source and its arguments, or "--" and a launch line ("--" and a program if the number
  /// of ranks is given). Throws a Failure for an invalid target.
  RunTarget(std::vector<std::string> words, const TargetOptions &options);

  /// Copies a program that will be removed after the run to `folder`; the error says why this failed.
  tl::expected<void, std::string> keepProgram(const std::filesystem::path &folder) const;

  Launch launch(const std::filesystem::path &runDirectory) const;
  /// No MPI call was recorded: throws a Failure that says why, unless the program has failed before its first call.
  void refuseUnrecorded(const LauncherEnd &launcher) const;
  /// Which launcher is used; none for a launch line of the user's own.
  std::optional<MpiFlavor> launcherFlavor() const { return isForeign_ ? std::nullopt : flavor_; }

  /// Of a program that was compiled; it is gone when this is. Empty: none.
  std::filesystem::path buildFolder() const { return build_ ? build_->path() : std::filesystem::path(); }

  /// As the user wrote it.
  const std::string &name() const { return name_; }
  const std::vector<report::Finding> &staticFindings() const { return staticFindings_; }
  /// The source, if the static rules could not analyze it.
  const std::vector<std::string> &notSeenByRules() const { return notSeenByRules_; }
  /// Asked for; 0 and empty for a launch line of the user's own.
  int ranks() const;
  /// The sources that directly follow a source that was compiled: the user may have meant them to be compiled, too.
  std::vector<std::string> sourcesAsArguments() const;
  std::string_view flavorName() const { return flavor_ ? cli::name(*flavor_) : std::string_view(); }

 private:
  void useProgram();
  void compileSource(const std::string &cflags);
  void chooseFlavor();

  std::vector<std::string> words_;
  std::string name_;
  std::optional<int> ranks_;
  std::optional<MpiFlavor> flavor_;  // nothing for a foreign launch line
  bool isForeign_ = false;
  ProgramKind kind_;
  std::vector<report::Finding> staticFindings_;
  std::vector<std::string> notSeenByRules_;
  std::optional<TemporaryDirectory> build_;
};

}  // namespace lockstep::cli
