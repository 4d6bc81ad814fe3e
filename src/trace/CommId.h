// Ids of communicators that every member computes locally and that are equal on all members, without a message.
//
// They are computed from what the members have in common:
// - All members of the parent make the call (dup, split, create, merge, …): the parent, which communicator-making call
//   on it this was, and the first world rank of the new group. A split makes several communicators by one call; their
//   groups are disjoint, so the first rank tells them apart. The number is taken when the call begins: nonblocking
//   calls begin in the same order everywhere and may end in any. A parent with two sides (dup, split, create of an
//   intercommunicator) gives a child with two sides: the first ranks of both, in either order.
// - Only the new members make it (create_group, create_from_group): the parent or the string tag, the member list, the
//   tag, and how often there was one like that. Counting calls on the parent would not do: the members may have been in
//   different numbers of other groups before.
// - Two groups without a common parent (intercomm_create): both member lists, the tag, and how often there was one like
//   that. The two sides see the lists the other way round, so their order does not count.
//
// The caller counts "how often" per likeness: the number of earlier communicators with the same likeness.
//
// An id is a 64-bit hash, not 0; with a million communicators two collide with a probability of one in 18 million.
// Header only, without allocation: recorder and engine share it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "trace/Record.h"

namespace lockstep::trace {

/// Mixes words into one; the order of the words matters.
class IdHash {
 public:
  constexpr explicit IdHash(std::string_view domain) { add(domain); }

  constexpr IdHash &add(std::uint64_t word) {
    state_ = mix(state_ + 0x9e3779b97f4a7c15ULL) ^ mix(word + 0xd1b54a32d192ed03ULL);
    return *this;
  }
  constexpr IdHash &add(std::string_view text) {
    for (const char letter : text) add(static_cast<unsigned char>(letter));
    return add(text.size());
  }
  constexpr IdHash &add(std::span<const RankRange> members) {
    for (const RankRange &range : members)
      add(range.first).add(static_cast<std::uint32_t>(range.stride)).add(range.count);
    return add(members.size());
  }

  /// Never 0 and never negative: kNullHandle and kUnknownHandle in call records are different.
  constexpr std::uint64_t id() const {
    const std::uint64_t id = mix(state_) >> 1;
    return id != 0 ? id : 1;
  }

 private:
  static constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
  }

  std::uint64_t state_ = 0;
};

/// The communicator of all ranks that were started together.
inline constexpr std::uint64_t kWorldId = IdHash("world").id();
/// The intercommunicator to the processes that spawned this world.
inline constexpr std::uint64_t kParentId = IdHash("parent").id();

/// Every rank has its own MPI_COMM_SELF.
constexpr std::uint64_t selfId(std::uint32_t worldRank) { return IdHash("self").add(worldRank).id(); }

constexpr std::uint64_t collectiveCommId(std::uint64_t parent, std::uint64_t callIndex, std::uint32_t firstWorldRank) {
  return IdHash("collective").add(parent).add(callIndex).add(firstWorldRank).id();
}

/// A collective call on an intercommunicator whose result is an intercommunicator again.
constexpr std::uint64_t collectiveInterId(std::uint64_t parent, std::uint64_t callIndex, std::uint32_t firstLocal,
                                          std::uint32_t firstRemote) {
  const auto [low, high] = std::minmax(firstLocal, firstRemote);
  return IdHash("collective-inter").add(parent).add(callIndex).add(low).add(high).id();
}

/// What partial communicators of one parent have in common if only a count distinguishes them.
constexpr std::uint64_t partialLikeness(std::uint64_t parent, std::span<const RankRange> members, std::int64_t tag) {
  return IdHash("partial").add(parent).add(members).add(static_cast<std::uint64_t>(tag)).id();
}
constexpr std::uint64_t partialLikeness(std::string_view stringTag, std::span<const RankRange> members) {
  return IdHash("from-group").add(stringTag).add(members).id();
}

/// The same for intercommunicators of two groups, which may be passed in either order.
constexpr std::uint64_t interLikeness(std::span<const RankRange> local, std::span<const RankRange> remote,
                                      std::int64_t tag) {
  const std::uint64_t one = IdHash("side").add(local).id();
  const std::uint64_t other = IdHash("side").add(remote).id();
  const auto [low, high] = std::minmax(one, other);
  return IdHash("inter").add(low).add(high).add(static_cast<std::uint64_t>(tag)).id();
}

/// `earlier`: how many communicators of this likeness there were before.
constexpr std::uint64_t numberedCommId(std::uint64_t likeness, std::uint64_t earlier) {
  return IdHash("numbered").add(likeness).add(earlier).id();
}

}  // namespace lockstep::trace
