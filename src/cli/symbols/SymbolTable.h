// The source lines of a trace's code addresses, kept beside its records (symbols.json), so that it can be analyzed on
// machines without the program and its debug information.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "report/Finding.h"

namespace lockstep::cli {

class SymbolTable {
 public:
  /// A resolved place; an unresolved one has line 0, and perhaps only a function.
  struct Entry : report::Frame {
    std::vector<report::Frame> inlinedInto;  // innermost first
  };

  /// A trace without the file has an empty table. The error names the file.
  static tl::expected<SymbolTable, std::string> read(const std::filesystem::path &trace);
  tl::expected<void, std::string> write(const std::filesystem::path &trace) const;

  void add(const report::CodeAddress &address, Entry entry);
  /// Null for an address that it does not have.
  const Entry *find(const report::CodeAddress &address) const;

  /// Whether a module was linked from instrumented code.
  void addModule(const std::string &path, bool isInstrumented) { instrumented_[path] = isInstrumented; }
  std::optional<bool> isInstrumented(const std::string &path) const;

  /// Files as they were named in the folder where the run was started, for use in another folder.
  void makeAbsolute(const std::filesystem::path &folder);

 private:
  using Module = std::pair<std::string, std::string>;  // path and build id
  std::map<Module, std::map<std::uint64_t, Entry>> modules_;
  std::map<std::string, bool> instrumented_;
};

}  // namespace lockstep::cli
