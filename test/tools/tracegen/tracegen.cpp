// lockstep-tracegen PROGRAM DIR: writes the trace of a program that was never run, for `lockstep analyze DIR`, and
// prints how many records it has.
//
// The races that it puts in are known (Program.h), so that what an analysis finds and what it misses is known for any
// number of ranks.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "Program.h"
#include "mpi/Routine.h"
#include "trace/file/Meta.h"
#include "trace/file/Reader.h"

using namespace lockstep;
namespace fs = std::filesystem;

namespace {

constexpr int kUsage = 64;
constexpr int kFailed = 70;

int complain(std::string_view what, int status) {
  fmt::print(stderr, "lockstep-tracegen: {}\n", what);
  return status;
}

int writeTrace(const tracegen::Program &program, const fs::path &directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (!fs::is_empty(directory, error)) return complain("the folder is not empty", kUsage);
  trace::Meta meta;
  meta.routineTable = mpi::tableFingerprint();
  meta.tool = "tracegen";
  meta.program = std::string(program.name);
  meta.command = {meta.program};
  meta.workingDirectory = fs::current_path().string();
  meta.flavor = "mpich";
  meta.ranks = static_cast<int>(program.size.ranks);
  meta.limit = program.size.limit;
  if (const auto written = trace::writeMeta(directory, meta); !written)
    return complain(trace::describe(written.error()), kFailed);
  const int folder = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  std::uint64_t records = 0;
  for (unsigned rank = 0; rank < program.size.ranks; ++rank) records += tracegen::writeRank(program, rank, folder);
  ::close(folder);
  fmt::print("{} records\n", records);
  return 0;
}

/// As `lockstep run --trace` keeps it.
int compress(const fs::path &raw, const fs::path &directory) {
  auto reader = trace::Reader::open(raw, {.consume = true, .keepIn = directory});
  if (!reader) return complain(trace::describe(reader.error()), kFailed);
  reader->finish([](const trace::RecordView &) {});
  if (!reader->damage().empty()) return complain(trace::describe(reader->damage().front()), kFailed);
  std::error_code error;
  fs::remove_all(raw, error);
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("writes the trace of a program that was never run");
  std::string name;
  std::string directory;
  tracegen::Size size;
  bool isCompressed = false;
  app.add_option("PROGRAM", name, fmt::format("one of {}", fmt::join(tracegen::programNames(), ", ")))->required();
  app.add_option("DIR", directory, "folder for the trace: new or empty")->required();
  app.add_option("-n,--ranks", size.ranks)->check(CLI::Range(2U, 1U << 20));
  app.add_option("--rounds", size.rounds)->check(CLI::PositiveNumber);
  app.add_option("--pairs", size.pairs, "of messages to and fro per round, in skampi and mix");
  app.add_option("--races", size.races, "how many to put in");
  app.add_option("--seed", size.seed, "where the races are, and what a mix consists of");
  app.add_option("--limit", size.limit, "bytes that are kept of each rank, as with --trace-limit; 0: all");
  app.add_flag("--compress", isCompressed, "write it as `lockstep run --trace` does");
  CLI11_PARSE(app, argc, argv);

  const auto program = tracegen::makeProgram(name, size);
  if (!program) return complain("no such program, or no room in it for so many races", kUsage);
  if (!isCompressed || size.limit != 0) return writeTrace(*program, directory);
  const std::string raw = directory + ".raw";
  if (const int status = writeTrace(*program, raw); status != 0) return status;
  return compress(raw, directory);
}
