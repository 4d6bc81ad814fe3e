// Turns records into events of a process.
//
// Definitions are stored, calls are decoded, and records that precede the Enter or Leave that they belong to (array
// arguments, values, memory) are kept until then. Events of a process without a rank are held back until it has one;
// those of a world other than the first are dropped.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "engine/Coverage.h"
#include "engine/World.h"
#include "engine/matching/Collectives.h"

namespace lockstep::engine {

/// The receiver of events.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void take(Process &, Event &&) = 0;
  /// Plain accesses of a process with a rank. They are frequent, and few have to wait. `operation`: the user-defined
  /// reduction that makes them, or 0.
  virtual void access(Process &, unsigned thread, std::uint64_t operation, const trace::Access &) = 0;
  virtual void access(Process &, unsigned thread, std::uint64_t operation, const trace::AccessBits &) = 0;
};

class Intake {
 public:
  Intake(World &world, Collectives &collectives, EventSink &sink)
      : world_(world), collectives_(collectives), sink_(sink) {}

  void feed(const trace::RecordView &record);
  /// While the job runs: its records up to this time have been read.
  void readUntil(std::uint64_t time);
  /// The process is gone: by the last signal recorded, or for an unrecorded reason.
  void end(Process &process);

  const Coverage &coverage() const { return coverage_; }

 private:
  void identify(Process &process, const trace::Process &record);
  void setWorldSize(std::uint32_t size);
  void enter(Process &process, const trace::RecordView &record);
  void orderThreads(Process &process, const trace::RecordView &record);
  void noteValue(Process &process, const trace::RecordView &record);
  template <class Accesses>
  void access(Process &process, unsigned thread, const Accesses &accesses);
  void pass(Process &process, Event &&event);

  World &world_;
  Collectives &collectives_;
  EventSink &sink_;
  std::uint64_t calls_ = 0;  // of all processes
  std::uint64_t readUntil_ = 0;
  Coverage coverage_;
  std::set<std::string> unmodelled_;
};

}  // namespace lockstep::engine
