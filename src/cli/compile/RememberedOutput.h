// What an MPI's compiler wrapper prints about itself, remembered between calls: MPICH's wrappers are shell scripts, and
// asking one costs more than all else that ours do.
//
// One file per question below ${XDG_CACHE_HOME:-~/.cache}/lockstep. It opens with what the answer depends on: the
// wrapper's path, size and time of change, and the variables that such wrappers obey. An answer whose opening differs
// is asked for again. Answers fixed when Lockstep is built lost: the MPI of a module system changes with the shell.
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
