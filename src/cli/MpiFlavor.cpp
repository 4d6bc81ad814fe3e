#include "cli/MpiFlavor.h"

#include <string>

#include "cli/Installation.h"

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

std::filesystem::path findLauncher(MpiFlavor flavor) {
  const std::string own = "mpiexec." + std::string(name(flavor));
  const char *foreign = flavor == MpiFlavor::Mpich ? "mpiexec.hydra" : "orterun";
  for (const std::string &candidate : {own, std::string(foreign)})
    if (const auto launcher = findProgram(candidate); !launcher.empty()) return launcher;
  return {};
}

}  // namespace lockstep::cli
