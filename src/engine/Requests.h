// The requests of a process that stand for collectives, and which requests a completion call completed.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/Call.h"
#include "engine/Exchange.h"

namespace lockstep::engine {

class Requests {
 public:
  /// A request that was made by a nonblocking collective, which has started, or a persistent one, which has not.
  void add(std::int64_t id, Participation collective, bool isPersistent);
  /// Starts the persistent collectives among the requests of a start call.
  std::vector<Participation> start(const Call &call);
  /// The collectives in flight among the requests of a call that returns only when all of them are complete.
  std::vector<Participation> awaited(const Call &call) const;
  /// The collectives that the call completed; forgets the requests that exist no more.
  std::vector<Participation> complete(const Call &call, const Result &result);
  /// The process frees a request without completing it.
  void release(const Call &call);

 private:
  struct Request {
    Participation collective;  // without exchange: not started
    bool isPersistent = false;
  };
  std::unordered_map<std::int64_t, Request> known_;
};

/// The requests that a start, completion or free call is given.
std::vector<std::int64_t> requestsOf(const Call &call);
/// Those of them that a completion call completed.
std::vector<std::int64_t> completedRequests(const Call &call, const Result &result);

}  // namespace lockstep::engine
