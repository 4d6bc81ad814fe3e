#include "runtime/order/OmpTeam.h"

#include <atomic>
#include <utility>

namespace lockstep::runtime {
namespace {

constexpr unsigned kDepthBits = 16;

constinit std::atomic<std::uint64_t> gThreads{0};
constinit thread_local std::uint64_t tNumber = 0;  // 0: has opened no region
constinit thread_local std::uint64_t tDepth = 0;
constinit thread_local std::uint64_t tTeam = 0;
constinit std::atomic<std::uint64_t (*)()> gFind{nullptr};
constinit thread_local const void *tFrame = nullptr;
constinit std::atomic<const void *(*)()> gFindFrame{nullptr};

}  // namespace

std::uint64_t openTeam() {
  if (tNumber == 0) tNumber = gThreads.fetch_add(1, std::memory_order_relaxed) + 1;
  return objectOf(Family::Team, ((tNumber << kDepthBits) | ++tDepth) << kTeamBits);
}

void closeTeam() { --tDepth; }

bool isOpeningTeam() { return tDepth > 0; }

std::uint64_t setTeam(std::uint64_t team) { return std::exchange(tTeam, team); }

std::uint64_t currentTeam() {
  if (tTeam != 0) return tTeam;
  const auto find = gFind.load(std::memory_order_relaxed);
  return find != nullptr ? find() : 0;
}

void findTeamBy(std::uint64_t (*find)()) { gFind.store(find, std::memory_order_relaxed); }

const void *setFrame(const void *frame) { return std::exchange(tFrame, frame); }

const void *currentFrame() {
  if (tFrame != nullptr) return tFrame;
  const auto find = gFindFrame.load(std::memory_order_relaxed);
  return find != nullptr ? find() : nullptr;
}

void findFrameBy(const void *(*find)()) { gFindFrame.store(find, std::memory_order_relaxed); }

}  // namespace lockstep::runtime
