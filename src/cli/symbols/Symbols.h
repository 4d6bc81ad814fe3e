// Maps code addresses to source lines, with the debug information of the modules on this machine.
//
// A site that cannot be resolved (no debug information, module missing or rebuilt) keeps its address, and gets the name
// of its function if the symbol table has it. A table that was stored with the trace takes precedence.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "cli/symbols/SymbolTable.h"
#include "report/Finding.h"

namespace lockstep::cli {

class Symbols {
 public:
  /// `modules`: a folder with copies of modules that may be missing at their own path; empty: none.
  explicit Symbols(const std::filesystem::path &modules = {}, SymbolTable table = {});
  Symbols(Symbols &&) noexcept;
  ~Symbols();

  void resolve(report::Site &site);
  void resolve(std::span<report::Finding> findings);
  const SymbolTable &table() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::cli
