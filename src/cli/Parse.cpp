#include "cli/Parse.h"
#include "cli/run/LaunchLine.h"

#include <algorithm>
#include <optional>

#include "cli/Values.h"
#include "cli/base/Log.h"
#include "cli/base/Nearest.h"

namespace lockstep::cli {

namespace {

using Words = std::vector<std::string>;

bool isFlag(const CLI::Option &option) { return option.get_items_expected_max() == 0; }
bool needsValue(const CLI::Option &option) { return option.get_items_expected_min() > 0; }

std::string seeHelp(const CLI::App &app) { return fmt::format("(see `{} --help`)", app.get_name()); }

Failure unknownOption(const CLI::App &app, const std::string &word) {
  const std::string name = word.substr(0, word.find('='));
  // `-timeout` is as near to `--timeout` as `--timout` is.
  const std::string asLong = name.starts_with("--") || name.size() == 2 ? name : "-" + name;
  return usageError("unknown option '{}'{} {}", name, didYouMean(asLong, spellings(app)), seeHelp(app));
}

/// Scans the options before the tail, and finds where the tail begins.
class Scan {
 public:
  Scan(const CLI::App &app, Tail tail, Words &words) : app_(app), tail_(tail), words_(words) {}

  void run() {
    for (; at_ < words_.size() && words_[at_] != "--"; ++at_) {
      const bool isOption = words_[at_].size() > 1 && words_[at_].starts_with('-');
      if (!isOption && tail_ == Tail::FromFirstWord) return;
      if (isOption) takeOption();
    }
  }

  bool wantsHelp() const { return wantsHelp_; }
  std::set<std::string> take() { return std::move(given_); }

 private:
  void takeOption() {
    std::string &word = words_[at_];
    if (word == "-np" && app_.get_option_no_throw("-n")) word = "-n";  // as the launchers of MPI call it
    if (word.starts_with("--")) return takeLong(word);
    if (word.size() > 2 && word[2] == '=') dropEqualsSign(word);
    takeShort(word);
  }

  /// `-n=4` is `-n4`.
  void dropEqualsSign(std::string &word) const {
    const CLI::Option *option = app_.get_option_no_throw(word.substr(0, 2));
    if (!option) throw unknownOption(app_, word);
    if (isFlag(*option)) throw usageError("{} takes no value; write {}", word.substr(0, 2), option->get_name());
    word.erase(2, 1);
  }

  void takeLong(const std::string &word) {
    const std::size_t equals = word.find('=');
    const CLI::Option *option = app_.get_option_no_throw(word.substr(0, equals));
    if (!option) throw unknownOption(app_, word);
    note(*option);
    if (equals == std::string::npos)
      takeNextWord(*option);
    else if (equals + 1 == word.size() && mayBeEmpty(*option))
      splitOffEmptyValue(equals);
    else
      checkValue(*option, word.substr(equals + 1));
  }

  /// CLI11 would take the next argument as the value.
  void splitOffEmptyValue(std::size_t equals) {
    words_[at_].erase(equals);
    ++at_;
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(at_), std::string());
  }

  /// Short options in one argument, the last one possibly with a value.
  void takeShort(const std::string &word) {
    if (app_.get_option_no_throw("-" + word.substr(0, word.find('=')))) throw unknownOption(app_, word);
    for (std::size_t i = 1; i < word.size(); ++i) {
      const CLI::Option *option = app_.get_option_no_throw(std::string("-") + word[i]);
      if (!option) throw unknownOption(app_, word);
      note(*option);
      if (isFlag(*option)) continue;
      if (i + 1 == word.size()) takeNextWord(*option);
      return;
    }
  }

  void note(const CLI::Option &option) {
    given_.insert(option.get_name());
    if (&option == app_.get_help_ptr()) wantsHelp_ = true;
  }

  void takeNextWord(const CLI::Option &option) {
    if (isFlag(option)) return;
    const bool isThere = at_ + 1 < words_.size() && words_[at_ + 1] != "--" && !isOurOption(words_[at_ + 1]);
    if (!needsValue(option) && (!isThere || words_[at_ + 1].starts_with("--"))) return;
    if (!isThere || !words_[at_ + 1].empty() || !mayBeEmpty(option))
      checkValue(option, isThere ? words_[at_ + 1] : std::string());
    ++at_;
  }

  void checkValue(const CLI::Option &option, const std::string &value) const {
    if (value.empty()) throw usageError("{} needs a value: {}", option.get_name(), option.get_type_name());
    if (isFlag(option) && !truthOf(value))
      throw usageError("{}: '{}' is neither true nor false", option.get_name(), value);
  }

  bool isOurOption(const std::string &word) const {
    return word.size() > 1 && word.starts_with('-') && app_.get_option_no_throw(word.substr(0, word.find('=')));
  }

  const CLI::App &app_;
  const Tail tail_;
  Words &words_;
  std::size_t at_ = 0;
  bool wantsHelp_ = false;
  std::set<std::string> given_;
};

/// What follows the program are its arguments, which users may forget: notes Lockstep options there that no program
/// would have by coincidence. Short options are ambiguous, except the number of ranks if it was not given.
void noteMisplaced(const CLI::App &app, const Invocation &invocation) {
  const Words &tail = invocation.tail;
  if (invocation.common.quiet || tail.empty() || tail.front() == "--" || isLauncher(tail.front())) return;
  for (std::size_t i = 1; i < tail.size() && tail[i] != "--"; ++i) {
    const bool isLong = tail[i].starts_with("--") && app.get_option_no_throw(tail[i].substr(0, tail[i].find('=')));
    const bool isRanks = (tail[i] == "-n" || tail[i] == "-np") && !invocation.given.contains("-n");
    if (!isLong && !isRanks) continue;
    return say("lockstep: note: {} is passed to {}; options of `{}` stand before the program\n", tail[i], tail.front(),
               app.get_name());
  }
}

/// Splits off arguments that CLI11 must not see.
Words takeTailAfterDashes(Words &words) {
  const auto dashes = std::ranges::find(words, "--");
  if (dashes == words.end()) return {};
  Words tail(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return tail;
}

/// Rewords CLI11's message. Values have been checked by validators with their own messages.
Failure inOurWords(const CLI::App &app, const CLI::ParseError &error) {
  for (const CLI::Option *option : app.get_options())
    if (dynamic_cast<const CLI::RequiredError *>(&error) && option->get_required() && option->count() == 0)
      return usageError("no {} given: {} {}", option->get_name(true), option->get_description(), seeHelp(app));
  if (dynamic_cast<const CLI::ValidationError *>(&error)) return usageError("{}", error.what());
  return usageError("{} {}", error.what(), seeHelp(app));
}

}  // namespace

bool mayBeEmpty(const CLI::Option &option) { return option.get_type_name() == kFlagsType; }

std::vector<std::string> spellings(const CLI::Option &option) {
  Words words;
  for (const std::string &name : option.get_snames()) words.push_back("-" + name);
  for (const std::string &name : option.get_lnames()) words.push_back("--" + name);
  return words;
}

std::vector<std::string> spellings(const CLI::App &app) {
  Words all;
  for (const CLI::Option *option : app.get_options()) std::ranges::move(spellings(*option), std::back_inserter(all));
  return all;
}

bool parseWords(const Command &command, CLI::App &app, Words words, Invocation &invocation) {
  Scan scan(app, command.tail, words);
  scan.run();
  if (scan.wantsHelp()) return false;
  invocation.given = scan.take();

  if (command.tail == Tail::FromFirstWord) app.prefix_command();
  if (command.tail == Tail::AfterDashes) invocation.tail = takeTailAfterDashes(words);
  app.allow_extras();
  Words defaults = wordsFromEnvironment(app);
  Scan(app, Tail::None, defaults).run();
  words.insert(words.begin(), defaults.begin(), defaults.end());
  std::ranges::reverse(words);  // CLI11 takes them from the back
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError &error) {
    throw inOurWords(app, error);
  }
  const Words left = app.remaining();
  if (command.tail == Tail::FromFirstWord)
    invocation.tail = left;
  else if (!left.empty())
    throw usageError("unexpected word '{}' {}", left.front(), seeHelp(app));
  if (command.tail == Tail::FromFirstWord) noteMisplaced(app, invocation);
  return true;
}

}  // namespace lockstep::cli
