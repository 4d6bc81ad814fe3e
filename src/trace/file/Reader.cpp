#include "trace/file/Reader.h"

#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <queue>
#include <utility>

#include "mpi/Routine.h"
#include "trace/file/ChunkName.h"
#include "trace/file/Keeper.h"
#include "trace/file/Meta.h"
#include "trace/file/Stream.h"

namespace lockstep::trace {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTurn = 16;                // records of one process before the next has its turn
constexpr std::size_t kMostPerPoll = 1U << 16;   // so that poll() returns even if the job is faster
constexpr std::int64_t kSecond = 1'000'000'000;  // nanoseconds
constexpr std::int64_t kSilence = 300'000'000;   // nanoseconds without a record of a thread
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

std::int64_t nanoseconds(const timespec &time) { return time.tv_sec * kSecond + time.tv_nsec; }

/// The streams of one process, merged by sequence number.
class ProcessStreams {
 public:
  explicit ProcessStreams(const ProcessKey &key) : key_(key) {}

  const ProcessKey &key() const { return key_; }
  /// Nanoseconds between the first record with a time and the last one returned.
  std::uint64_t progress() const { return time_ - firstTime_; }
  /// Time of the last returned record that has one; 0: none.
  std::uint64_t time() const { return time_; }

  Stream &stream(std::uint32_t thread, Keeper &keeper, std::vector<Damage> &damage) {
    const auto [entry, isNew] = streams_.try_emplace(thread, thread, keeper, damage);
    if (isNew) active_.push_back(&entry->second);
    return entry->second;
  }

  bool beginsLate() const { return beginning_ != 0; }
  /// Records before this number were dropped; the remaining ones are not returned, except definitions.
  void beginAt(std::uint64_t sequence) {
    beginning_ = sequence;
    for (auto &[thread, stream] : streams_) stream.mayBeginLate();
  }

  void wantIfSilent() {
    for (Stream *stream : active_) stream->wantIfSilent();
  }

  const std::map<std::uint32_t, Stream> &streams() const { return streams_; }

  /// Hands out at most `most` records; returns how many.
  std::size_t handOut(const RecordSink &sink, std::size_t most, Until until) {
    for (Stream *stream : active_) stream->head(until);
    std::erase_if(active_, [](const Stream *stream) { return stream->hasEnded(); });
    std::size_t count = 0;
    while (count < most) {
      Stream *next = lowest();
      if (next == nullptr) break;
      const std::uint64_t sequence = next->head()->sequence;
      if (sequence < expected_) {
        next->endAtHead("another thread has used its sequence number");
        continue;
      }
      if (sequence > expected_ && until == Until::Now) break;
      if (sequence < beginning_ && !next->holdsDefinitions()) {
        passOver(*next, until);
        continue;
      }
      // While the stream continues with the very next number, no other stream can be first.
      do {
        handOut(sink, *next);
        ++count;
      } while (count < most && next->head(until) != nullptr && next->head()->sequence == expected_ &&
               expected_ >= beginning_);
    }
    return count;
  }

 private:
  Stream *lowest() {
    Stream *lowest = nullptr;
    for (Stream *stream : active_) {
      if (stream->head() == nullptr) continue;
      if (lowest == nullptr || stream->head()->sequence < lowest->head()->sequence) lowest = stream;
    }
    return lowest;
  }

  void handOut(const RecordSink &sink, Stream &stream) {
    const RecordHeader *header = stream.head();
    noteTime(*header);
    expected_ = header->sequence + 1;
    sink(RecordView{key_, stream.thread(), header});
    stream.pop();
  }

  void passOver(Stream &stream, Until until) {
    expected_ = stream.head()->sequence + 1;
    stream.pop();
    stream.head(until);
  }

  void noteTime(const RecordHeader &header) {
    if (header.kind != Kind::Enter && header.kind != Kind::Leave) return;
    const std::uint64_t time = header.kind == Kind::Enter ? reinterpret_cast<const Enter &>(header).time
                                                          : reinterpret_cast<const Leave &>(header).time;
    if (firstTime_ == 0) firstTime_ = time;
    time_ = std::max({time_, firstTime_, time});
  }

  ProcessKey key_;
  std::map<std::uint32_t, Stream> streams_;  // by thread; includes ended ones
  std::vector<Stream *> active_;
  std::uint64_t expected_ = kFirstSequence;
  std::uint64_t beginning_ = 0;  // from where on nothing is missing
  std::uint64_t firstTime_ = 0;
  std::uint64_t time_ = 0;
};

/// Whether a directory may have new files since the last scan. Timestamps of directories are coarse, so an unchanged
/// one proves something only if it was old at that scan.
class DirectoryWatch {
 public:
  explicit DirectoryWatch(fs::path directory) : directory_(std::move(directory)) {}

  bool mayHaveChanged() {
    struct stat status {};
    if (::stat(directory_.c_str(), &status) != 0) return true;
    const std::int64_t changed = nanoseconds(status.st_mtim);
    if (changed == changed_ && looked_ - changed > kSecond) return false;
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    changed_ = changed;
    looked_ = nanoseconds(now);
    return true;
  }

 private:
  fs::path directory_;
  std::int64_t changed_ = 0;
  std::int64_t looked_ = 0;
};

}  // namespace

struct Reader::Impl {
  fs::path directory;
  DirectoryWatch watch;
  Keeper keeper;
  std::map<ProcessKey, ProcessStreams> processes;
  std::vector<Damage> damage;
  bool hasLimit = false;                     // the oldest chunks may have been dropped
  std::vector<const ProcessStreams *> left;  // possibly not fully read by the last poll
  std::int64_t nextWant = 0;                 // when to request records of silent threads, by the monotonic clock

  Impl(const fs::path &path, const ReaderOptions &options, std::uint64_t limit)
      : directory(path), watch(path), keeper(options.consume, options.keepIn, limit), hasLimit(limit != 0) {}

  void lookThrough() {
    std::error_code error;
    std::vector<std::pair<ProcessKey, fs::path>> beginnings;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().native();
      if (const auto place = parseChunkName(name))
        processOf(*place).stream(place->thread, keeper, damage).found(*place, entry->path());
      else if (const auto process = parseBeginningName(name); process && hasLimit)
        beginnings.emplace_back(processOf(*process).key(), entry->path());
    }
    for (const auto &[key, file] : beginnings) readBeginning(processes.at(key), file);
  }

  ProcessStreams &processOf(const ChunkPlace &place) {
    const ProcessKey key{place.node, place.pid};
    return processes.try_emplace(key, key).first->second;
  }

  void readBeginning(ProcessStreams &process, const fs::path &file) {
    std::uint64_t sequence = 0;
    if (std::ifstream(file) >> sequence)
      process.beginAt(sequence);
    else
      damage.push_back({file, 0, "does not tell from where on the records are complete"});
  }

  /// Alternates between processes, the one furthest behind first.
  std::size_t handOut(const RecordSink &sink, std::size_t most, Until until) {
    using Turn = std::pair<std::uint64_t, ProcessStreams *>;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns;
    for (auto &[key, process] : processes) turns.emplace(process.progress(), &process);
    std::size_t count = 0;
    while (!turns.empty() && count < most) {
      ProcessStreams *process = turns.top().second;
      turns.pop();
      const std::size_t handed = process->handOut(sink, kTurn, until);
      count += handed;
      if (handed != 0) turns.emplace(process->progress(), process);
    }
    left.clear();
    for (; !turns.empty(); turns.pop()) left.push_back(turns.top().second);
    return count;
  }

  /// A thread that spins on watched memory never makes a call that would record its accesses.
  void askSilentThreads() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    if (nanoseconds(now) < nextWant) return;
    nextWant = nanoseconds(now) + kSilence;
    for (auto &[key, process] : processes) process.wantIfSilent();
  }

  void noteUnkept() {
    if (auto unkept = keeper.takeDamage()) damage.push_back(std::move(*unkept));
  }
};

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::Reader(Reader &&) noexcept = default;
Reader &Reader::operator=(Reader &&) noexcept = default;
Reader::~Reader() = default;

tl::expected<Reader, Damage> Reader::open(const fs::path &directory, const ReaderOptions &options) {
  const auto meta = readMeta(directory);
  if (!meta) return tl::unexpected(meta.error());
  if (meta->routineTable != mpi::tableFingerprint())
    return tl::unexpected(
        Damage{directory / kMetaFile, 0, "recorded by another version of Lockstep (" + meta->tool + ")"});
  auto impl = std::make_unique<Impl>(directory, options, meta->limit);
  if (auto damage = impl->keeper.prepare(directory)) return tl::unexpected(std::move(*damage));
  return Reader(std::move(impl));
}

std::size_t Reader::poll(const RecordSink &sink) {
  impl_->keeper.retry();
  if (impl_->watch.mayHaveChanged()) impl_->lookThrough();
  const std::size_t count = impl_->handOut(sink, kMostPerPoll, Until::Now);
  impl_->askSilentThreads();
  impl_->noteUnkept();
  return count;
}

std::uint64_t Reader::completeUntil(std::uint64_t node, std::uint64_t called) const {
  std::uint64_t until = called;
  for (const ProcessStreams *process : impl_->left)
    until = process->key().node == node ? std::min(until, process->time()) : 0;
  return until;
}

std::size_t Reader::finish(const RecordSink &sink) {
  impl_->lookThrough();
  const std::size_t count = impl_->handOut(sink, kNoLimit, Until::TheEnd);
  impl_->keeper.retry();
  impl_->noteUnkept();
  return count;
}

std::vector<ProcessKey> Reader::processes() const {
  std::vector<ProcessKey> keys;
  for (const auto &[key, process] : impl_->processes) keys.push_back(key);
  return keys;
}

bool Reader::beginsLate() const {
  return std::ranges::any_of(impl_->processes, [](const auto &entry) { return entry.second.beginsLate(); });
}

double Reader::progress() const {
  double found = 0;
  double read = 0;
  for (const auto &[key, process] : impl_->processes)
    for (const auto &[thread, stream] : process.streams()) {
      found += stream.found();
      read += stream.read();
    }
  return found == 0 ? 0 : read / found;
}

const std::vector<Damage> &Reader::damage() const { return impl_->damage; }

}  // namespace lockstep::trace
