// lockstep-calls DIR: the MPI calls of a recorded run, rank by rank, one per line: "rank 0: NAME file:line", and
// between them the communicators that they made: "rank 0: communicator 3 {0,2}". Communicators are numbered by their
// ids, in the order in which the lowest rank made them.
#include <cstdio>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <fmt/core.h>

#include "cli/symbols/Symbols.h"
#include "engine/objects/SiteTable.h"
#include "mpi/Routine.h"
#include "trace/RankRanges.h"
#include "trace/file/Reader.h"

namespace {

using namespace lockstep;

struct Call {
  mpi::Routine routine{};
  std::uint32_t site = 0;
};

struct Made {
  std::uint64_t id = 0;
  std::string members;
};

struct Recorded {
  int rank = -1;
  engine::SiteTable sites;
  std::vector<std::variant<Call, Made>> lines;
};

std::size_t numberOf(std::uint64_t id) {
  static std::map<std::uint64_t, std::size_t> numbers;
  return numbers.try_emplace(id, numbers.size()).first->second;
}

Made madeBy(const trace::Comm &comm) {
  const auto *ranges = reinterpret_cast<const trace::RankRange *>(&comm + 1);
  std::string members;
  trace::forEachRank(std::span(ranges, comm.localRanges),
                     [&](std::uint32_t rank) { members += fmt::format("{}{}", members.empty() ? "" : ",", rank); });
  return {comm.id, members};
}

void take(const trace::RecordView &view, Recorded &process) {
  switch (view.header->kind) {
    case trace::Kind::Process:
      process.rank = static_cast<int>(view.as<trace::Process>().worldRank);
      break;
    case trace::Kind::Module:
      process.sites.define(view.as<trace::Module>());
      break;
    case trace::Kind::Site:
      process.sites.define(view.as<trace::Site>());
      break;
    case trace::Kind::Enter:
      process.lines.emplace_back(Call{mpi::Routine{view.as<trace::Enter>().routine}, view.header->site});
      break;
    case trace::Kind::Comm:
      process.lines.emplace_back(madeBy(view.as<trace::Comm>()));
      break;
    default:
      break;
  }
}

std::string describe(const Call &call, const Recorded &process, cli::Symbols &symbols) {
  report::Site place;
  place.call = mpi::info(call.routine).name;
  process.sites.locate(call.site, place);
  symbols.resolve(place);
  return fmt::format("{} {}:{}", place.call, std::filesystem::path(place.file).filename().string(), place.line);
}

std::string describe(const Made &comm) {
  return fmt::format("communicator {} {{{}}}", numberOf(comm.id), comm.members);
}

void print(const Recorded &process, cli::Symbols &symbols) {
  for (const auto &line : process.lines) {
    const auto *call = std::get_if<Call>(&line);
    fmt::print("rank {}: {}\n", process.rank,
               call != nullptr ? describe(*call, process, symbols) : describe(std::get<Made>(line)));
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return 64;
  auto reader = trace::Reader::open(argv[1], {});
  if (!reader) {
    fmt::print(stderr, "{}: {}\n", reader.error().file.string(), reader.error().what);
    return 64;
  }
  std::map<trace::ProcessKey, Recorded> processes;
  reader->finish([&](const trace::RecordView &view) { take(view, processes[view.process]); });
  std::map<int, const Recorded *> byRank;
  for (const auto &[key, process] : processes) byRank[process.rank] = &process;
  cli::Symbols symbols;
  for (const auto &[rank, process] : byRank) print(*process, symbols);
  return 0;
}
