// What a program file reveals about the MPI that it uses.
#pragma once

#include <filesystem>
#include <optional>

#include "cli/base/MpiFlavor.h"

namespace lockstep::cli {

struct ProgramKind {
  enum class Link {
    Mpi,     // an MPI library is loaded at its start
    NoMpi,   // none is; it may still open one later, as an interpreter does
    Static,  // it loads no library at all, so nothing can be recorded
    NotElf,  // a script
  } link = Link::NotElf;
  std::optional<MpiFlavor> flavor;
  bool cannotBeMpi = false;  // it neither opens libraries nor starts programs, according to its symbols
};

/// The MPI that a shared library loads; none where it loads none.
std::optional<MpiFlavor> flavorOfModule(const std::filesystem::path &library);

/// Whether the dynamic loader preloads the library into the program when asked to.
bool isPreloaded(const std::filesystem::path &library, const std::filesystem::path &program);

ProgramKind inspectProgram(const std::filesystem::path &program);

}  // namespace lockstep::cli
