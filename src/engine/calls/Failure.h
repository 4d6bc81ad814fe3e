// An error of a call, as described by the MPI library.
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
  bool isUnused = false;  // the program ignores the return value
  std::uint64_t time = 0;
  std::string errorClass;  // name in the standard; empty for a user-defined class
  std::string words;       // message of the library, possibly several lines

  explicit Failure(const trace::Failure &record);
  /// One line, error class first, without details that differ between runs, such as addresses.
  std::string saying() const;
  /// The rule for this error class; none if the class is not specific.
  std::optional<report::Rule> rule() const;
};
using FailurePtr = Ref<const Failure>;

/// A window whose base address differs from its memory.
struct Misplaced : Counted {
  std::int64_t distance = 0;  // in bytes, from the correct address
  std::string library;        // name and version

  explicit Misplaced(const trace::Misplaced &record);
};
using MisplacedPtr = Ref<const Misplaced>;

}  // namespace lockstep::engine
