#include "engine/rules/arguments/ArgumentHistory.h"

#include <span>
#include <string_view>
#include <utility>

#include "semantics/arguments/Judgments.h"

namespace lockstep::engine {

using mpi::Role;
using semantics::Grid;

namespace {

bool duplicates(const mpi::RoutineInfo &routine) {
  return routine.routine == mpi::Routine::Comm_dup || routine.routine == mpi::Routine::Comm_dup_with_info;
}

std::vector<std::int64_t> arrayNamed(const Call &call, std::string_view name) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (call.routine->storage[i].name != name) continue;
    const auto values = call.array(static_cast<int>(i));
    return {values.begin(), values.end()};
  }
  return {};
}

template <class Map>
auto *findIn(const Map &map, std::int64_t id) {
  const auto known = map.find(id);
  return known == map.end() ? nullptr : &known->second;
}

}  // namespace

bool ArgumentHistory::isAbout(const mpi::RoutineInfo &routine) {
  return routine.indexOf(Role::NewKeyval) >= 0 || routine.indexOf(Role::Dimensions) >= 0 ||
         routine.indexOf(Role::Coordinates) >= 0 || routine.indexOf(Role::FreedComm) >= 0 || duplicates(routine);
}

void ArgumentHistory::leave(const Call &call, const Result &result) {
  if (result.code != 0 || !isAbout(*call.routine)) return;
  Known &known = known_[*call.process];
  if (const auto freed = call.argument(Role::FreedComm)) known.grids.erase(*freed);
  if (const auto comm = written(call, result, Role::NewComm))
    if (auto grid = gridMade(call)) known.grids[*comm] = std::move(*grid);
  const auto key = written(call, result, Role::NewKeyval);
  if (key && (known.keys.size() < kMostKeys || known.keys.contains(*key)))
    known.keys[*key] = semantics::attributeOwner(*call.routine);
}

const Grid *ArgumentHistory::grid(const Call &call) const {
  const Known *known = known_.find(*call.process);
  return known != nullptr ? findIn(known->grids, call.argument(Role::Comm).value_or(0)) : nullptr;
}

mpi::Element ArgumentHistory::keyOwner(const Call &call, std::int64_t key) const {
  const Known *known = known_.find(*call.process);
  const mpi::Element *owner = known != nullptr ? findIn(known->keys, key) : nullptr;
  return owner != nullptr ? *owner : mpi::Element::Other;
}

/// The grid of the communicator that the call makes; none where it has none, or one that is not known.
std::optional<Grid> ArgumentHistory::gridMade(const Call &call) const {
  if (call.routine->indexOf(Role::Dimensions) >= 0) return Grid{arrayNamed(call, "dims"), arrayNamed(call, "periods")};
  const Grid *whole = grid(call);
  if (whole == nullptr) return std::nullopt;
  if (duplicates(*call.routine)) return *whole;
  const int remaining = call.routine->indexOf(Role::Coordinates);
  const auto isLeft = call.array(remaining);
  if (remaining < 0 || isLeft.size() != whole->extents.size()) return std::nullopt;
  Grid part;
  for (std::size_t i = 0; i < isLeft.size(); ++i) {
    if (isLeft[i] == 0) continue;
    part.extents.push_back(whole->extents[i]);
    if (i < whole->periods.size()) part.periods.push_back(whole->periods[i]);
  }
  return part;
}

}  // namespace lockstep::engine
