#include "cli/base/MpiFlavor.h"

#include <string>

#include "cli/base/Installation.h"
#include "cli/base/Process.h"

namespace lockstep::cli {

std::string_view name(MpiFlavor flavor) {
  switch (flavor) {
    case MpiFlavor::Mpich:
      return "mpich";
    case MpiFlavor::OpenMpi:
      return "openmpi";
  }
  return {};
}

std::optional<MpiFlavor> findMpiFlavor(std::string_view wanted) {
  for (const MpiFlavor flavor : kMpiFlavors)
    if (name(flavor) == wanted) return flavor;
  return std::nullopt;
}

namespace {

/// The MPI of a launcher, from its version output.
std::optional<MpiFlavor> flavorOfLauncher(const std::filesystem::path &launcher) {
  const std::string text = outputOf({launcher.string(), "--version"}).value_or("");
  if (text.find("Open MPI") != std::string::npos || text.find("OpenRTE") != std::string::npos)
    return MpiFlavor::OpenMpi;
  return text.find("HYDRA") != std::string::npos ? std::optional(MpiFlavor::Mpich) : std::nullopt;
}

}  // namespace

std::filesystem::path findLauncher(MpiFlavor flavor) {
  const std::string own = "mpiexec." + std::string(name(flavor));
  const char *foreign = flavor == MpiFlavor::Mpich ? "mpiexec.hydra" : "orterun";
  for (const std::string &candidate : {own, std::string(foreign)})
    if (const auto launcher = findProgram(candidate); !launcher.empty()) return launcher;
  const auto plain = findProgram("mpiexec");
  return !plain.empty() && flavorOfLauncher(plain) == flavor ? plain : std::filesystem::path();
}

}  // namespace lockstep::cli
