#include "engine/calls/AccessGroup.h"

namespace lockstep::engine {

bool AccessGroup::isLike(const AccessGroup &other) const {
  return process == other.process && strand == other.strand && site == other.site && accessClass == other.accessClass &&
         part == other.part && writes == other.writes && isAtomic == other.isAtomic && isPoll == other.isPoll &&
         argument == other.argument && window == other.window && target == other.target && epoch == other.epoch &&
         op == other.op && basic == other.basic && locks == other.locks;
}

AccessGroupRef accessGroupOf(const Call &call, AccessClass accessClass, BufferRole part, bool writes,
                             const Stamp &now) {
  AccessGroupRef accessGroup = makeRef<AccessGroup>();
  accessGroup->process = call.process;
  accessGroup->thread = call.thread;
  accessGroup->strand = now.strand;
  accessGroup->site = call.site;
  accessGroup->call = call.self();
  accessGroup->accessClass = accessClass;
  accessGroup->part = part;
  accessGroup->writes = writes;
  accessGroup->start = now;
  return accessGroup;
}

AccessGroupRef accessGroupOf(const Call &call, const MemoryPart &part, const Stamp &now) {
  AccessGroupRef accessGroup = accessGroupOf(call, part.isWritten ? AccessClass::Store : AccessClass::Load,
                                             BufferRole::Call, part.isWritten, now);
  accessGroup->argument = part.argument;
  return accessGroup;
}

}  // namespace lockstep::engine
