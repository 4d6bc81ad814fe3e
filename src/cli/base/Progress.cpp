#include "cli/base/Progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "cli/Deliver.h"
#include "cli/base/Log.h"

namespace lockstep::cli {
namespace {

constexpr auto kFirst = std::chrono::seconds(1);  // shorter tasks need no progress line
constexpr auto kEvery = std::chrono::milliseconds(250);
constexpr auto kEveryOfRun = std::chrono::seconds(1);
constexpr double kGuessable = 0.02;
constexpr const char *kWipe = "\r\033[K";

std::string describeTime(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  if (seconds < 3600) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string describeRate(double perSecond) {
  return perSecond < 1e6 ? fmt::format("{:.0f} k", perSecond / 1e3) : fmt::format("{:.1f} M", perSecond / 1e6);
}

std::string describeCount(std::uint64_t count) {
  if (count < 10'000) return fmt::format("{}", count);
  if (count < 10'000'000) return fmt::format("{} k", count / 1000);
  return fmt::format("{} M", count / 1'000'000);
}

std::size_t terminalWidth() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool canMoveCursor() {
  const char *terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

/// At the right edge: the cursor is saved before and put back afterwards.
std::string atRightEdge(std::size_t column, std::string_view text) {
  return fmt::format("\0337\033[{}G\033[K{}\0338", column, text);
}

}  // namespace

std::string describeProgress(double part, std::uint64_t records, std::chrono::duration<double> taken) {
  std::string line = fmt::format("analyzing: {:3.0f} %, {} records/s", 100 * part,
                                 describeRate(static_cast<double>(records) / taken.count()));
  if (part >= kGuessable) line += fmt::format(", {} left", describeTime(taken.count() * (1 - part) / part));
  return line;
}

Progress::Progress(bool isWanted) : isShown_(isWanted && ::isatty(STDERR_FILENO) == 1), next_(begun_ + kFirst) {}

Progress::~Progress() {
  if (isDrawn_) say("{}", kWipe);
}

StepProgress::StepProgress(bool isWanted, std::function<std::string(std::chrono::seconds)> text)
    : text_(std::move(text)) {
  if (isWanted && ::isatty(STDERR_FILENO) == 1)
    drawing_ = std::jthread([this](const std::stop_token &stop) { draw(stop); });
}

StepProgress::~StepProgress() {
  if (!drawing_.joinable()) return;
  drawing_.request_stop();
  drawing_.join();
  if (isDrawn_) say("{}", kWipe);
}

void StepProgress::draw(const std::stop_token &stop) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begun = Clock::now();
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  for (auto next = begun + kFirst; !stopped.wait_until(lock, stop, next, [] { return false; }); next += kEvery) {
    if (stop.stop_requested()) return;
    isDrawn_ = true;
    say("{}{}", kWipe, text_(std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begun)));
  }
}

std::string describeRun(std::uint64_t calls, std::size_t findings, std::chrono::duration<double> taken) {
  return fmt::format("{} MPI calls, {} finding{}, {}", describeCount(calls), findings, findings == 1 ? "" : "s",
                     describeTime(taken.count()));
}

RunProgress::RunProgress(bool isWanted)
    : isShown_(isWanted && ::isatty(STDERR_FILENO) == 1 && canMoveCursor()), next_(begun_ + kFirst) {}

void RunProgress::show(std::uint64_t calls, std::size_t findings) {
  const auto now = Clock::now();
  if (!isShown_ || now < next_) return;
  next_ = now + kEveryOfRun;
  const std::string text = "lockstep: " + describeRun(calls, findings, now - begun_);
  const std::size_t width = terminalWidth();
  wipe();
  if (width <= text.size()) return;
  writeAtOnce(atRightEdge(width - text.size(), text));
  drawn_ = text.size();
}

void RunProgress::wipe() {
  const std::size_t width = terminalWidth();
  if (drawn_ > 0 && width > drawn_) writeAtOnce(atRightEdge(width - drawn_, ""));
  drawn_ = 0;
}

bool Progress::isTime() { return Clock::now() >= next_; }

void Progress::show(double part) {
  isDrawn_ = true;
  next_ = Clock::now() + kEvery;
  say("{}{}", kWipe, describeProgress(part, records_, Clock::now() - begun_));
}

}  // namespace lockstep::cli
