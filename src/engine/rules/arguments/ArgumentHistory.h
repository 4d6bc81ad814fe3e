// What earlier calls of a process have said that its later arguments have to fit: the Cartesian communicators that it
// has made, and its keys of attributes.
//
// Which key is freed is not recorded, but the library gives its number to the next. Of a program that never frees them
// only so many are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "engine/calls/Call.h"
#include "engine/process/PerProcess.h"
#include "semantics/arguments/CallFacts.h"

namespace lockstep::engine {

class ArgumentHistory {
 public:
  static bool isAbout(const mpi::RoutineInfo &routine);
  void leave(const Call &call, const Result &result);
  void end(const Process &process) { known_.forget(process); }

  /// Of the communicator of the call; null where it has none, or one that is not known.
  const semantics::Grid *grid(const Call &call) const;
  mpi::Element keyOwner(const Call &call, std::int64_t key) const;

 private:
  static constexpr std::size_t kMostKeys = 4096;

  struct Known {
    std::map<std::int64_t, semantics::Grid> grids;
    std::map<std::int64_t, mpi::Element> keys;  // the kind of object that each is for
  };

  std::optional<semantics::Grid> gridMade(const Call &call) const;

  PerProcess<Known> known_;
};

}  // namespace lockstep::engine
