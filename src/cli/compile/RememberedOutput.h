// Caches what an MPI's compiler wrapper prints about itself: MPICH's wrappers are shell scripts, and running one costs
// more than everything else that our wrapper does.
//
// One file per query below ${XDG_CACHE_HOME:-~/.cache}/lockstep. It starts with what the answer depends on: the
// wrapper's path, size and modification time, and the environment variables that such wrappers honor. If any of these
// differ, the query is repeated. The alternative, answers fixed when Lockstep is built, would break with module
// systems, where the MPI changes with the shell.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lockstep::cli {

/// ${XDG_CACHE_HOME:-~/.cache}/lockstep; empty where neither is set.
std::filesystem::path cacheDirectory();

/// What `program argument` prints on stdout; nothing where it fails.
std::optional<std::string> rememberedOutputOf(const std::filesystem::path &program, const std::string &argument);

}  // namespace lockstep::cli
