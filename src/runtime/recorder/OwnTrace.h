// The folder of a trace that the ranks write without `lockstep run`: the first rank creates it, with its meta.json.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::runtime {

/// The limit for the records of this process in bytes; 0: none. An invalid value is reported and ignored.
std::uint64_t ownLimit();

/// Its descriptor. -1: the run cannot be recorded there, and the reason is on stderr.
int openOwnTrace(std::string_view folder, std::uint64_t limit);

}  // namespace lockstep::runtime
