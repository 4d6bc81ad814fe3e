// The program's loads and stores as access groups: those of one kind at one place since the last event of their strand
// are one group.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/calls/AccessGroup.h"

namespace lockstep::engine {

inline bool isWrite(trace::AccessKind kind) {
  return kind != trace::AccessKind::Load && kind != trace::AccessKind::AtomicLoad;
}
inline bool isAtomic(trace::AccessKind kind) {
  return kind != trace::AccessKind::Load && kind != trace::AccessKind::Store;
}

/// The properties common to all accesses of the record.
trace::Access commonOf(const trace::AccessBits &accesses);

class OwnAccesses {
 public:
  AccessGroupRef groupOf(const ProcessInfo &process, unsigned thread, const trace::Access &access,
                         const HeldLocks &locks, const Stamp &now);
  void forget(const ProcessInfo &process);

 private:
  std::unordered_map<std::uint32_t, std::vector<AccessGroupRef>> segments_;  // by strand
};

}  // namespace lockstep::engine
