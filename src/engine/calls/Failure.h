// What the MPI library says of an error of a call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/support/Ref.h"
#include "report/Rule.h"
#include "trace/Record.h"

namespace lockstep::engine {

struct Failure : Counted {
  bool isFatal = false;   // the library ends the process
  bool isUnused = false;  // the program throws away what the call returns
  std::uint64_t time = 0;
  std::string errorClass;  // its name in the standard; empty: one that the program has added
  std::string words;       // of the library, perhaps several lines

  explicit Failure(const trace::Failure &record);
  /// In one line, the class first. Without what differs from run to run, as addresses do.
  std::string saying() const;
  /// The rule about what the class names, such as an argument; none where the class does not tell.
  std::optional<report::Rule> rule() const;
};
using FailurePtr = Ref<const Failure>;

/// A window that lies elsewhere than its memory.
struct Misplaced : Counted {
  std::int64_t distance = 0;  // in bytes, from where it should be
  std::string library;        // name and version

  explicit Misplaced(const trace::Misplaced &record);
};
using MisplacedPtr = Ref<const Misplaced>;

}  // namespace lockstep::engine
