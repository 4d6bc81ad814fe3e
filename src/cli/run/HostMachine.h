// The queries of `doctor` to the machine, as an interface, so that tests can simulate other machines.
//
// Compilers and launchers are found by the same functions that `run` and `check` use, so that the diagnosis matches
// their behavior.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/base/MpiFlavor.h"
#include "cli/compile/Compile.h"

namespace lockstep::cli {

/// Limits of the shell that the ranks inherit.
enum class Limit { AddressSpace, FileSize, LockedMemory };

struct Space {
  std::uint64_t size = 0;
  std::uint64_t free = 0;  // for us, now
};

class HostMachine {
 public:
  virtual ~HostMachine() = default;

  // Programs; an empty path if there is none.
  virtual std::filesystem::path program(const std::string &name) const = 0;
  virtual std::filesystem::path compiler(Language language) const = 0;
  virtual std::filesystem::path mpiCompiler(MpiFlavor flavor, Language language) const = 0;
  virtual std::filesystem::path launcher(MpiFlavor flavor) const = 0;
  /// What a program prints on stdout; nothing unless it ends with status 0.
  virtual std::optional<std::string> output(const std::vector<std::string> &words) const = 0;
  /// The output of a C program that ships with Lockstep on two ranks; nothing if it cannot be compiled, fails, or takes
  /// too long.
  virtual std::optional<std::string> trial(MpiFlavor flavor, const std::filesystem::path &source) const = 0;

  // Files.
  virtual bool exists(const std::filesystem::path &file) const = 0;
  virtual std::optional<std::string> firstLine(const std::filesystem::path &file) const = 0;
  virtual std::filesystem::path libraryDirectory() const = 0;
  /// Where records go that do not fit into memory.
  virtual std::filesystem::path temporaryDirectory() const = 0;
  /// Nothing where the folder is not there or may not be written.
  virtual std::optional<Space> space(const std::filesystem::path &folder) const = 0;

  /// In bytes; nothing if there is no limit.
  virtual std::optional<std::uint64_t> limit(Limit limit) const = 0;
  virtual unsigned cores() const = 0;
  virtual bool isRoot() const = 0;
};

/// The machine that we run on.
const HostMachine &thisMachine();

}  // namespace lockstep::cli
