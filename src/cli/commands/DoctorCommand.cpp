// lockstep doctor: reports which parts of Lockstep work on this machine, and how to fix the others.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/color.h>
#include <nlohmann/json.hpp>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/doctor/Diagnosis.h"
#include "report/Document.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(Examples:
  lockstep doctor              what was found, what will not work, and how to mend it
  lockstep doctor -q           problems only
  lockstep doctor --json       the same as a JSON document on stdout; a FILE may follow

The exit status is 0 where `lockstep run` works with an MPI, and 70 where it cannot.)";

constexpr int kSchema = 1;

fmt::terminal_color colorOf(Check::State state) {
  switch (state) {
    case Check::State::Ok:
      return fmt::terminal_color::green;
    case Check::State::Warning:
      return fmt::terminal_color::magenta;
    case Check::State::Problem:
      return fmt::terminal_color::red;
  }
  return fmt::terminal_color::white;
}

constexpr std::size_t kMarkWidth = 8;

std::string mark(Check::State state, bool colored) {
  const std::string word = fmt::format("{:<{}}", name(state), kMarkWidth);
  return colored ? fmt::format(fmt::emphasis::bold | fmt::fg(colorOf(state)), "{}", word) : word;
}

void print(const Check &check, std::size_t nameWidth, bool colored) {
  fmt::print("{} {:<{}}  {}\n", mark(check.state, colored), check.name, nameWidth, check.detail);
  if (!check.mend.empty()) fmt::print("{:<{}}  help: {}\n", "", kMarkWidth + 1 + nameWidth, check.mend);
}

std::vector<std::string_view> namesOf(const std::vector<MpiFlavor> &flavors) {
  std::vector<std::string_view> names;
  std::ranges::transform(flavors, std::back_inserter(names), [](MpiFlavor flavor) { return name(flavor); });
  return names;
}

std::string summary(const Diagnosis &diagnosis) {
  const auto warnings = std::ranges::count(diagnosis.checks, Check::State::Warning, &Check::state);
  const std::string tail = warnings == 0 ? "" : fmt::format("; {} warning{}", warnings, warnings == 1 ? "" : "s");
  if (!diagnosis.isUsable()) return "lockstep: `lockstep run` cannot work here" + tail;
  return fmt::format("lockstep: ready to run programs of {}{}", fmt::join(namesOf(diagnosis.usable), " and "), tail);
}

void printText(const Diagnosis &diagnosis, const CommonOptions &options) {
  std::size_t width = 0;
  for (const Check &check : diagnosis.checks) width = std::max(width, check.name.size());
  for (const Check &check : diagnosis.checks)
    if (!options.quiet || check.state != Check::State::Ok) print(check, width, options.colored(STDOUT_FILENO));
  if (!options.quiet) fmt::print("\n{}\n", summary(diagnosis));
}

std::string toJson(const Diagnosis &diagnosis) {
  nlohmann::ordered_json document = {{"schema", kSchema},
                                     {"tool", {{"name", "lockstep"}, {"version", report::toolVersion()}}},
                                     {"command", "doctor"},
                                     {"usable", diagnosis.isUsable()},
                                     {"mpis", namesOf(diagnosis.usable)},
                                     {"checks", nlohmann::ordered_json::array()}};
  for (const Check &check : diagnosis.checks)
    document["checks"].push_back(
        {{"name", check.name}, {"state", name(check.state)}, {"detail", check.detail}, {"mend", check.mend}});
  return document.dump(2) + "\n";
}

class DoctorCommand : public Command {
 public:
  DoctorCommand()
      : Command("doctor", "check this machine and say how to fix what does not work", kExamples, Tail::None,
                Common::Look) {}

  void define(CLI::App &app) override {
    // Not from the environment, where `json` requests a document of findings.
    app.add_option("--json", json_, "JSON instead of text, to FILE or to stdout")
        ->type_name("FILE")
        ->expected(0, 1)
        ->configurable(false);
    app.get_option("--quiet")->description("print problems only");
    app.get_option("--verbose")->description(kChangesNothing);
    app.parse_complete_callback([this, &app] { wantsJson_ = app.count("--json") > 0; });
  }

  int run(const Invocation &invocation) override {
    const Diagnosis diagnosis = diagnose(thisMachine());
    if (wantsJson_)
      writeJson(diagnosis);
    else
      printText(diagnosis, invocation.common);
    return diagnosis.isUsable() ? kSuccess : kInternal;
  }

 private:
  void writeJson(const Diagnosis &diagnosis) const {
    const std::string file = json_.empty() ? std::string(kStdout) : json_;
    writeOrThrow(toJson(diagnosis), file);
  }

  std::string json_;
  bool wantsJson_ = false;
};

DoctorCommand doctorCommand;

}  // namespace

}  // namespace lockstep::cli
