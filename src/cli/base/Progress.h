// Progress of long work: one line on a terminal, updated a few times a second and erased at the end. Nothing when
// piped.
//
// The terminal of a job belongs to the program: the progress of a run is shown at the right edge of the cursor's line,
// and the cursor stays where the program left it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

namespace lockstep::cli {

/// "analyzing:  42 %, 1.3 M records/s, 12 s left". The rest of the time is told once it can be guessed.
std::string describeProgress(double part, std::uint64_t records, std::chrono::duration<double> taken);

class Progress {
 public:
  /// Shown only where `isWanted` and stderr is a terminal.
  explicit Progress(bool isWanted);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress();

  /// To be called for every record; `part` returns the finished fraction, from 0 to 1, and is called only for output.
  template <class Part>
  void note(Part part) {
    if (isShown_ && ++records_ % kLook == 0 && isTime()) show(part());
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kLook = 4096;

  bool isTime();
  void show(double part);

  bool isShown_;
  bool isDrawn_ = false;
  std::uint64_t records_ = 0;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point next_;
};

/// Progress of work that is done by other threads or processes.
class StepProgress {
 public:
  /// Shown only where `isWanted` and stderr is a terminal. `text` tells what is shown, given the elapsed time; it is
  /// called in a thread of its own.
  StepProgress(bool isWanted, std::function<std::string(std::chrono::seconds)> text);
  StepProgress(const StepProgress &) = delete;
  StepProgress &operator=(const StepProgress &) = delete;
  ~StepProgress();

 private:
  void draw(const std::stop_token &stop);

  std::function<std::string(std::chrono::seconds)> text_;
  bool isDrawn_ = false;
  std::jthread drawing_;
};

/// "12 k MPI calls, 1 finding, 75 s"
std::string describeRun(std::uint64_t calls, std::size_t findings, std::chrono::duration<double> taken);

class RunProgress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Shown only where `isWanted` and stderr is a terminal.
  explicit RunProgress(bool isWanted);
  RunProgress(const RunProgress &) = delete;
  RunProgress &operator=(const RunProgress &) = delete;
  ~RunProgress() { wipe(); }

  /// To be called a few times a second.
  void show(std::uint64_t calls, std::size_t findings);
  /// Before anything else is printed.
  void wipe();

 private:
  bool isShown_;
  std::size_t drawn_ = 0;  // characters at the right edge
  Clock::time_point begun_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace lockstep::cli
