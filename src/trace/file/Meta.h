// meta.json, which identifies a run directory: what was run, and with which version of Lockstep. Written before the job
// starts; everything that becomes known later is in the records.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "trace/Record.h"
#include "trace/file/Damage.h"
#include "trace/file/MetaFile.h"

namespace lockstep::trace {

struct Meta {
  std::uint32_t format = kVersion;        // of the records
  std::uint32_t routineTable = 0;         // mpi::tableFingerprint() of the writer
  std::string tool = {};                  // version of Lockstep
  std::string by = kByTool;               // the writer
  std::vector<std::string> command = {};  // the whole launch line
  std::string program = {};               // program executed on the ranks
  std::string workingDirectory = {};
  std::string flavor = {};     // "mpich", "openmpi"; empty if the launch line does not say
  int ranks = 0;               // requested; 0 if the launch line does not say
  std::int64_t startTime = 0;  // nanoseconds since 1970, UTC
  std::uint64_t limit = 0;     // bytes that are kept of each process; 0: all
};

/// Fails if it is missing, damaged, or of another version.
tl::expected<Meta, Damage> readMeta(const std::filesystem::path &directory);

/// Fails if it cannot be written; never leaves a partial file.
tl::expected<void, Damage> writeMeta(const std::filesystem::path &directory, const Meta &meta);

}  // namespace lockstep::trace
