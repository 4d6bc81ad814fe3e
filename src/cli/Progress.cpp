#include "cli/Progress.h"

#include <unistd.h>

#include "cli/Say.h"

namespace lockstep::cli {
namespace {

constexpr auto kFirst = std::chrono::seconds(1);  // what is done sooner needs no line
constexpr auto kEvery = std::chrono::milliseconds(250);
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

}  // namespace

std::string describeProgress(double part, std::uint64_t records, std::chrono::duration<double> taken) {
  std::string line = fmt::format("analysing: {:3.0f} %, {} records/s", 100 * part,
                                 describeRate(static_cast<double>(records) / taken.count()));
  if (part >= kGuessable) line += fmt::format(", {} left", describeTime(taken.count() * (1 - part) / part));
  return line;
}

Progress::Progress(bool isWanted) : isShown_(isWanted && ::isatty(STDERR_FILENO) == 1), next_(begun_ + kFirst) {}

Progress::~Progress() {
  if (isDrawn_) say("{}", kWipe);
}

bool Progress::isTime() { return Clock::now() >= next_; }

void Progress::show(double part) {
  isDrawn_ = true;
  next_ = Clock::now() + kEvery;
  say("{}{}", kWipe, describeProgress(part, records_, Clock::now() - begun_));
}

}  // namespace lockstep::cli
