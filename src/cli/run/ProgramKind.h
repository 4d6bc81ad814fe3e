// What a program file reveals about the MPI that it uses.
#pragma once

#include <filesystem>
#include <optional>

#include "cli/base/MpiFlavor.h"

namespace lockstep::cli {

struct ProgramKind {
  enum class Link {
    Mpi,     // an MPI library is among those that it loads at start
    NoMpi,   // none is; it may still open one later, as an interpreter does
    Static,  // it loads no library at all, so nothing can be recorded
    NotElf,  // a script
  } link = Link::NotElf;
  std::optional<MpiFlavor> flavor;
  bool cannotBeMpi = false;  // it neither opens libraries nor starts programs, as far as its symbols tell
};

/// The MPI that a shared library loads; none where it loads none.
std::optional<MpiFlavor> flavorOfModule(const std::filesystem::path &library);

/// Whether the dynamic loader, asked to preload the library into the program, does so.
bool isPreloaded(const std::filesystem::path &library, const std::filesystem::path &program);

ProgramKind inspectProgram(const std::filesystem::path &program);

}  // namespace lockstep::cli
