#include "cli/run/LaunchLine.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "cli/Command.h"
#include "cli/base/Installation.h"

namespace lockstep::cli {

namespace {

std::string valueBehind(const std::string &ours, const char *variable, char separator) {
  const char *value = std::getenv(variable);
  return value && *value ? ours + separator + value : ours;
}

/// What every rank needs, however it is launched.
std::map<std::string, std::string> recorderEnvironment(const std::filesystem::path &runDirectory) {
  const auto stub = preloadedLibrary();
  if (!std::filesystem::exists(stub))
    throw internalError("the installation is incomplete: {} is missing", stub.string());
  if (stub.string().find_first_of(" :") != std::string::npos)
    throw internalError(
        "the dynamic loader takes a space or colon in {} for the end of a name and would not load the "
        "recorder: install Lockstep elsewhere",
        stub.parent_path().string());

  std::map<std::string, std::string> environment{
      {"LD_PRELOAD", valueBehind(stub.string(), "LD_PRELOAD", ':')},
      {kRunDirectoryVariable, runDirectory.string()},
      {kReaderVariable, "live"},
  };
  if (geteuid() == 0) {
    environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1";
    environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
  }
  return environment;
}

/// Open MPI passes its own variables to other machines, and ours if one of its variables says so. There are two such
/// variables: a job with the documented one must not use -x, which may be in a script that we cannot see; the internal
/// one used by -x conflicts with the documented one.
void forwardThroughOpenMpi(Launch &launch) {
  constexpr const char *kDocumented = "OMPI_MCA_mca_base_env_list";
  const char *list = std::getenv(kDocumented) ? kDocumented : "OMPI_MCA_mca_base_env_list_internal";
  const std::string ours = fmt::format("LD_PRELOAD;{};{};{}", kRunDirectoryVariable, kReaderVariable, kStacksVariable);
  launch.environment[list] = valueBehind(ours, list, ';');
}

/// Words that give Open MPI's launcher such a list, which ours would replace or conflict with.
bool hasOwnVariableList(const std::vector<std::string> &words) {
  return std::ranges::any_of(words, [](const std::string &word) {
    return word == "mca_base_env_list" || word == "--tune" || word == "-tune" || word == "--am" || word == "-am";
  });
}

void allowMoreRanksThanCores(Launch &launch, int ranks) {
  launch.environment["OMPI_MCA_rmaps_base_oversubscribe"] = "1";
  if (static_cast<unsigned>(ranks) > std::thread::hardware_concurrency())
    launch.environment["OMPI_MCA_mpi_yield_when_idle"] = "1";
}

}  // namespace

std::filesystem::path preloadedLibrary() { return libraryDirectory() / "liblockstep-stub.so"; }

Launch launchProgram(MpiFlavor flavor, int ranks, const std::vector<std::string> &program,
                     const std::filesystem::path &runDirectory) {
  const auto launcher = findLauncher(flavor);
  if (launcher.empty()) throw usageError("no launcher of {} in PATH (mpiexec.{})", name(flavor), name(flavor));

  Launch launch{.words = {launcher.string(), "-n", std::to_string(ranks)},
                .environment = recorderEnvironment(runDirectory)};
  launch.words.insert(launch.words.end(), program.begin(), program.end());
  // MPICH's launcher leaves nothing on disk, and only prints long complaints when asked to end.
  launch.asksNicely = flavor != MpiFlavor::Mpich;
  if (flavor == MpiFlavor::OpenMpi) {
    forwardThroughOpenMpi(launch);
    allowMoreRanksThanCores(launch, ranks);
  }
  return launch;
}

bool isLauncher(const std::filesystem::path &program) {
  constexpr std::array<std::string_view, 7> kNames{"mpiexec", "mpirun", "orterun", "prterun", "srun", "aprun", "jsrun"};
  constexpr std::array<std::string_view, 3> kEndings{".mpich", ".openmpi", ".hydra"};
  const bool hasEnding = std::ranges::find(kEndings, program.extension().string()) != kEndings.end();
  const std::filesystem::path name = hasEnding ? program.stem() : program.filename();  // srun.sh is the user's own
  return std::ranges::find(kNames, name.string()) != kNames.end();
}

Launch launchForeign(const std::vector<std::string> &words, const std::filesystem::path &runDirectory) {
  if (findProgram(words.front()).empty()) throw usageError("launcher not found: {}", words.front());
  Launch launch{.words = words, .environment = recorderEnvironment(runDirectory)};
  // Without it, only the ranks on this machine inherit our variables.
  if (!hasOwnVariableList(words)) forwardThroughOpenMpi(launch);
  return launch;
}

}  // namespace lockstep::cli
