#include "runtime/memory/RequestVariables.h"

#include <link.h>

#include "runtime/order/OmpTeam.h"
#include "runtime/order/Order.h"

namespace lockstep::runtime {

constinit std::atomic<bool> gKeepsRequests{false};

namespace {

constexpr unsigned kLineBits = 6;
constexpr unsigned kTableBits = 16;
constexpr std::size_t kMostLines = 64;  // of a block that are checked one by one
constinit std::atomic<std::uint8_t> gLines[std::size_t{1} << kTableBits] = {};

std::atomic<std::uint8_t> &entryOf(std::uintptr_t line) {
  return gLines[(line * 0x9e3779b97f4a7c15ULL) >> (64 - kTableBits)];
}

template <class Visit>
void forEachLine(std::uintptr_t begin, std::size_t bytes, Visit visit) {
  for (std::uintptr_t line = begin >> kLineBits; line <= (begin + bytes - 1) >> kLineBits; ++line) visit(entryOf(line));
}

struct ThreadLocals {
  std::uintptr_t begin;
  std::uintptr_t end;
  bool isKnown;
};
constinit thread_local ThreadLocals tLocals{};

/// The first is the program itself.
int findThreadLocals(dl_phdr_info *info, std::size_t, void *) {
  for (unsigned i = 0; i < info->dlpi_phnum && info->dlpi_tls_data != nullptr; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
    tLocals.begin = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
    tLocals.end = tLocals.begin + info->dlpi_phdr[i].p_memsz;
  }
  return 1;
}

bool isThreadLocal(std::uintptr_t address) {
  if (!tLocals.isKnown) dl_iterate_phdr(findThreadLocals, nullptr);
  tLocals.isKnown = true;
  return address >= tLocals.begin && address < tLocals.end;
}

}  // namespace

bool isOfTaskAlone(std::uintptr_t address) {
  const auto frame = reinterpret_cast<std::uintptr_t>(currentFrame());
  if (frame == 0) return false;  // one thread, one strand: its actions are ordered
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return (address > here && address < frame) || isThreadLocal(address);
}

void keepRequests(std::uintptr_t address, std::size_t bytes) {
  if (bytes == 0) return;
  forEachLine(address, bytes, [](std::atomic<std::uint8_t> &line) {
    if (line.load(std::memory_order_relaxed) == 0) line.store(1, std::memory_order_relaxed);
  });
  if (!gKeepsRequests.load(std::memory_order_relaxed)) gKeepsRequests.store(true, std::memory_order_relaxed);
}

void freeRequests(const void *block, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  if (bytes == 0) return;
  bool holds = bytes >> kLineBits > kMostLines;
  if (!holds)
    forEachLine(begin, bytes, [&](std::atomic<std::uint8_t> &line) {
      if (line.load(std::memory_order_relaxed) != 0) holds = true;
    });
  if (holds) tellFreed(block, static_cast<const char *>(block) + bytes);
}

}  // namespace lockstep::runtime
