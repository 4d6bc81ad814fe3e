#include "cli/run/HostMachine.h"

#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "cli/base/Installation.h"
#include "cli/base/Process.h"
#include "cli/base/TemporaryDirectory.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

auto resourceOf(Limit limit) {
  switch (limit) {
    case Limit::AddressSpace:
      return RLIMIT_AS;
    case Limit::FileSize:
      return RLIMIT_FSIZE;
    case Limit::LockedMemory:
      return RLIMIT_MEMLOCK;
  }
  return RLIMIT_AS;
}

class ThisMachine : public HostMachine {
 public:
  fs::path program(const std::string &name) const override { return findProgram(name); }
  fs::path compiler(Language language) const override { return findCompiler(language); }
  fs::path mpiCompiler(MpiFlavor flavor, Language language) const override {
    const std::optional<MpiFlags> flags = findMpiFlags(flavor, language);
    return flags ? flags->wrapper : fs::path();
  }
  fs::path launcher(MpiFlavor flavor) const override { return findLauncher(flavor); }
  std::optional<std::string> output(const std::vector<std::string> &words) const override { return outputOf(words); }
  std::optional<std::string> trial(MpiFlavor flavor, const fs::path &source) const override {
    const fs::path compiler = mpiCompiler(flavor, Language::C);
    const fs::path limit = findProgram("timeout");
    if (compiler.empty() || limit.empty()) return std::nullopt;
    const TemporaryDirectory folder(temporaryDirectory());
    const std::string program = folder.path() / "trial";
    if (!outputOf({compiler.string(), (shareDirectory() / source).string(), "-o", program})) return std::nullopt;
    std::vector<std::string> words = {limit.string(), "-k", "5", "20", launcher(flavor).string()};
    if (flavor == MpiFlavor::OpenMpi) words.insert(words.end(), {"--allow-run-as-root", "--oversubscribe"});
    words.insert(words.end(), {"-n", "2", program});
    return outputOf(words);
  }

  bool exists(const fs::path &file) const override {
    std::error_code error;
    return fs::exists(file, error);
  }
  std::optional<std::string> firstLine(const fs::path &file) const override {
    std::ifstream stream(file);
    std::string line;
    return std::getline(stream, line) ? std::optional(line) : std::nullopt;
  }
  fs::path libraryDirectory() const override { return cli::libraryDirectory(); }
  fs::path temporaryDirectory() const override {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    return error ? fs::path("/tmp") : folder;
  }
  std::optional<Space> space(const fs::path &folder) const override {
    struct statvfs status {};
    if (access(folder.c_str(), W_OK | X_OK) != 0 || statvfs(folder.c_str(), &status) != 0) return std::nullopt;
    return Space{.size = status.f_blocks * status.f_frsize, .free = status.f_bavail * status.f_frsize};
  }

  std::optional<std::uint64_t> limit(Limit limit) const override {
    rlimit value{};
    if (getrlimit(resourceOf(limit), &value) != 0 || value.rlim_cur == RLIM_INFINITY) return std::nullopt;
    return value.rlim_cur;
  }
  unsigned cores() const override { return std::thread::hardware_concurrency(); }
  bool isRoot() const override { return geteuid() == 0; }
};

}  // namespace

const HostMachine &thisMachine() {
  static const ThisMachine machine;
  return machine;
}

}  // namespace lockstep::cli
