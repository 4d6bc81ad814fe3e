#include "engine/races/OwnAccesses.h"

namespace lockstep::engine {

trace::Access commonOf(const trace::AccessBits &accesses) {
  trace::Access common{};
  common.header = accesses.header;
  common.access = accesses.access;
  common.isPoll = accesses.isPoll;
  return common;
}

AccessGroupRef OwnAccesses::groupOf(const ProcessInfo &process, unsigned thread, const trace::Access &access,
                                    const HeldLocks &locks, const Stamp &now) {
  const bool writes = isWrite(access.access);
  const bool atomic = isAtomic(access.access);
  std::vector<AccessGroupRef> &segment = segments_[static_cast<std::uint32_t>(now.strand)];
  if (!segment.empty() && segment.front()->start != Moment(now)) segment.clear();
  for (const AccessGroupRef &known : segment)
    if (access.isPoll == 0 && known->site == access.header.site && known->writes == writes &&
        known->isAtomic == atomic && !known->isPoll && known->locks == locks)
      return known;
  AccessGroupRef accessGroup = makeRef<AccessGroup>();
  accessGroup->process = &process;
  accessGroup->thread = thread;
  accessGroup->strand = now.strand;
  accessGroup->site = access.header.site;
  accessGroup->accessClass = writes ? AccessClass::Store : AccessClass::Load;
  accessGroup->part = BufferRole::Code;
  accessGroup->writes = writes;
  accessGroup->isAtomic = atomic;
  accessGroup->isPoll = access.isPoll != 0;
  accessGroup->locks = locks;
  accessGroup->start = now;
  accessGroup->done = now;
  segment.push_back(accessGroup);
  return accessGroup;
}

void OwnAccesses::forget(const ProcessInfo &process) {
  std::erase_if(segments_, [&](const auto &segment) {
    return !segment.second.empty() && segment.second.front()->process == &process;
  });
}

}  // namespace lockstep::engine
