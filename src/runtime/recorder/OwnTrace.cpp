// Ranks cannot communicate before MPI is initialized, and must not send additional messages later. So all ranks do the
// same: create the folder if it does not exist, and install meta.json unless another rank has. A folder with an earlier
// run is recognized by the launcher's id of the launch in meta.json; if the launcher has none, by a meta.json older
// than the parent of this process. Such a folder is not used.
#include "runtime/recorder/OwnTrace.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "mpi/Launchers.h"
#include "mpi/Routine.h"
#include "runtime/recorder/OwnOptions.h"
#include "trace/Record.h"
#include "trace/file/MetaFile.h"
#include "trace/file/Size.h"

namespace lockstep::runtime {
namespace {

using trace::kMetaFile;

constexpr const char *kLaunchKey = "launch";
constexpr std::int64_t kClockSkew = 2;  // seconds that the clocks of two machines may differ

void say(std::string_view folder, const char *reason) {
  fprintf(stderr, "lockstep: this run is not recorded: %.*s: %s\n", static_cast<int>(folder.size()), folder.data(),
          reason);
}

void makeFolders(const std::string &folder) {
  for (std::size_t slash = folder.find('/', 1); slash != std::string::npos; slash = folder.find('/', slash + 1))
    mkdir(folder.substr(0, slash).c_str(), 0777);
  mkdir(folder.c_str(), 0777);
}

std::string contentOf(const char *file, int directory = AT_FDCWD) {
  std::string content;
  const int descriptor = openat(directory, file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return content;
  char part[4096];
  for (ssize_t got = 0; (got = read(descriptor, part, sizeof part)) > 0;)
    content.append(part, static_cast<std::size_t>(got));
  close(descriptor);
  return content;
}

/// Seconds since 1970; 0 if unknown.
std::int64_t startOfParent() {
  const std::string status = contentOf(("/proc/" + std::to_string(getppid()) + "/stat").c_str());
  const std::size_t name = status.rfind(')');
  if (getppid() <= 1 || name == std::string::npos) return 0;
  constexpr int kFieldsBetween = 19;  // between the name and the time it was started, in ticks since the machine was
  std::size_t field = name + 1;
  for (int i = 0; i < kFieldsBetween && field != std::string::npos; ++i) field = status.find(' ', field + 1);
  if (field == std::string::npos) return 0;
  const std::int64_t ticks = strtoll(status.c_str() + field, nullptr, 10);
  timespec sinceBoot{};
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &sinceBoot);
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec - sinceBoot.tv_sec + ticks / sysconf(_SC_CLK_TCK);
}

void appendString(std::string &json, std::string_view text) {
  json += '"';
  for (const char c : text) {
    const bool isPlain = static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
    if (isPlain) {
      json += c;
      continue;
    }
    char escaped[8];
    snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    json += escaped;
  }
  json += '"';
}

void appendKey(std::string &json, const char *key) {
  json += json.size() == 1 ? "\n  " : ",\n  ";
  appendString(json, key);
  json += ": ";
}

void appendKey(std::string &json, const char *key, std::string_view text) {
  appendKey(json, key);
  appendString(json, text);
}

void appendKey(std::string &json, const char *key, std::int64_t number) {
  appendKey(json, key);
  json += std::to_string(number);
}

/// The words of this process.
void appendCommand(std::string &json, std::string_view commandLine) {
  appendKey(json, "command");
  json += '[';
  for (bool isFirst = true; !commandLine.empty(); isFirst = false) {
    const std::string_view word = commandLine.substr(0, commandLine.find('\0'));
    commandLine.remove_prefix(word.size() < commandLine.size() ? word.size() + 1 : word.size());
    if (!isFirst) json += ", ";
    appendString(json, word);
  }
  json += ']';
}

std::string currentFolder() {
  char *folder = getcwd(nullptr, 0);
  std::string text = folder != nullptr ? folder : "";
  free(folder);
  return text;
}

/// As trace/file/Meta.h describes it, which needs a library for JSON.
std::string describeRun(std::uint64_t limit) {
  const std::string commandLine = contentOf("/proc/self/cmdline");
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  std::string json = "{";
  appendKey(json, "schema", trace::kMetaSchema);
  appendKey(json, "format", trace::kVersion);
  appendKey(json, "routineTable", mpi::tableFingerprint());
  appendKey(json, "tool", LOCKSTEP_VERSION);
  appendKey(json, "by", trace::kByRecorder);
  appendCommand(json, commandLine);
  appendKey(json, "program", commandLine.c_str());
  appendKey(json, "workingDirectory", currentFolder());
  appendKey(json, "mpi", LOCKSTEP_MPI_NAME);
  appendKey(json, "ranks", 0);
  appendKey(json, "startTime", time.tv_sec * 1'000'000'000 + time.tv_nsec);
  appendKey(json, "limit", static_cast<std::int64_t>(limit));
  if (const std::string launch = mpi::launchId(); !launch.empty()) appendKey(json, kLaunchKey, launch);
  return json + "\n}\n";
}

bool isOlderThanParent(int directory) {
  struct stat meta {};
  if (fstatat(directory, kMetaFile, &meta, 0) != 0) return false;
  const std::int64_t start = startOfParent();
  return start != 0 && meta.st_mtim.tv_sec + kClockSkew < start;
}

/// Compares a text made by describeRun(): strings in it contain no quotation marks.
bool holdsEarlierRun(int directory) {
  std::string key;
  appendString(key, kLaunchKey);
  key += ": ";
  std::string launch = key;
  appendString(launch, mpi::launchId());
  const std::string meta = contentOf(kMetaFile, directory);
  const bool canTell = !mpi::launchId().empty() && meta.find(key) != std::string::npos;
  return canTell ? meta.find(launch) == std::string::npos : isOlderThanParent(directory);
}

bool isThere(int directory) { return faccessat(directory, kMetaFile, F_OK, 0) == 0; }

/// False with errno set.
bool writeWhole(int directory, const char *name, const std::string &text) {
  const int file = openat(directory, name, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
  if (file < 0) return false;
  const bool isWritten = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  return close(file) == 0 && isWritten;
}

/// False with errno set. If several ranks do this concurrently, each writes its own temporary file, and one is
/// installed.
bool putMeta(int directory, std::uint64_t limit) {
  if (isThere(directory)) return true;
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  const std::string temporary = std::string(".") + kMetaFile + "-" + host + "-" + std::to_string(getpid());
  bool isDone = writeWhole(directory, temporary.c_str(), describeRun(limit));
  if (isDone) {
    isDone = renameat2(directory, temporary.c_str(), directory, kMetaFile, RENAME_NOREPLACE) == 0 || errno == EEXIST;
    if (!isDone) isDone = renameat(directory, temporary.c_str(), directory, kMetaFile) == 0;
  }
  const int error = errno;
  unlinkat(directory, temporary.c_str(), 0);
  errno = error;
  return isDone;
}

}  // namespace

std::uint64_t ownLimit() {
  const auto text = ownOption("trace-limit");
  if (!text) return 0;
  const auto limit = trace::parseSize(*text);
  if (limit && *limit >= trace::kLeastLimit && *limit <= trace::kMostLimit) return *limit;
  const bool isSmall = limit && *limit < trace::kLeastLimit;
  const char *what =
      isSmall ? "is too small; 256K of each rank are kept" : "is not a size (such as 64M); everything is recorded";
  static_assert(trace::kLeastLimit == 256U << 10);
  if (mpi::isFirstRank())
    fprintf(stderr, "lockstep: trace-limit: '%.*s' %s\n", static_cast<int>(text->size()), text->data(), what);
  return isSmall ? trace::kLeastLimit : 0;
}

int openOwnTrace(std::string_view folder, std::uint64_t limit) {
  const std::string path(folder);
  makeFolders(path);
  const int directory = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) {
    say(folder, strerror(errno));
    return -1;
  }
  if (!putMeta(directory, limit))
    say(folder, strerror(errno));
  else if (holdsEarlierRun(directory))
    say(folder, "holds a trace already; remove it or choose another folder");
  else
    return directory;
  close(directory);
  return -1;
}

}  // namespace lockstep::runtime
