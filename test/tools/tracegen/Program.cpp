#include "Program.h"

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>

#include <fmt/format.h>

#include "RankTrace.h"
#include "mpi/Predefined.h"
#include "mpi/Special.h"
#include "trace/CommId.h"

namespace lockstep::tracegen {
namespace {

using mpi::Routine;
using trace::AccessKind;

constexpr std::int64_t kWorld = static_cast<std::int64_t>(trace::kWorldId);
constexpr auto kInt = static_cast<std::int64_t>(mpi::PredefinedType::Int);
constexpr auto kSum = static_cast<std::int64_t>(mpi::PredefinedOp::Sum);

// More than 16 bytes: of smaller transfers a recorder notes the values.
constexpr std::int64_t kCount = 8;
constexpr std::uint32_t kBytes = 32;
constexpr std::uint64_t kLeftGhost = 0;
constexpr std::uint64_t kRightGhost = 64;
constexpr std::uint64_t kInterior = 128;
constexpr std::uint64_t kCheck = 256;
constexpr std::uint64_t kWindowBytes = 512;

// Memory, the same addresses on every rank.
constexpr std::uint64_t kOrigin = 0x2000'0000;
constexpr std::uint64_t kResult = 0x2000'1000;
constexpr std::uint64_t kMessage = 0x2000'2000;

/// A window for every way to synchronize.
struct Window {
  std::uint64_t id = 0;
  std::uint64_t base = 0;
  std::int64_t handle() const { return static_cast<std::int64_t>(id); }
};
constexpr Window kLocked{101, 0x1000'0000};
constexpr Window kFenced{102, 0x1100'0000};
constexpr Window kPosted{103, 0x1200'0000};
constexpr Window kSlots{104, 0x1300'0000};  // at rank 0 one per rank

constexpr std::int64_t kAll = 200;  // groups
constexpr std::int64_t kLeft = 201;
constexpr std::int64_t kRight = 202;

constexpr std::array<std::pair<std::string_view, Phase>, 5> kPrograms = {{{"lockopts", Phase::Lock},
                                                                          {"bt-broadcast", Phase::Tree},
                                                                          {"skampi", Phase::Messages},
                                                                          {"stencil", Phase::Stencil},
                                                                          {"ring", Phase::Ring}}};
constexpr std::string_view kMix = "mix";

/// Whether a race of the rank in such a phase meets another access, and no race but its own.
bool canRace(Phase phase, unsigned rank, unsigned ranks) {
  switch (phase) {
    case Phase::Lock:
    case Phase::Stencil:
    case Phase::Ring:
      return true;
    case Phase::Tree:
      return rank > 0;
    case Phase::Messages:
      return rank % 2 == 0 && rank + 1 < ranks;
    case Phase::Collectives:
      return false;
  }
  return false;
}

/// One rank on its way through the program.
class Walker {
 public:
  Walker(const Program &program, unsigned rank, int directory)
      : program_(program),
        trace_(directory, fmt::format("{}.c", program.name), rank, program.size.ranks, program.size.limit) {}

  std::uint64_t walk() {
    open();
    for (std::size_t i = 0; i < program_.phases.size(); ++i) {
      const auto race = program_.races.find({i, trace_.rank()});
      race_ = race == program_.races.end() ? std::nullopt : std::optional(race->second);
      if (race_) raceName_ = fmt::format("race_{}", *race_);
      run(program_.phases[i], i);
    }
    close();
    trace_.end();
    return trace_.records();
  }

 private:
  unsigned rank() const { return trace_.rank(); }
  unsigned ranks() const { return trace_.ranks(); }
  std::int64_t left() const { return (rank() + ranks() - 1) % ranks(); }
  std::int64_t right() const { return (rank() + 1) % ranks(); }
  bool uses(Phase phase) const { return std::ranges::find(program_.phases, phase) != program_.phases.end(); }
  Place racePlace() const { return {.line = 1000 + *race_, .function = raceName_}; }

  void open();
  void close();
  void makeWindow(unsigned line, const Window &window, std::uint64_t size);
  void makeGroups();
  void makeHalf();
  void freeGroup(unsigned line, std::int64_t group) { trace_.call({line}, Routine::Group_free, {{"group", group}}); }

  void run(Phase phase, std::size_t number);
  void lock();
  void tree();
  void messages(std::size_t number);
  void stencil();
  void ring();
  void collectives();

  void barrier(unsigned line) { trace_.call({line}, Routine::Barrier, {{"comm", kWorld}}); }
  void fence(unsigned line) { trace_.call({line}, Routine::Win_fence, {{"win", kFenced.handle()}}); }
  void lock(unsigned line, const Window &window, std::int64_t type, std::int64_t target);
  void unlock(unsigned line, const Window &window, std::int64_t target);
  void transfer(Place place, Routine routine, const Window &window, std::uint64_t local, std::int64_t target,
                std::uint64_t displacement);
  void send(unsigned line, std::int64_t to);
  void receive(unsigned line, std::int64_t from);
  void load(Place place, const Window &window, std::uint64_t offset) {
    trace_.access(place, AccessKind::Load, window.base + offset, kBytes);
  }
  void store(Place place, const Window &window, std::uint64_t offset) {
    trace_.access(place, AccessKind::Store, window.base + offset, kBytes);
  }

  const Program &program_;
  RankTrace trace_;
  std::optional<unsigned> race_;  // of this rank in this phase
  std::string raceName_;
  std::int64_t half_ = 0;
};

void Walker::makeWindow(unsigned line, const Window &window, std::uint64_t size) {
  trace_.enter({line}, Routine::Win_create,
               {{"base", static_cast<std::int64_t>(window.base)},
                {"size", static_cast<std::int64_t>(size)},
                {"disp_unit", 1},
                {"comm", kWorld}});
  trace_.window(window.id, window.base, size);
  trace_.leave(Routine::Win_create, {{"win", window.handle()}});
}

void Walker::makeGroups() {
  std::vector<std::uint32_t> all(ranks());
  for (std::uint32_t i = 0; i < ranks(); ++i) all[i] = i;
  trace_.enter({20}, Routine::Comm_group, {{"comm", kWorld}});
  trace_.group(static_cast<std::uint64_t>(kAll), all);
  trace_.leave(Routine::Comm_group, {{"group", kAll}});
  for (const auto &[group, member] : {std::pair{kLeft, left()}, {kRight, right()}}) {
    const std::array<std::int64_t, 1> list = {member};
    trace_.array(Routine::Group_incl, "ranks", list);
    trace_.enter({static_cast<unsigned>(20 + group - kAll)}, Routine::Group_incl, {{"group", kAll}, {"n", 1}});
    trace_.group(static_cast<std::uint64_t>(group), std::array{static_cast<std::uint32_t>(member)});
    trace_.leave(Routine::Group_incl, {{"newgroup", group}});
  }
}

/// The ranks with an even and with an odd number.
void Walker::makeHalf() {
  const unsigned parity = rank() % 2;
  std::vector<std::uint32_t> members;
  for (std::uint32_t i = parity; i < ranks(); i += 2) members.push_back(i);
  const std::uint64_t id = trace::collectiveCommId(trace::kWorldId, 0, parity);
  half_ = static_cast<std::int64_t>(id);
  trace_.enter({23}, Routine::Comm_split, {{"comm", kWorld}, {"color", parity}, {"key", rank()}});
  trace_.comm(id, trace::kWorldId, members);
  trace_.leave(Routine::Comm_split, {{"newcomm", half_}});
}

void Walker::open() {
  if (uses(Phase::Ring)) makeGroups();
  if (uses(Phase::Collectives)) makeHalf();
  if (uses(Phase::Lock)) makeWindow(24, kLocked, kWindowBytes);
  if (uses(Phase::Tree) || uses(Phase::Stencil)) makeWindow(25, kFenced, kWindowBytes);
  if (uses(Phase::Ring)) makeWindow(26, kPosted, kWindowBytes);
  if (uses(Phase::Messages)) makeWindow(27, kSlots, rank() == 0 ? std::uint64_t{kBytes} * ranks() : 0);
}

void Walker::close() {
  if (uses(Phase::Tree) || uses(Phase::Stencil)) fence(80);
  if (uses(Phase::Lock)) trace_.call({81}, Routine::Win_free, {{"win", kLocked.handle()}});
  if (uses(Phase::Tree) || uses(Phase::Stencil)) trace_.call({82}, Routine::Win_free, {{"win", kFenced.handle()}});
  if (uses(Phase::Ring)) trace_.call({83}, Routine::Win_free, {{"win", kPosted.handle()}});
  if (uses(Phase::Messages)) trace_.call({84}, Routine::Win_free, {{"win", kSlots.handle()}});
  if (uses(Phase::Collectives)) trace_.call({85}, Routine::Comm_free, {{"comm", half_}});
  if (!uses(Phase::Ring)) return;
  freeGroup(86, kAll);
  freeGroup(87, kLeft);
  freeGroup(88, kRight);
}

void Walker::lock(unsigned line, const Window &window, std::int64_t type, std::int64_t target) {
  trace_.call({line}, Routine::Win_lock, {{"lock_type", type}, {"rank", target}, {"win", window.handle()}});
}

void Walker::unlock(unsigned line, const Window &window, std::int64_t target) {
  trace_.call({line}, Routine::Win_unlock, {{"rank", target}, {"win", window.handle()}});
}

void Walker::transfer(Place place, Routine routine, const Window &window, std::uint64_t local, std::int64_t target,
                      std::uint64_t displacement) {
  trace_.call(place, routine,
              {{"origin_addr", static_cast<std::int64_t>(local)},
               {"origin_count", kCount},
               {"origin_datatype", kInt},
               {"target_rank", target},
               {"target_disp", static_cast<std::int64_t>(displacement)},
               {"target_count", kCount},
               {"target_datatype", kInt},
               {"win", window.handle()}});
}

void Walker::send(unsigned line, std::int64_t to) {
  trace_.call({line}, Routine::Send,
              {{"buf", static_cast<std::int64_t>(kMessage)},
               {"count", kCount},
               {"datatype", kInt},
               {"dest", to},
               {"tag", 1},
               {"comm", kWorld}});
}

void Walker::receive(unsigned line, std::int64_t from) {
  trace_.call({line}, Routine::Recv,
              {{"buf", static_cast<std::int64_t>(kMessage)},
               {"count", kCount},
               {"datatype", kInt},
               {"source", from},
               {"tag", 1},
               {"comm", kWorld}},
              {}, {from, 1, kBytes});
}

void Walker::run(Phase phase, std::size_t number) {
  switch (phase) {
    case Phase::Lock:
      return lock();
    case Phase::Tree:
      return tree();
    case Phase::Messages:
      return messages(number);
    case Phase::Stencil:
      return stencil();
    case Phase::Ring:
      return ring();
    case Phase::Collectives:
      return collectives();
  }
}

/// The race: a load or a store of what the left neighbor puts or gets, before the barrier that comes after it.
void Walker::lock() {
  barrier(30);
  lock(31, kLocked, mpi::kLockShared, right());
  transfer({32}, Routine::Put, kLocked, kOrigin, right(), kLeftGhost);
  transfer({33}, Routine::Get, kLocked, kResult, right(), kRightGhost);
  unlock(34, kLocked, right());
  if (race_ && *race_ % 2 == 0) load(racePlace(), kLocked, kLeftGhost);
  if (race_ && *race_ % 2 == 1) store(racePlace(), kLocked, kRightGhost);
  barrier(35);
  lock(36, kLocked, mpi::kLockExclusive, rank());
  load({37}, kLocked, kLeftGhost);
  store({38}, kLocked, kRightGhost);
  unlock(39, kLocked, rank());
}

/// The race: a look at the result of the get before the fence.
void Walker::tree() {
  fence(40);
  if (rank() > 0) transfer({41}, Routine::Get, kFenced, kResult, (rank() - 1) / 2, kCheck);
  if (race_) trace_.access(racePlace(), AccessKind::Load, kResult, kBytes);
  fence(43);
  if (rank() > 0) trace_.access({44}, AccessKind::Load, kResult, kBytes);
}

/// The race: a put into the slot of the next rank.
void Walker::messages(std::size_t number) {
  unsigned bits = 1;
  while ((1U << bits) < ranks()) ++bits;
  const unsigned partner = rank() ^ (1U << (number % bits));
  for (unsigned i = 0; i < program_.size.pairs && partner < ranks(); ++i) {
    if (rank() < partner) send(50, partner);
    receive(51, partner);
    if (rank() > partner) send(52, partner);
  }
  lock(53, kSlots, mpi::kLockShared, 0);
  transfer(race_ ? racePlace() : Place{54}, Routine::Put, kSlots, kOrigin, 0,
           std::uint64_t{kBytes} * (race_ ? rank() + 1 : rank()));
  unlock(55, kSlots, 0);
}

/// The race: a load of a ghost cell before the fence.
void Walker::stencil() {
  fence(60);
  transfer({61}, Routine::Put, kFenced, kOrigin, left(), kRightGhost);
  transfer({62}, Routine::Put, kFenced, kOrigin, right(), kLeftGhost);
  store({63}, kFenced, kInterior);
  if (race_) load(racePlace(), kFenced, *race_ % 2 == 0 ? kLeftGhost : kRightGhost);
  fence(64);
  load({65}, kFenced, kLeftGhost);
  load({66}, kFenced, kRightGhost);
  store({67}, kFenced, kInterior);
}

/// The race: a load of the ghost cell before the wait.
void Walker::ring() {
  trace_.call({70}, Routine::Win_post, {{"group", kLeft}, {"win", kPosted.handle()}});
  trace_.call({71}, Routine::Win_start, {{"group", kRight}, {"win", kPosted.handle()}});
  transfer({72}, Routine::Put, kPosted, kOrigin, right(), kLeftGhost);
  trace_.call({73}, Routine::Win_complete, {{"win", kPosted.handle()}});
  if (race_) load(racePlace(), kPosted, kLeftGhost);
  trace_.call({74}, Routine::Win_wait, {{"win", kPosted.handle()}});
  load({75}, kPosted, kLeftGhost);
}

void Walker::collectives() {
  trace_.call({76}, Routine::Barrier, {{"comm", half_}});
  trace_.call({77}, Routine::Allreduce,
              {{"sendbuf", static_cast<std::int64_t>(kMessage)},
               {"recvbuf", static_cast<std::int64_t>(kResult)},
               {"count", kCount},
               {"datatype", kInt},
               {"op", kSum},
               {"comm", half_}});
  trace_.call({78}, Routine::Bcast,
              {{"buffer", static_cast<std::int64_t>(kMessage)},
               {"count", kCount},
               {"datatype", kInt},
               {"root", 0},
               {"comm", kWorld}});
}

std::vector<Phase> phasesOf(std::string_view name, const Size &size, std::mt19937_64 &random) {
  if (name == kMix) {
    std::vector<Phase> phases(size.rounds);
    for (Phase &phase : phases) phase = static_cast<Phase>(random() % (static_cast<unsigned>(Phase::Collectives) + 1));
    return phases;
  }
  const auto *known = std::ranges::find(kPrograms, name, &std::pair<std::string_view, Phase>::first);
  if (known == kPrograms.end()) return {};
  return std::vector<Phase>(size.rounds, known->second);
}

}  // namespace

std::vector<std::string_view> programNames() {
  std::vector<std::string_view> names;
  for (const auto &[name, phase] : kPrograms) names.push_back(name);
  names.push_back(kMix);
  return names;
}

std::optional<Program> makeProgram(std::string_view name, const Size &size) {
  std::mt19937_64 random(size.seed);
  Program program{name, size, phasesOf(name, size, random), {}};
  if (program.phases.empty()) return std::nullopt;
  std::size_t room = 0;
  for (const Phase phase : program.phases)
    for (unsigned rank = 0; rank < size.ranks; ++rank) room += canRace(phase, rank, size.ranks) ? 1 : 0;
  if (room < size.races) return std::nullopt;
  for (unsigned race = 0; race < size.races;) {
    const std::size_t phase = random() % program.phases.size();
    const auto rank = static_cast<unsigned>(random() % size.ranks);
    if (canRace(program.phases[phase], rank, size.ranks) && program.races.try_emplace({phase, rank}, race).second)
      ++race;
  }
  unsigned number = 0;
  for (auto &[where, race] : program.races) race = number++;  // in the order in which they happen
  return program;
}

std::uint64_t writeRank(const Program &program, unsigned rank, int directory) {
  return Walker(program, rank, directory).walk();
}

}  // namespace lockstep::tracegen
