#include "cli/docgen/ManPage.h"

#include <algorithm>
#include <sstream>

#include "cli/Help.h"
#include "report/Document.h"

namespace lockstep::cli {

namespace {

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// Escapes roff requests and escapes; hyphens remain copyable.
std::string escaped(std::string_view text) {
  std::string result;
  bool atLineStart = true;
  for (const char c : text) {
    if (atLineStart && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    atLineStart = c == '\n';
  }
  return result;
}

class Page {
 public:
  Page(const std::string &title, std::string_view summary) {
    text_ =
        fmt::format(".TH {} 1 \"\" \"Lockstep {}\" \"User Commands\"\n", escaped(upper(title)), report::toolVersion());
    section("NAME");
    text_ += fmt::format("{} \\- {}\n", escaped(title), escaped(summary));
  }

  void section(std::string_view name) { text_ += fmt::format(".SH {}\n", name); }
  void paragraph(std::string_view text) { text_ += fmt::format(".PP\n{}\n", escaped(text)); }
  void item(std::string_view head, std::string_view text) {
    text_ += fmt::format(".TP\n.B {}\n{}\n", escaped(head), escaped(text));
  }
  /// Lines that stay as they are.
  void verbatim(std::string_view lines) { text_ += fmt::format(".PP\n.nf\n{}\n.fi\n", escaped(lines)); }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string headOf(const CLI::Option &option) {
  std::string names = option.get_name(false, true);
  for (std::size_t comma = 0; (comma = names.find(',', comma)) != std::string::npos; comma += 2)
    names.insert(comma + 1, " ");
  if (option.get_positional() || option.get_type_size() == 0 || option.get_type_name().empty()) return names;
  return names + " " + option.get_type_name();
}

std::string_view trimmedLines(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

void addOptions(Page &page, const CLI::App &app) {
  page.section("OPTIONS");
  for (const bool positional : {true, false})
    for (const CLI::Option *option : app.get_options())
      if (option->get_positional() == positional) page.item(headOf(*option), option->get_description());
}

/// The end of a help text: the examples, then the rest.
void addFooter(Page &page, std::string_view footer) {
  constexpr std::string_view kHead = "Examples:\n";
  if (!footer.starts_with(kHead)) return;
  footer.remove_prefix(kHead.size());
  const std::size_t end = footer.find("\n\n");
  page.section("EXAMPLES");
  page.verbatim(trimmedLines(footer.substr(0, end)));
  if (end == std::string_view::npos) return;
  page.section("NOTES");
  page.paragraph(trimmedLines(footer.substr(end)));
}

void addExitStatus(Page &page, const Command *command = nullptr) {
  page.section("EXIT STATUS");
  for (const ExitStatus &exit : exitStatuses(command)) page.item(exit.status, exit.meaning);
}

/// All other pages; `self` is the name after "lockstep-".
void addSeeAlso(Page &page, std::string_view self) {
  page.section("SEE ALSO");
  std::vector<std::string> pages;
  if (!self.empty()) pages.push_back("lockstep(1)");
  const auto add = [&](std::string_view name) {
    if (name != self) pages.push_back(fmt::format("lockstep-{}(1)", name));
  };
  for (const Command *command : Command::all()) add(command->name);
  for (const WrapperPage &wrapper : kWrapperPages) add(wrapper.name);
  page.paragraph(fmt::format("{}", fmt::join(pages, ", ")));
}

/// The words and variables of the compiler wrappers' own; all other words are the compiler's.
struct WrapperWord {
  std::string_view word;
  std::string_view meaning;
};

constexpr WrapperWord kWrapperWords[] = {
    {"--mpi NAME", "compile for mpich or openmpi (default: that of the mpicc in PATH)"},
    {"--compiler=gcc|clang", "who makes the object (default clang); clang or flang looks at the source beside gcc"},
    {"-Wlockstep, -Wno-lockstep", "apply the rules to this compilation (default), or do not"},
    {"-flockstep, -fno-lockstep", "let a run see the loads and stores of this compilation (default), or do not"},
    {"-flockstep-ignorelist=FILE", "leave out the functions and files that FILE names, as clang's sanitizers read it"},
    {"-Werror=lockstep, -Wno-error=lockstep", "let an error of the rules fail the compilation, or do not (default)"},
    {"-Werror=lockstep=warning", "let a warning of the rules fail it, too"},
};

constexpr WrapperWord kWrapperVariables[] = {
    {"LOCKSTEP_MPI", "as --mpi"},
    {"LOCKSTEP_COMPILER", "as --compiler="},
    {"LOCKSTEP_WRAPPER", "off: do what the plain wrapper of the MPI does, for configure steps"},
};

}  // namespace

std::string manPage(const WrapperPage &wrapper) {
  const std::string program = fmt::format("lockstep-{}", wrapper.name);
  Page page(program, fmt::format("compile {} for MPI and look for errors of its use", wrapper.language));
  page.section("SYNOPSIS");
  page.verbatim(program + " [options of the compiler] FILE...");
  page.section("DESCRIPTION");
  page.paragraph(
      fmt::format("A drop-in compiler ({}={}): passes every word on to {}, adds what the MPI needs, and shows what the "
                  "static rules find among the compiler's own messages.",
                  wrapper.variable, program, wrapper.compiler));
  page.section("OPTIONS");
  for (const WrapperWord &word : kWrapperWords) page.item(word.word, word.meaning);
  page.section("ENVIRONMENT");
  for (const WrapperWord &variable : kWrapperVariables) page.item(variable.word, variable.meaning);
  page.section("EXIT STATUS");
  page.item("64", "wrong usage, or a compiler or MPI that is not installed");
  page.item("else", "the compiler's own");
  page.section("EXAMPLES");
  page.verbatim(fmt::format("  make {0}={1}\n  {1} -g -O2 -c {2}\n  LOCKSTEP_WRAPPER=off ./configure {0}={1}",
                            wrapper.variable, program, wrapper.example));
  addSeeAlso(page, wrapper.name);
  return page.take();
}

std::string manPage() {
  Page page("lockstep", "find where the ranks of an MPI program fall out of step");
  page.section("SYNOPSIS");
  page.verbatim("lockstep COMMAND [options]");
  page.section("DESCRIPTION");
  page.paragraph(kPurpose);
  page.section("COMMANDS");
  for (const Command *command : Command::all()) page.item(command->name, command->summary);
  page.section("ENVIRONMENT");
  page.item("LOCKSTEP_OPTIONS",
            "options as key=value:key:..., where a key is the name of an option without its dashes");
  addExitStatus(page);
  page.section("EXAMPLES");
  page.verbatim(trimmedLines(kGeneralExamples));
  addSeeAlso(page, "");
  return page.take();
}

std::string manPage(Command &command) {
  CommonOptions common;
  const std::unique_ptr<CLI::App> app = makeApp(command, common);
  Page page(fmt::format("lockstep-{}", command.name), command.summary);
  page.section("SYNOPSIS");
  page.verbatim(fmt::format("{}", fmt::join(usageLines(*app), "\n")));
  addOptions(page, *app);
  addFooter(page, command.examples);
  addExitStatus(page, &command);
  addSeeAlso(page, command.name);
  return page.take();
}

}  // namespace lockstep::cli
