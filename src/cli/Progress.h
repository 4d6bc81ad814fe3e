// How far long work is: one line on a terminal, renewed a few times a second and wiped at the end. Nothing when piped.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace lockstep::cli {

/// "analysing:  42 %, 1.3 M records/s, 12 s left". The rest of the time is told once it can be guessed.
std::string describeProgress(double part, std::uint64_t records, std::chrono::duration<double> taken);

class Progress {
 public:
  /// Shown only where `isWanted` and stderr is a terminal.
  explicit Progress(bool isWanted);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress();

  /// To be called for every record; `part` tells what is done, from 0 to 1, and is asked when it is shown.
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

}  // namespace lockstep::cli
