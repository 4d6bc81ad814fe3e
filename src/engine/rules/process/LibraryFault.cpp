// library-fault: the library has made a window that lies elsewhere than the memory that it was given or has returned.
//
// All that other ranks write through it goes to the wrong place. Once per process: it is the library's fault, and the
// same for every window.
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("library-fault");

class LibraryFault final : public Rule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return routine.effect == mpi::Effect::WinCreate; }

  void onLeave(const Call &call, const Result &result, Context &context) override {
    if (!result.misplaced || !told_.insert(call.rank()).second) return;
    const std::int64_t distance = result.misplaced->distance;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("{} puts the window {} bytes {} its memory: what other ranks put into it goes astray",
                                result.misplaced->library, std::abs(distance), distance < 0 ? "below" : "above"),
                    call, "made here");
    const bool isGiven = call.routine->indexOf(mpi::Role::WindowBase) >= 0;
    finding.help =
        fmt::format("{}, or use another version of the library",
                    isGiven ? "align the memory to 16 bytes" : "allocate a multiple of 16 bytes on every rank");
    context.report(std::move(finding));
  }

 private:
  std::set<int> told_;  // ranks
};

const Registration<LibraryFault> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
