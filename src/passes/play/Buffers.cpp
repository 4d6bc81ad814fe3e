// Memory that operations in flight own, and accesses that come too early.
#include <fmt/format.h>

#include <algorithm>

#include "passes/SourceSite.h"
#include "passes/play/MpiModel.h"

namespace lockstep::passes::play {

namespace {

using mpi::Effect;
using mpi::Role;
using mpi::Routine;
using mpi::Timing;
using report::SiteRole;

constexpr auto kBufferRace = report::rule("buffer-race");
constexpr auto kRmaRace = report::rule("rma-race-local");

bool overlap(const Part &a, const Part &b) { return a.object == b.object && a.low < b.high && b.low < a.high; }

bool isCountOrDisplacement(Role role) {
  switch (role) {
    case Role::CountsPerRank:
    case Role::DisplsPerRank:
    case Role::ByteDisplsPerRank:
    case Role::AddressDisplsPerRank:
      return true;
    default:
      return false;
  }
}

/// None for a buffer that the operation leaves alone.
std::optional<bool> isWritten(const CallView &view, Role role) {
  switch (role) {
    case Role::ReadBuffer:
      return false;
    case Role::WriteBuffer:
    case Role::UpdateBuffer:
      return true;
    case Role::BcastBuffer: {
      const auto root = view.number(Role::Root);
      const mpi::Standing standing = view.standing();
      if (!root || !standing.ownRank || standing.isInter) return false;
      return *root != *standing.ownRank;
    }
    default:
      return std::nullopt;
  }
}

/// The blocks of a buffer that has counts and displacements per rank. False for any other buffer.
bool addBlocks(const CallView &view, std::size_t buffer, const Value &place, bool writes, std::vector<Part> &parts) {
  const mpi::RoutineInfo &routine = view.routine();
  if (buffer + 3 >= routine.arity || routine.args()[buffer + 1].role != Role::CountsPerRank ||
      routine.args()[buffer + 2].role != Role::DisplsPerRank)
    return false;
  const std::int64_t ranks = view.groupSize().value_or(0);
  const auto counts = view.numbers(buffer + 1, ranks);
  const auto displacements = view.numbers(buffer + 2, ranks);
  const auto type = view.value(buffer + 3);
  const auto predefined = type ? view.predefinedType(*type) : std::nullopt;
  const auto *info = predefined ? mpi::predefinedType(static_cast<std::uint64_t>(*predefined)) : nullptr;
  if (!counts || !displacements || !info || place.number == Value::kSomewhere) {
    parts.push_back({place.id, 0, 0, writes});
    return true;
  }
  for (std::size_t i = 0; i < counts->size(); ++i) {
    const std::int64_t low = place.number + (*displacements)[i] * info->bytes;
    if ((*counts)[i] > 0) parts.push_back({place.id, low, low + (*counts)[i] * info->bytes, writes});
  }
  return true;
}

std::string sayAccess(const Flight &flight, bool flightWrites, std::string_view what, bool writes) {
  const std::string_view name = flight.routine->name;
  if (!writes) return fmt::format("{} reads memory that the operation of {} in flight writes to", what, name);
  if (!flightWrites)
    return fmt::format("{} writes to memory that the operation of {} in flight still reads", what, name);
  return fmt::format("{} writes to memory that the operation of {} in flight writes to as well", what, name);
}

std::string helpFor(const Flight &flight) {
  if (flight.request != 0 && !flight.window)
    return fmt::format("complete the request of {} with {} or another completion call before, or use other memory",
                       flight.routine->name, mpi::info(Routine::Wait).name);
  return fmt::format("complete {} before, with a flush or the end of its epoch, or use other memory",
                     flight.routine->name);
}

Note raceNote(const State &state, Flight &flight, const llvm::Instruction &at, std::string message, std::string label,
              std::string_view call) {
  const std::optional<MpiCall> other = MpiCall::of(at);
  const bool isOfRma = flight.window.has_value() || (other && isRma(other->info().cls));
  Note note = makeNote(state, isOfRma ? kRmaRace : kBufferRace, std::move(message), *flight.since, "starts here");
  note.finding.sites.front().role = SiteRole::Access;
  addSecond(note, at, SiteRole::Access, std::move(label));
  if (note.finding.sites.back().call.empty()) note.finding.sites.back().call = call;
  if (flight.made != flight.since)
    note.finding.sites.push_back(siteAt(*flight.made, SiteRole::Creation, "the operation is set up here"));
  note.finding.help = helpFor(flight);
  flight.isReported = true;
  return note;
}

/// Once the operation is complete nobody knows what lies where it wrote.
void land(State &state, const Flight &flight, Terms &terms) {
  for (const Part &part : flight.parts) {
    if (!part.isWritten || !state.memory[part.object].isAlive) continue;
    if (part.high > part.low)
      state.memory.forgetPart(part.object, part.low, part.high - part.low, Quality::Forgotten, terms);
    else
      state.memory.forget(part.object, Quality::Forgotten);
  }
}

}  // namespace

std::vector<Part> partsOf(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  std::vector<Part> parts;
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const Role role = routine.args()[i].role;
    const bool isNumbers = isCountOrDisplacement(role);
    if ((!mpi::isDataBuffer(role) && !isNumbers) || !view.isSignificant(i)) continue;
    const auto address = view.value(i);
    if (!address || isSpecialBuffer(view.state(), *address)) continue;
    const auto place = view.machine().placeOf(view.state(), *address);
    const auto writes = isNumbers ? std::optional(false) : isWritten(view, role);
    if (!place || !writes) continue;
    if (!isNumbers && addBlocks(view, i, *place, *writes, parts)) continue;
    const std::int64_t bytes = isNumbers ? 4 * view.groupSize().value_or(0) : coveredBytes(view, i);
    const bool isKnown = place->number != Value::kSomewhere && bytes > 0;
    parts.push_back({place->id, isKnown ? place->number : 0, isKnown ? place->number + bytes : 0, *writes});
  }
  return parts;
}

void judgeAccess(State &state, const llvm::Instruction &at, std::string_view what, const Part &part) {
  for (std::size_t i = state.flights.size(); i-- > 0;) {
    Flight &flight = state.flights[i];
    if (flight.isReported || (flight.request != 0 && state.held[flight.request].isBlurred)) continue;
    for (const Part &owned : flight.parts) {
      if (!overlap(owned, part) || (!owned.isWritten && !part.isWritten)) continue;
      const bool isCall = MpiCall::of(at).has_value();
      const std::string_view call = isCall ? what : part.isWritten ? "store" : "load";
      Note note = raceNote(state, flight, at, sayAccess(flight, owned.isWritten, what, part.isWritten),
                           part.isWritten ? "writes here" : "reads here", call);
      return addNote(state, std::move(note));
    }
  }
}

void noteParallel(State &state, const Use &operation, const Use &other) {
  const std::optional<MpiCall> call = MpiCall::of(*operation.at);
  const std::optional<MpiCall> second = MpiCall::of(*other.at);
  if (!call) return;
  const bool isOfRma = isRma(call->info().cls) || (second && isRma(second->info().cls));
  const std::string_view what = second ? second->info().name : other.isWrite ? "a store" : "a load";
  Note note =
      makeNote(state, isOfRma ? kRmaRace : kBufferRace,
               fmt::format("{} by another thread {} memory that {} {}", what, other.isWrite ? "writes to" : "reads",
                           call->info().name, operation.isWrite ? "writes to" : "reads"),
               *operation.at, "may run at the same time");
  note.finding.sites.front().role = SiteRole::Access;
  addSecond(note, *other.at, SiteRole::Access, other.isWrite ? "writes here" : "reads here");
  if (!second) note.finding.sites.back().call = other.isWrite ? "store" : "load";
  note.finding.help = "let a barrier of the threads stand between the two, or use other memory";
  addNote(state, std::move(note));
}

void beginFlight(const CallView &view, Flight flight) {
  const std::optional<MpiCall> made = MpiCall::of(*flight.made);
  for (const Part &part : flight.parts) judgeAccess(view.state(), view.at(), made->info().name, part);
  for (const Part &part : flight.parts) recordUse(view.machine(), view.state(), view.at(), part, true);
  if (!flight.parts.empty()) view.state().flights.push_back(std::move(flight));
}

void applyBuffers(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  const bool isPartitioned = routine.cls == mpi::Class::Partition;
  if (routine.timing == Timing::Persistent || isPartitioned) return;
  const bool goesOn = routine.timing == Timing::Nonblocking || isRma(routine.cls);
  if (!goesOn && view.state().flights.empty() && !view.state().team) return;
  std::vector<Part> parts = partsOf(view);
  if (!goesOn) {
    for (const Part &part : parts) judgeAccess(view.state(), view.at(), view.name(), part);
    for (const Part &part : parts) recordUse(view.machine(), view.state(), view.at(), part, true);
    return;
  }
  Flight flight{.made = &view.at(),
                .since = &view.at(),
                .routine = &routine,
                .parts = std::move(parts),
                .request = 0,
                .window = {},
                .target = {}};
  if (isRma(routine.cls)) {
    flight.window = view.value(Role::Window);
    flight.target = view.number(Role::Target);
  }
  beginFlight(view, std::move(flight));
}

void endFlights(Machine &machine, State &state, const std::function<bool(const Flight &)> &isOver) {
  for (const Flight &flight : state.flights)
    if (isOver(flight)) land(state, flight, machine.terms());
  std::erase_if(state.flights, isOver);
}

void endFlightsOf(Machine &machine, State &state, std::uint32_t request) {
  endFlights(machine, state, [&](const Flight &flight) { return flight.request == request; });
}

void MpiModel::onAccess(Machine &machine, State &state, const llvm::Instruction &at, const Access &access) {
  if (access.bytes <= 0 || (state.flights.empty() && !state.team)) return;
  const Part part{access.object, access.offset, access.offset + access.bytes, access.isWrite};
  recordUse(machine, state, at, part, false);
  judgeAccess(state, at, access.isWrite ? "a store" : "a load", part);
}

void MpiModel::onFree(Machine &, State &state, const llvm::Instruction &at, std::uint32_t object) {
  for (Flight &flight : state.flights) {
    const bool isOwned = std::ranges::any_of(flight.parts, [&](const Part &part) { return part.object == object; });
    if (!isOwned || flight.isReported || (flight.request != 0 && state.held[flight.request].isBlurred)) continue;
    addNote(state,
            raceNote(state, flight, at,
                     fmt::format("memory is freed that the operation of {} in flight uses", flight.routine->name),
                     "is freed here", "free"));
  }
}

void MpiModel::onReturn(Machine &, State &state, const Frame &frame, const llvm::Instruction &at) {
  for (Flight &flight : state.flights) {
    const bool isOwned = std::ranges::any_of(flight.parts, [&](const Part &part) {
      return std::ranges::find(frame.locals, part.object) != frame.locals.end();
    });
    if (!isOwned || flight.isReported || (flight.request != 0 && state.held[flight.request].isBlurred)) continue;
    addNote(state,
            raceNote(state, flight, at,
                     fmt::format("the function returns while the operation of {} in flight uses its local variable",
                                 flight.routine->name),
                     "the variable ends here", "return"));
  }
}

}  // namespace lockstep::passes::play
