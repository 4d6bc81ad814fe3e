// The MPI implementations that Lockstep has a recorder for. Everything else that is compatible with the ABI of one of
// them counts as that one.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

namespace lockstep::cli {

enum class MpiFlavor { Mpich, OpenMpi };

inline constexpr std::array kMpiFlavors{MpiFlavor::Mpich, MpiFlavor::OpenMpi};

/// "mpich", "openmpi": the words of --mpi and of a trace.
std::string_view name(MpiFlavor flavor);
std::optional<MpiFlavor> findMpiFlavor(std::string_view name);

/// The launcher of an MPI, found through PATH; empty if there is none.
std::filesystem::path findLauncher(MpiFlavor flavor);

}  // namespace lockstep::cli
