#include "cli/doctor/Diagnosis.h"

#include <algorithm>
#include <regex>

#include <fmt/format.h>

#include "cli/run/RecordSpace.h"
#include "mpi/Routine.h"
#include "trace/Record.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

using State = Check::State;

constexpr std::string_view kLlvm = "19";  // the version that the plugin is built for
constexpr std::uint64_t kMiB = 1U << 20;
constexpr std::uint64_t kGiB = 1U << 30;
constexpr std::uint64_t kEnoughAddresses = 16 * kGiB;  // an MPI library alone may map several
constexpr std::uint64_t kEnoughFile = kGiB;            // of shared memory or of a kept trace

std::string bytes(std::uint64_t count) {
  if (count >= 10 * kGiB) return fmt::format("{} GiB", count / kGiB);
  return count >= kMiB ? fmt::format("{} MiB", count / kMiB) : fmt::format("{} KiB", count >> 10);
}

/// A package by its name on Debian and by its common name.
struct Package {
  std::string_view debian;
  std::string_view usual;
};

/// The version in the output of `clang --version` and the like: "Debian clang version 19.1.7 (3~deb12u1)".
std::string versionIn(const std::string &text) {
  static const std::regex kNumber(R"(\d+\.\d+(\.\d+)*)");
  std::smatch match;
  return std::regex_search(text, match, kNumber) ? match.str() : "of unknown version";
}

class Doctor {
 public:
  explicit Doctor(const HostMachine &machine) : machine_(machine) {}

  Diagnosis run() {
    // The parts of Lockstep itself.
    const bool hasStub = checkStub();
    checkPlugin();

    // Every MPI; where none works, that is the problem.
    for (const MpiFlavor flavor : kMpiFlavors)
      if (hasStub && canRun(flavor)) diagnosis_.usable.push_back(flavor);
    for (const MpiFlavor flavor : kMpiFlavors) checkMpi(flavor);

    // What sources are compiled with.
    checkLlvmCompiler("clang", Language::C, {"clang-19", "clang"}, "C sources");
    checkLlvmCompiler("clang++", Language::Cxx, {"clang-19", "clang"}, "C++ sources");
    checkLlvmCompiler("flang", Language::Fortran, {"flang-19", "flang"}, "Fortran sources");
    checkGnuCompiler("gcc", {"gcc", "gcc"}, "clang has no libgcc to link with");
    checkGnuCompiler("g++", {"g++", "gcc-c++"}, "`lockstep-mpicxx --compiler=gcc` does not work");
    checkGnuCompiler("gfortran", {"gfortran", "gcc-gfortran"}, "Fortran sources that use mpi_f08 do not compile");
    checkOpenMp();

    // What the ranks inherit.
    checkAddressSpace();
    checkFileSize();
    checkRecordSpace();
    checkUser();
    tellTheRest();
    return std::move(diagnosis_);
  }

 private:
  void add(std::string name, State state, std::string detail, std::string mend = {}) {
    diagnosis_.checks.push_back({std::move(name), state, std::move(detail), std::move(mend)});
  }

  std::string install(const Package &package) const {
    if (machine_.program("apt-get").empty()) return fmt::format("install the package {}", package.usual);
    return fmt::format("{}apt-get install {}", machine_.isRoot() ? "" : "sudo ", package.debian);
  }

  std::string versionOf(const fs::path &program) const {
    return versionIn(machine_.output({program.string(), "--version"}).value_or(""));
  }

  fs::path recorder(MpiFlavor flavor) const {
    return machine_.libraryDirectory() / fmt::format("liblockstep-recorder-{}.so", name(flavor));
  }

  bool canRun(MpiFlavor flavor) const {
    return !machine_.launcher(flavor).empty() && machine_.exists(recorder(flavor));
  }

  bool checkStub() {
    const fs::path stub = machine_.libraryDirectory() / "liblockstep-stub.so";
    if (machine_.exists(stub)) {
      add("stub", State::Ok, stub.string());
      return true;
    }
    add("stub", State::Problem, fmt::format("{} is missing: nothing can be recorded", stub.string()),
        "build and install Lockstep again");
    return false;
  }

  void checkPlugin() {
    const fs::path plugin = machine_.libraryDirectory() / "liblockstep-passes.so";
    if (!machine_.exists(plugin))
      return add("plugin", State::Warning, fmt::format("{} is missing: sources are not checked", plugin.string()),
                 "build and install Lockstep again");
    const fs::path clang = machine_.compiler(Language::C);
    if (clang.empty())
      return add("plugin", State::Warning, "there is no clang to load it", install({"clang-19", "clang"}));
    const bool loads = machine_
                           .output({clang.string(), "-fpass-plugin=" + plugin.string(), "-x", "c", "-c", "/dev/null",
                                    "-o", "/dev/null"})
                           .has_value();
    if (!loads)
      return add("plugin", State::Warning, fmt::format("{} cannot load {}", clang.string(), plugin.string()),
                 install({"clang-19", "clang"}));
    add("plugin", State::Ok, fmt::format("{} loads {}", clang.filename().string(), plugin.string()));
  }

  static Package launcherPackage(MpiFlavor flavor) {
    return flavor == MpiFlavor::Mpich ? Package{"mpich", "mpich"} : Package{"openmpi-bin", "openmpi"};
  }
  static Package compilerPackage(MpiFlavor flavor) {
    return flavor == MpiFlavor::Mpich ? Package{"libmpich-dev", "mpich-devel"}
                                      : Package{"libopenmpi-dev", "openmpi-devel"};
  }

  void checkMpi(MpiFlavor flavor) {
    const std::string mpi(name(flavor));
    const State bad = diagnosis_.usable.empty() ? State::Problem : State::Warning;
    const fs::path launcher = machine_.launcher(flavor);
    const bool hasRecorder = machine_.exists(recorder(flavor));
    if (launcher.empty() && !hasRecorder && bad == State::Warning)
      return add(mpi, State::Ok,
                 fmt::format("not installed, and not needed beside {}", name(diagnosis_.usable.front())));

    if (launcher.empty())
      add(mpi, bad, "no launcher in PATH: `run -n` cannot start its programs", install(launcherPackage(flavor)));
    else
      add(mpi, State::Ok, fmt::format("{} ({})", versionOf(launcher), launcher.string()));

    if (hasRecorder)
      add(mpi + " recorder", State::Ok, recorder(flavor).string());
    else
      add(mpi + " recorder", bad, "not built: its programs run unrecorded",
          install(compilerPackage(flavor)) + ", then configure, build and install Lockstep again");
    checkMpiCompilers(flavor);
    checkFlangModule(flavor);
    if (!launcher.empty()) checkFaults(flavor);
  }

  /// The module that the build generated from the mpif.h of this MPI, for flang.
  void checkFlangModule(MpiFlavor flavor) {
    const std::string row = fmt::format("{} flang module", name(flavor));
    const fs::path module = machine_.libraryDirectory() / "flang" / name(flavor) / "mpi.mod";
    if (machine_.exists(module)) return add(row, State::Ok, module.string());
    std::string first;
    if (machine_.mpiCompiler(flavor, Language::Fortran).empty()) first = install(compilerPackage(flavor)) + ", then ";
    if (machine_.compiler(Language::Fortran).empty()) first = install({"flang-19", "flang"}) + ", then " + first;
    add(row, State::Warning, "not built: Fortran sources with `use mpi` are left to gfortran, and not checked",
        first + "configure, build and install Lockstep again");
  }

  /// Of the library itself: right programs go wrong with them.
  void checkFaults(MpiFlavor flavor) {
    const std::string row = fmt::format("{} faults", name(flavor));
    if (machine_.mpiCompiler(flavor, Language::C).empty()) return;  // already reported
    const auto said = machine_.trial(flavor, "doctor.c");
    const auto has = [&](std::string_view word) { return said->find(word) != std::string::npos; };
    if (!said || !has("done"))
      return add(row, State::Warning, "a program of two ranks cannot be compiled, or does not end well",
                 fmt::format("try one by hand: {} -n 2", machine_.launcher(flavor).string()));
    if (has("moves-windows"))
      add(row, State::Warning, "it moves the memory of windows down to a multiple of 16 bytes",
          fmt::format("align it to 16 bytes and let {} allocate multiples of 16 bytes, or use another version",
                      mpi::info(mpi::Routine::Win_allocate).name));
    if (has("fetches-garbage"))
      add(row, State::Warning, "atomic operations on a rank's own window fetch garbage", "use another version");
    if (!has("moves-windows") && !has("fetches-garbage")) add(row, State::Ok, "none that Lockstep knows");
  }

  void checkMpiCompilers(MpiFlavor flavor) {
    std::vector<std::string> found;
    std::vector<std::string_view> missing;
    constexpr std::pair<Language, std::string_view> kLanguages[] = {
        {Language::C, "C"}, {Language::Cxx, "C++"}, {Language::Fortran, "Fortran"}};
    for (const auto &[language, word] : kLanguages) {
      const fs::path compiler = machine_.mpiCompiler(flavor, language);
      if (compiler.empty())
        missing.push_back(word);
      else
        found.push_back(compiler.string());
    }
    const std::string row = fmt::format("{} compilers", name(flavor));
    if (missing.empty()) return add(row, State::Ok, fmt::format("{}", fmt::join(found, ", ")));
    add(row, State::Warning, fmt::format("none for {}: such sources do not compile for it", fmt::join(missing, ", ")),
        install(compilerPackage(flavor)));
  }

  void checkLlvmCompiler(const std::string &row, Language language, const Package &package, std::string_view what) {
    const fs::path compiler = machine_.compiler(language);
    if (compiler.empty())
      return add(row, State::Warning, fmt::format("not found: {} are neither checked nor run", what), install(package));
    const std::string version = versionOf(compiler);
    if (!version.starts_with(fmt::format("{}.", kLlvm)))
      return add(
          row, State::Warning,
          fmt::format("{} is {}, and the plugin needs {}: {} are not checked", compiler.string(), version, kLlvm, what),
          install(package));
    add(row, State::Ok, fmt::format("{} ({})", version, compiler.string()));
  }

  void checkGnuCompiler(const std::string &program, const Package &package, std::string_view without) {
    const fs::path compiler = machine_.program(program);
    if (compiler.empty()) return add(program, State::Warning, fmt::format("not found: {}", without), install(package));
    add(program, State::Ok, fmt::format("{} ({})", versionOf(compiler), compiler.string()));
  }

  /// clang answers with the path of a library that it has, and with the bare name otherwise.
  void checkOpenMp() {
    const fs::path clang = machine_.compiler(Language::C);
    if (clang.empty()) return;  // already reported
    std::string library = machine_.output({clang.string(), "-print-file-name=libomp.so"}).value_or("");
    while (library.ends_with('\n')) library.pop_back();
    if (library.find("/") != std::string::npos)
      return add("libomp", State::Ok, fs::path(library).lexically_normal().string());
    add("libomp", State::Warning, "not found: sources with OpenMP do not compile",
        install({"libomp-19-dev", "libomp"}));
  }

  void checkAddressSpace() {
    const auto limit = machine_.limit(Limit::AddressSpace);
    if (!limit) return add("address space", State::Ok, "unlimited");
    if (*limit >= kEnoughAddresses) return add("address space", State::Ok, bytes(*limit));
    add("address space", State::Warning, fmt::format("limited to {}: ranks may not start", bytes(*limit)),
        "ulimit -v unlimited");
  }

  void checkFileSize() {
    const auto limit = machine_.limit(Limit::FileSize);
    if (!limit) return add("file size", State::Ok, "unlimited");
    if (*limit >= kEnoughFile) return add("file size", State::Ok, bytes(*limit));
    const bool fitsChunk = *limit >= trace::kChunkBytes;
    add("file size", fitsChunk ? State::Warning : State::Problem,
        fmt::format("limited to {}: {}", bytes(*limit),
                    fitsChunk ? "the shared memory of an MPI or a kept trace may not fit" : "no record file fits"),
        "ulimit -f unlimited");
  }

  /// Records go to memory, or to the temporary folder where that has no room.
  void checkRecordSpace() {
    const RecordSpace space = spaceForRecords(machine_, 0);
    const std::string found = space.memory
                                  ? fmt::format("{} free of {}", bytes(space.memory->free), bytes(space.memory->size))
                                  : std::string("cannot be written");
    if (space.isMemory) return add(kMemoryFolder, State::Ok, found);
    add(kMemoryFolder, space.hasRoom ? State::Warning : State::Problem,
        space.hasRoom ? fmt::format("{}: records go to {}, which is slower", found, space.folder.string())
                      : fmt::format("{}, and {} has no room either: records go nowhere", found, space.folder.string()),
        fmt::format("{}mount -o remount,size=1G {}", machine_.isRoot() ? "" : "sudo ", kMemoryFolder));
  }

  void checkUser() {
    if (!machine_.isRoot()) return add("user", State::Ok, "not root");
    add("user", State::Ok, "root; Open MPI's launcher is told to accept that");
  }

  /// What one might suspect and need not.
  void tellTheRest() {
    const auto locked = machine_.limit(Limit::LockedMemory);
    add("locked memory", State::Ok, fmt::format("{}; Lockstep locks none", locked ? bytes(*locked) : "unlimited"));
    const auto scope = machine_.firstLine("/proc/sys/kernel/yama/ptrace_scope");
    add("ptrace", State::Ok, fmt::format("{}; Lockstep does not use it", scope ? "scope " + *scope : "not restricted"));
    add("cores", State::Ok, std::to_string(machine_.cores()));
  }

  const HostMachine &machine_;
  Diagnosis diagnosis_;
};

}  // namespace

std::string_view name(Check::State state) {
  switch (state) {
    case State::Ok:
      return "ok";
    case State::Warning:
      return "warning";
    case State::Problem:
      return "problem";
  }
  return {};
}

bool Diagnosis::isUsable() const { return std::ranges::find(checks, State::Problem, &Check::state) == checks.end(); }

Diagnosis diagnose(const HostMachine &machine) { return Doctor(machine).run(); }

}  // namespace lockstep::cli
