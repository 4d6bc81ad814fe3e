#include "cli/run/InterpreterMpi.h"

#include <fstream>
#include <sstream>

#include "cli/base/Process.h"
#include "cli/run/ProgramKind.h"

namespace lockstep::cli {

namespace {

/// Finds the package without importing it, which would start MPI.
constexpr const char *kFindModules = R"(
import glob, importlib.util, os
spec = importlib.util.find_spec('mpi4py')
for folder in (spec.submodule_search_locations if spec else None) or []:
    for file in glob.glob(os.path.join(glob.escape(folder), 'MPI.*.so')) + glob.glob(os.path.join(glob.escape(folder), 'MPI.so')):
        print(file)
)";

bool isPython(const std::string &word) { return std::filesystem::path(word).filename().string().starts_with("python"); }

}  // namespace

std::string pythonOf(const std::filesystem::path &program) {
  if (isPython(program.string())) return program.string();
  std::ifstream file(program);
  std::string line;
  if (!std::getline(file, line) || !line.starts_with("#!")) return {};
  std::istringstream words(line.substr(2));
  for (std::string word; words >> word;)
    if (isPython(word)) return word;
  return {};
}

std::optional<MpiFlavor> mpiOfInterpreter(const std::filesystem::path &program) {
  const std::string python = pythonOf(program);
  if (python.empty()) return std::nullopt;
  const auto listing = outputOf({python, "-c", kFindModules});
  std::istringstream modules(listing.value_or(""));
  std::optional<MpiFlavor> found;
  for (std::string module; std::getline(modules, module);) {
    const auto flavor = flavorOfModule(module);
    if (!flavor || (found && found != flavor)) return std::nullopt;
    found = flavor;
  }
  return found;
}

}  // namespace lockstep::cli
