// The memory spans of an operation's buffers (see semantics/Footprint.h), and of the arrays that it keeps reading.
//
// A derived datatype counts with its whole extent, gaps included; the engine knows the exact bytes. Only if the gaps
// are much larger than the data (absolute addresses of several variables) are its blocks taken one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/Routine.h"
#include "runtime/watch/Watch.h"

namespace lockstep::runtime {

/// A few spans, which most operations have, need no further memory.
class SpanList {
 public:
  void add(const Span &span) {
    if (span.isEmpty()) return;
    if (count_ < kFew)
      few_[count_++] = span;
    else
      more_.push_back(span);
  }
  bool isEmpty() const { return count_ == 0; }

  template <class Visit>
  void forEach(const Visit &visit) const {
    for (unsigned i = 0; i < count_; ++i) visit(few_[i]);
    for (const Span &span : more_) visit(span);
  }

 private:
  static constexpr unsigned kFew = 3;
  Span few_[kFew];
  unsigned count_ = 0;
  std::vector<Span> more_;
};

/// Of the call with these arguments; must be called before it.
SpanList bufferSpans(mpi::Routine routine, const std::int64_t *raw);

/// Of one argument that is a buffer, with its gaps; empty where it is not significant.
Span bufferSpan(mpi::Routine routine, const std::int64_t *raw, int argument);

}  // namespace lockstep::runtime
