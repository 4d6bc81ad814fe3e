// library-fault: the library has created a window at another address than that of the memory passed or returned.
//
// Accesses of other ranks through it go to the wrong place. Reported once per process: it is a fault of the library,
// and the same for every window.
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("library-fault");

class LibraryFault final : public ProcessRule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return routine.effect == mpi::Effect::WinCreate; }

  void onLeave(const Call &call, const Result &result, ProcessContext &context) override {
    if (!result.misplaced || !told_.insert(call.rank()).second) return;
    const std::int64_t distance = result.misplaced->distance;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("{} places the window {} bytes {} its memory: accesses of other ranks go to wrong addresses",
                                result.misplaced->library, std::abs(distance), distance < 0 ? "below" : "above"),
                    call, "created here");
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
