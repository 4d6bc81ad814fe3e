// lockstep-docgen DIR: writes the manual pages and completions into DIR, laid out as <prefix>/share. Run by the build.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "cli/docgen/ManPage.h"
#include "cli/docgen/ShellCompletion.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

void write(const fs::path &file, const std::string &text) {
  fs::create_directories(file.parent_path());
  if (!(std::ofstream(file) << text << std::flush)) throw usageError("cannot write {}", file.string());
}

void generate(const fs::path &share) {
  write(share / "man/man1/lockstep.1", manPage());
  for (Command *command : Command::all())
    write(share / fmt::format("man/man1/lockstep-{}.1", command->name), manPage(*command));
  for (const WrapperPage &wrapper : kWrapperPages)
    write(share / fmt::format("man/man1/lockstep-{}.1", wrapper.name), manPage(wrapper));
  write(share / "bash-completion/completions/lockstep", bashCompletion());
  write(share / "zsh/site-functions/_lockstep", zshCompletion());
  write(share / "fish/vendor_completions.d/lockstep.fish", fishCompletion());
  for (const WrapperPage &page : kWrapperPages) {
    const std::string wrapper = fmt::format("lockstep-{}", page.name);
    write(share / "bash-completion/completions" / wrapper, bashCompletionOfWrapper(wrapper));
    write(share / "fish/vendor_completions.d" / (wrapper + ".fish"), fishCompletionOfWrapper(wrapper));
  }
}

}  // namespace

}  // namespace lockstep::cli

int main(int argc, char **argv) {
  try {
    if (argc != 2) throw lockstep::cli::usageError("usage: lockstep-docgen DIR");
    lockstep::cli::generate(argv[1]);
    return 0;
  } catch (const std::exception &error) {
    fmt::print(stderr, "lockstep-docgen: {}\n", error.what());
    return lockstep::cli::kUsage;
  }
}
