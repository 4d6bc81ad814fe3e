// buffer-race in words and places, each pair of places for its first few operations only.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/Context.h"
#include "engine/races/PendingOperations.h"

namespace lockstep::engine {

/// Where it begins to own memory.
report::Site pendingAt(const Call &since);

class BufferReport {
 public:
  /// With the memory of another operation, which `made` made and which has it since the other call.
  void reportCall(const BufferConflict &conflict, const Call &made, const Call &since, ProcessContext &context);
  /// A load or store of the program.
  void reportAccess(const BufferConflict &conflict, unsigned thread, std::uint32_t site, ProcessContext &context);
  /// `others`: further operations that own some of the memory.
  void reportRelease(const BufferConflict &conflict, const Release &release, std::vector<report::Site> others,
                     ProcessContext &context);

 private:
  using Place = std::pair<unsigned, std::uint32_t>;  // thread and site: every thread numbers its sites itself
  using Places = std::tuple<int, Place, Place>;      // rank, the operation, the other
  struct Reported {
    unsigned times = 0;
    std::uint64_t last = 0;  // the number of the call that started the operation
  };

  static Place placeOf(const Call &call) { return {call.thread, call.site}; }
  bool isNew(const BufferConflict &conflict, const Place &place);

  std::map<Places, Reported> reported_;
};

}  // namespace lockstep::engine
