// A simulated machine: everything exists until the test removes it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "cli/run/HostMachine.h"

namespace lockstep::cli {

class HostMachineInMemory : public HostMachine {
 public:
  std::set<std::string> missing;  // programs and files that are not there, by their last name
  std::map<std::string, std::string> versions;
  std::map<Limit, std::uint64_t> limits;
  std::map<std::string, Space> spaces{{"/dev/shm", {1ULL << 34, 1ULL << 33}}, {"/tmp", {1ULL << 34, 1ULL << 33}}};
  std::set<std::string> failing;  // programs that end with an error
  std::string ptraceScope = "1";
  std::optional<std::string> trialOutput = "done\ndone\n";
  bool root = false;

  std::filesystem::path program(const std::string &name) const override {
    return missing.contains(name) ? "" : "/usr/bin/" + name;
  }
  std::filesystem::path compiler(Language language) const override {
    switch (language) {
      case Language::C:
        return program("clang-19");
      case Language::Cxx:
        return program("clang++-19");
      case Language::Fortran:
        return program("flang-new-19");
    }
    return {};
  }
  std::filesystem::path mpiCompiler(MpiFlavor flavor, Language language) const override {
    const char *names[] = {"mpicc.", "mpicxx.", "mpifort."};
    return program(names[static_cast<int>(language)] + std::string(name(flavor)));
  }
  std::filesystem::path launcher(MpiFlavor flavor) const override {
    return program("mpiexec." + std::string(name(flavor)));
  }
  std::optional<std::string> output(const std::vector<std::string> &words) const override {
    const std::string name = std::filesystem::path(words.front()).filename().string();
    if (failing.contains(name)) return std::nullopt;
    if (words[1] == "-print-file-name=libomp.so")
      return missing.contains("libomp.so") ? "libomp.so\n" : "/usr/lib/llvm-19/lib/libomp.so\n";
    const auto version = versions.find(name);
    return version == versions.end() ? "some program version 19.1.7 (distribution 3.2)\n" : version->second;
  }

  std::optional<std::string> trial(MpiFlavor, const std::filesystem::path &) const override { return trialOutput; }

  bool exists(const std::filesystem::path &file) const override { return !missing.contains(file.filename().string()); }
  std::optional<std::string> firstLine(const std::filesystem::path &) const override { return ptraceScope; }
  std::filesystem::path libraryDirectory() const override { return "/opt/lockstep/lib/lockstep"; }
  std::filesystem::path temporaryDirectory() const override { return "/tmp"; }
  std::optional<Space> space(const std::filesystem::path &folder) const override {
    const auto found = spaces.find(folder.string());
    return found == spaces.end() ? std::nullopt : std::optional(found->second);
  }

  std::optional<std::uint64_t> limit(Limit limit) const override {
    const auto found = limits.find(limit);
    return found == limits.end() ? std::nullopt : std::optional(found->second);
  }
  unsigned cores() const override { return 4; }
  bool isRoot() const override { return root; }
};

}  // namespace lockstep::cli
