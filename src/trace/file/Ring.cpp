#include "trace/file/Ring.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace lockstep::trace {
namespace {

constexpr std::size_t kFirstCapacity = 4096 / 32;

class Alone {
 public:
  explicit Alone(std::atomic_flag &busy) : busy_(busy) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
    while (busy_.test_and_set(std::memory_order_acquire)) sched_yield();
  }
  ~Alone() {
    busy_.clear(std::memory_order_release);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Alone(const Alone &) = delete;
  Alone &operator=(const Alone &) = delete;

 private:
  std::atomic_flag &busy_;
  sigset_t before_{};
};

/// Readers see the old number or the new one.
bool writeBeginning(int directory, const ChunkPlace &ofProcess, std::uint64_t sequence) {
  const BeginningName name(ofProcess.node, ofProcess.pid);
  const int file = ::openat(directory, name.temporary(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
  if (file < 0) return false;
  char text[24];
  char *end = std::to_chars(text, text + sizeof text - 1, sequence).ptr;
  *end++ = '\n';
  const bool isWritten = ::write(file, text, static_cast<std::size_t>(end - text)) == end - text;
  ::close(file);
  if (isWritten && ::renameat(directory, name.temporary(), directory, name.text()) == 0) return true;
  ::unlinkat(directory, name.temporary(), 0);
  return false;
}

/// The file of a chunk, compressed or not.
void removeChunk(int directory, const ChunkName &name) {
  char packed[80] = {};
  kCompressedSuffix.copy(::stpcpy(packed, name.text()), kCompressedSuffix.size());
  ::unlinkat(directory, packed, 0);
  ::unlinkat(directory, name.text(), 0);
}

}  // namespace

void Ring::add(int directory, const ChunkPlace &place, std::uint64_t bytes, std::uint64_t last) {
  const Alone alone(busy_);
  if (!push({last, bytes, place.thread, place.index})) return;
  while (bytes_ > limit_ && count_ > 1 && dropOldest(directory, place)) {
  }
}

/// False if out of memory: the chunk is kept.
bool Ring::push(const Entry &entry) {
  if (count_ == capacity_ && !grow()) return false;
  entries_[(first_ + count_++) % capacity_] = entry;
  bytes_ += entry.bytes;
  return true;
}

bool Ring::grow() {
  const std::size_t capacity = capacity_ == 0 ? kFirstCapacity : 2 * capacity_;
  void *memory = ::mmap(nullptr, capacity * sizeof(Entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  auto *entries = static_cast<Entry *>(memory);
  for (std::size_t i = 0; i < count_; ++i) entries[i] = entries_[(first_ + i) % capacity_];
  if (entries_ != nullptr) ::munmap(entries_, capacity_ * sizeof(Entry));
  entries_ = entries;
  capacity_ = capacity;
  first_ = 0;
  return true;
}

/// False where it cannot be written down: nothing is dropped.
bool Ring::dropOldest(int directory, const ChunkPlace &ofProcess) {
  const Entry &oldest = entries_[first_];
  if (oldest.last >= beginning_) {
    if (!writeBeginning(directory, ofProcess, oldest.last + 1)) return false;
    beginning_ = oldest.last + 1;
  }
  removeChunk(directory, ChunkName(ofProcess.node, ofProcess.pid, oldest.thread, oldest.index));
  bytes_ -= oldest.bytes;
  first_ = (first_ + 1) % capacity_;
  --count_;
  return true;
}

}  // namespace lockstep::trace
