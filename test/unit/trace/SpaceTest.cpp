// A full disk: one line on stderr, then the writer waits for the reader to free space, or stops recording if there is
// none. The disk is a tmpfs in the test's own mount namespace; if that is not allowed the tests are skipped.
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <thread>

#include "TestRun.h"

namespace lockstep::trace {
namespace {

constexpr int kNotAllowed = 77;

/// Makes the calling process root of namespaces of its own, where it may mount.
bool enterOwnNamespaces() {
  const auto user = std::to_string(::getuid());
  const auto group = std::to_string(::getgid());
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  setContent("/proc/self/setgroups", std::string_view("deny"));
  setContent("/proc/self/uid_map", "0 " + user + " 1");
  setContent("/proc/self/gid_map", "0 " + group + " 1");
  return true;
}

/// Runs `test` in a child on a small disk mounted over the run directory; its exit status is the test's.
template <class Test>
int onSmallDisk(const TestRun &run, Test test) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (!enterOwnNamespaces()) ::_exit(kNotAllowed);
    if (::mount("tmpfs", run.path().c_str(), "tmpfs", 0, "size=64k") != 0) ::_exit(kNotAllowed);
    if (!writeMeta(run.path(), Meta{.routineTable = mpi::tableFingerprint()})) ::_exit(1);
    const int directory = ::open(run.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ::_exit(test(directory));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Stderr as a pipe: what is written to it can be waited for.
class StderrPipe {
 public:
  StderrPipe() {
    if (::pipe(ends_) != 0) ::_exit(1);
    ::dup2(ends_[1], STDERR_FILENO);
    ::close(ends_[1]);
  }
  /// Empty when nothing comes for so long that nothing will.
  std::string waitForText() const {
    pollfd waiting{ends_[0], POLLIN, 0};
    if (::poll(&waiting, 1, 30'000) != 1) return {};
    char text[1024];
    const ssize_t length = ::read(ends_[0], text, sizeof text);
    return {text, length > 0 ? static_cast<std::size_t>(length) : 0};
  }

 private:
  int ends_[2];
};

TEST(Space, WriterWaitsUntilTheReaderMakesRoom) {
  constexpr std::uint64_t kRecords = 20000;  // ten times the disk
  const TestRun run;
  const int status = onSmallDisk(run, [&](int directory) {
    const StderrPipe pipe;
    Reader reader = openReader(run.path(), {.consume = true});
    std::thread writing([&] {
      StreamWriter writer;
      writer.open(directory, streamOf(0), kSmallChunks);
      writeExits(writer, 0, kRecords);
      writer.close();
    });
    if (pipe.waitForText() != "lockstep: " + run.path().native() + " is full, waiting for space\n") return 2;
    std::vector<Copy> records;
    while (records.size() < kRecords && reader.damage().empty()) reader.poll(into(records));
    writing.join();
    reader.finish(into(records));
    return (ReadResult{records, {}}.sequences() == upTo(kRecords)) && reader.damage().empty() ? 0 : 3;
  });
  if (status == kNotAllowed) GTEST_SKIP() << "no mount namespace for this user";
  EXPECT_EQ(status, 0);
}

TEST(Space, WriterStopsWhereNobodyReads) {
  const TestRun run;
  const int status = onSmallDisk(run, [&](int directory) {
    const StderrPipe pipe;
    WriterOptions options = kSmallChunks;
    options.waitForSpace = false;
    StreamWriter writer;
    if (!writer.open(directory, streamOf(0), options)) return 2;
    writeExits(writer, 0, 20000);
    if (writer.isOpen()) return 3;
    writer.close();
    const std::string text = pipe.waitForText();
    if (text.find("No space left on device; what follows is not recorded") == std::string::npos) return 4;
    if (std::count(text.begin(), text.end(), '\n') != 1) return 5;
    const ReadResult result = readAll(run.path());
    if (result.records.size() < 1000 || result.sequences() != upTo(result.records.size())) return 6;
    if (result.damage.size() != 1) return 7;
    return result.damage[0].what.starts_with("recording stopped here") ? 0 : 8;
  });
  if (status == kNotAllowed) GTEST_SKIP() << "no mount namespace for this user";
  EXPECT_EQ(status, 0);
}

void recordWithFileSizeLimit(int directory) {
  const rlimit limit{1024, 1024};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  StreamWriter writer;
  const bool opened = writer.open(directory, streamOf(0));
  writeExits(writer, 0, 100000);
  writer.close();
  ::_exit(opened ? 1 : 0);
}

TEST(Space, FastWriterIsHeldBackByTheReader) {
  constexpr std::uint32_t kMostUnread = 2;
  constexpr std::uint64_t kRecords = 5000;
  const TestRun run;
  std::thread thread([&] {
    StreamWriter writer;
    writer.open(run.descriptor(), {1, 2, 0, mpi::tableFingerprint()},
                {.mostUnread = kMostUnread, .firstChunkBytes = 4096, .chunkBytes = 4096});
    writeExits(writer, 0, kRecords);
    writer.close();
  });
  Reader reader = openReader(run.path(), {.consume = true});
  std::vector<Copy> records;
  std::size_t most = 0;
  while (records.size() < kRecords) {
    most = std::max(most, run.chunks().size());
    reader.poll(into(records));
  }
  thread.join();
  EXPECT_EQ((ReadResult{records, {}}).sequences(), upTo(kRecords));
  EXPECT_LE(most, kMostUnread + 2);  // and the one being written, and a temporary name
}

TEST(SpaceDeathTest, FileSizeLimitIsAMessageAndNoSignal) {
  const TestRun run;
  EXPECT_EXIT(recordWithFileSizeLimit(run.descriptor()), testing::ExitedWithCode(0),
              "lockstep: cannot record into .*: File too large; what follows is not recorded");
  EXPECT_TRUE(run.chunks().empty());
}

TEST(SpaceDeathTest, RecordThatIsTooLargeIsNotWritten) {
  const TestRun run;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0)));
  EXPECT_DEATH(writer.reserve<Array>(kMaxRecordBytes), "a record is too large");
}

}  // namespace
}  // namespace lockstep::trace
