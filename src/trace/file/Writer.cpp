#include "trace/file/Writer.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "trace/file/ChunkName.h"
#include "trace/file/Ring.h"

namespace lockstep::trace {
namespace {

constexpr std::size_t kScratchBytes = sizeof(ChunkHeader) + kMaxRecordBytes;
constexpr std::size_t kPageBytes = 4096;
constexpr long kFirstPauseNanoseconds = 1'000'000;
constexpr long kLongestPauseNanoseconds = 100'000'000;
constexpr long kPatienceNanoseconds = 10'000'000'000;

/// Destination of records that nobody will read, if there is no memory for the writer's own scratch area.
alignas(64) std::byte lastResort[kScratchBytes];

/// One line on stderr, without stdio: the application may be inside it.
class Message {
 public:
  Message &operator<<(const char *text) {
    while (*text != '\0' && length_ < sizeof text_ - 1) text_[length_++] = *text++;
    return *this;
  }
  void print() {
    text_[length_++] = '\n';
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text_, length_);
  }

 private:
  char text_[640];
  std::size_t length_ = 0;
};

class DirectoryName {
 public:
  explicit DirectoryName(int directory) {
    char link[32] = "/proc/self/fd/";
    appendDecimal(link + std::strlen(link), static_cast<std::uint32_t>(directory));
    const ssize_t length = ::readlink(link, text_, sizeof text_ - 1);
    if (length > 0) text_[length] = '\0';
  }
  const char *text() const { return text_; }

 private:
  char text_[512] = "the run directory";
};

std::atomic<pid_t> saidWaiting;
std::atomic<pid_t> saidStopped;

/// Once per process; a forked child is another one.
bool isFirst(std::atomic<pid_t> &saidBy) {
  const pid_t self = ::getpid();
  return saidBy.exchange(self) != self;
}

void sayWaiting(int directory) {
  if (!isFirst(saidWaiting)) return;
  (Message() << "lockstep: " << DirectoryName(directory).text() << " is full, waiting for space").print();
}

void sayStopped(int directory, int error) {
  if (!isFirst(saidStopped)) return;
  const char *reason = ::strerrordesc_np(error);
  (Message() << "lockstep: cannot record into " << DirectoryName(directory).text() << ": "
             << (reason != nullptr ? reason : "unknown error") << "; what follows is not recorded")
      .print();
}

bool isLackOfSpace(int error) { return error == ENOSPC || error == EDQUOT; }

/// Checks the file-size limit first, because exceeding it is a fatal signal and not just an error.
int allocate(int file, std::uint32_t bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < bytes) return EFBIG;
  int error = 0;
  do error = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  while (error == EINTR);
  return error;
}

/// Never replaces the chunk of another process that had the same number; not all file systems can promise that.
int publish(int directory, const char *from, const char *to) {
  if (::renameat2(directory, from, directory, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  return ::renameat(directory, from, directory, to) == 0 ? 0 : errno;
}

void writeHeader(ChunkHeader &header, const StreamId &id, std::uint32_t index, std::uint32_t bytes) {
  header.magic = kMagic;
  header.version = kVersion;
  header.headerBytes = sizeof(ChunkHeader);
  header.chunkBytes = bytes;
  header.routineTable = id.routineTable;
  header.node = id.node;
  header.pid = id.pid;
  header.thread = id.thread;
  header.index = index;
  header.wanted.store(0, std::memory_order_relaxed);
  header.sealed.store(Seal::Open, std::memory_order_relaxed);
  header.committed.store(sizeof(ChunkHeader), std::memory_order_release);
}

struct Made {
  ChunkHeader *chunk = nullptr;
  int error = 0;
};

Made mapChunk(int file, const StreamId &id, std::uint32_t index, std::uint32_t bytes) {
  if (const int error = allocate(file, bytes); error != 0) return {nullptr, error};
  void *memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
  if (memory == MAP_FAILED) return {nullptr, errno};
  auto *chunk = static_cast<ChunkHeader *>(memory);
  writeHeader(*chunk, id, index, bytes);
  return {chunk, 0};
}

Made makeChunkFile(int directory, const StreamId &id, std::uint32_t index, std::uint32_t bytes) {
  const ChunkName name(id.node, id.pid, id.thread, index);
  const int file = ::openat(directory, name.temporary(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0644);
  if (file < 0) return {nullptr, errno};
  Made made = mapChunk(file, id, index, bytes);
  ::close(file);
  if (made.error == 0) made.error = publish(directory, name.temporary(), name.text());
  if (made.error == 0) return made;
  ::unlinkat(directory, name.temporary(), 0);
  if (made.chunk != nullptr) ::munmap(made.chunk, bytes);
  return {nullptr, made.error};
}

/// Tells readers of a chunk that was sealed as continued that nothing came after it.
void markStopped(int directory, const StreamId &id, std::uint32_t index) {
  const int file = ::openat(directory, ChunkName(id.node, id.pid, id.thread, index).text(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  const Seal stopped = Seal::Stopped;
  [[maybe_unused]] const ssize_t written = ::pwrite(file, &stopped, sizeof stopped, offsetof(ChunkHeader, sealed));
  ::close(file);
}

/// Whole pages, and room for the record.
std::uint32_t chunkSize(std::uint32_t wanted, std::size_t recordBytes) {
  const std::size_t needed = std::max<std::size_t>(wanted, sizeof(ChunkHeader) + recordBytes);
  return static_cast<std::uint32_t>((needed + kPageBytes - 1) & ~(kPageBytes - 1));
}

void pause(long nanoseconds) {
  const timespec time{0, nanoseconds};
  ::nanosleep(&time, nullptr);
}

/// The application's errno must not change inside its MPI calls.
class KeepErrno {
 public:
  ~KeepErrno() { errno = saved_; }

 private:
  int saved_ = errno;
};

/// The program's calls that lead here, locking a mutex among them, are none in which its thread may be cancelled;
/// opening a file is one.
class NotCancelled {
 public:
  NotCancelled() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~NotCancelled() { pthread_setcancelstate(before_, nullptr); }
  NotCancelled(const NotCancelled &) = delete;
  NotCancelled &operator=(const NotCancelled &) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace

bool StreamWriter::open(int directoryFd, const StreamId &id, const WriterOptions &options) {
  const NotCancelled guard;
  const KeepErrno keepErrno;
  close();
  directory_ = directoryFd;
  id_ = id;
  options_ = options;
  index_ = 0;
  last_ = 0;
  if (makeChunk(0)) return true;
  useScratch();
  return false;
}

void StreamWriter::close() {
  const NotCancelled guard;
  const KeepErrno keepErrno;
  const bool isComplete = state_ == State::Recording;
  if (isComplete) chunk_->sealed.store(Seal::Ended, std::memory_order_release);
  abandon();
  if (isComplete) pack(index_, last_);
}

void StreamWriter::abandon() {
  const KeepErrno keepErrno;
  unmap();
  state_ = State::Closed;
}

void StreamWriter::nextChunk(std::size_t bytes) {
  const NotCancelled guard;
  const KeepErrno keepErrno;
  if (bytes > kMaxRecordBytes) {
    (Message() << "lockstep: internal error: a record is too large").print();
    std::abort();
  }
  if (state_ != State::Recording) return useScratch();

  // When the reader deletes a full chunk, its space is freed only after it is unmapped here.
  chunk_->sealed.store(Seal::Continued, std::memory_order_release);
  unmap();
  ++index_;
  waitForReader();
  if (makeChunk(bytes)) return pack(index_ - 1, last_);
  markStopped(directory_, id_, index_ - 1);
  useScratch();
}

/// The reader deletes chunks in order after reading. If it has given up on this stream, it must not block the program
/// forever.
void StreamWriter::waitForReader() {
  if (options_.mostUnread == 0 || index_ <= options_.mostUnread) return;
  const ChunkName oldest(id_.node, id_.pid, id_.thread, index_ - options_.mostUnread - 1);
  for (long waited = 0; ::faccessat(directory_, oldest.text(), F_OK, 0) == 0; waited += kFirstPauseNanoseconds) {
    if (waited >= kPatienceNanoseconds) {
      options_.mostUnread = 0;
      return;
    }
    pause(kFirstPauseNanoseconds);
  }
}

bool StreamWriter::makeChunk(std::size_t recordBytes) {
  const std::uint32_t bytes = chunkSize(index_ == 0 ? options_.firstChunkBytes : options_.chunkBytes, recordBytes);
  for (long nanoseconds = kFirstPauseNanoseconds;; nanoseconds *= 2) {
    const Made made = makeChunkFile(directory_, id_, index_, bytes);
    if (made.error == 0) {
      chunk_ = made.chunk;
      cursor_ = next_ = reinterpret_cast<std::byte *>(chunk_) + sizeof(ChunkHeader);
      end_ = reinterpret_cast<std::byte *>(chunk_) + bytes;
      state_ = State::Recording;
      return true;
    }
    if (!options_.waitForSpace || !isLackOfSpace(made.error)) {
      sayStopped(directory_, made.error);
      return false;
    }
    sayWaiting(directory_);
    if (nanoseconds > kLongestPauseNanoseconds) nanoseconds = kLongestPauseNanoseconds;
    pause(nanoseconds);
  }
}

void StreamWriter::pack(std::uint32_t index, std::uint64_t last) {
  if (options_.pack == nullptr) return;
  const std::uint64_t bytes = options_.pack(directory_, ChunkName(id_.node, id_.pid, id_.thread, index));
  if (options_.ring != nullptr)
    options_.ring->add(directory_, {.node = id_.node, .pid = id_.pid, .thread = id_.thread, .index = index}, bytes,
                       last);
}

void StreamWriter::unmap() {
  if (chunk_ != nullptr && reinterpret_cast<std::byte *>(chunk_) != lastResort)
    ::munmap(chunk_, static_cast<std::size_t>(end_ - reinterpret_cast<std::byte *>(chunk_)));
  chunk_ = nullptr;
  cursor_ = next_ = end_ = nullptr;
}

/// Without a chunk, records go to scratch memory and are lost, so that callers need no check.
void StreamWriter::useScratch() {
  if (state_ != State::Stopped || chunk_ == nullptr) {
    void *memory =
        ::mmap(nullptr, kScratchBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    chunk_ = memory != MAP_FAILED ? static_cast<ChunkHeader *>(memory) : reinterpret_cast<ChunkHeader *>(lastResort);
    end_ = reinterpret_cast<std::byte *>(chunk_) + kScratchBytes;
    state_ = State::Stopped;
  }
  cursor_ = next_ = reinterpret_cast<std::byte *>(chunk_) + sizeof(ChunkHeader);
}

}  // namespace lockstep::trace
