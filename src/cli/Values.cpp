#include "cli/Values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "cli/base/MpiFlavor.h"
#include "report/Rule.h"
#include "trace/file/Size.h"

namespace lockstep::cli {

namespace {

constexpr double kMostSeconds = 1e9;  // thirty years; still representable in a clock

/// The number that is all of the text. A number that is too large or too small for the type is none.
template <class Number>
std::errc parseWhole(const std::string &text, Number &number) {
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return stop == end ? error : std::errc::invalid_argument;
}

std::string rangeError(const std::string &text, long low, long high, const std::string &what) {
  long number = 0;
  const std::errc error = parseWhole(text, number);
  if (error == std::errc::invalid_argument) return fmt::format("'{}' is not a whole number", text);
  const bool isOutside = error == std::errc::result_out_of_range;
  if (isOutside ? text.starts_with('-') : number < low) return fmt::format("{} must be at least {}", what, low);
  if (isOutside || number > high) return fmt::format("{} must be at most {}", what, high);
  return {};
}

std::string timeError(const std::string &text) {
  double number = 0;
  const std::errc error = parseWhole(text, number);
  if (error == std::errc::invalid_argument) return fmt::format("'{}' is not a number of seconds", text);
  if (error != std::errc::result_out_of_range && !(number > 0)) return "must be more than 0 seconds";
  if (error == std::errc::result_out_of_range || number > kMostSeconds)
    return fmt::format("must be at most {:.0f} seconds", kMostSeconds);
  return {};
}

std::string sizeError(const std::string &text) {
  const auto size = trace::parseSize(text);
  if (!size) return fmt::format("'{}' is not a size (as 512K, 64M and 2G are)", text);
  if (*size < trace::kLeastLimit) return fmt::format("must be at least {}K", trace::kLeastLimit >> 10);
  if (*size > trace::kMostLimit) return "is too large";
  return {};
}

std::string choiceError(const std::string &text, const std::vector<std::string> &words) {
  if (std::ranges::find(words, text) != words.end()) return {};
  const std::vector<std::string> first(words.begin(), words.end() - 1);
  return fmt::format("'{}' is neither {} nor {}", text, fmt::join(first, ", "), words.back());
}

/// A validator's name is used nowhere else: it stores the words.
std::string nameFor(const std::vector<std::string> &words) { return fmt::format("{}", fmt::join(words, " ")); }

}  // namespace

CLI::Validator wholeNumber(long low, long high, std::string what) {
  return {[=](const std::string &text) { return rangeError(text, low, high, what); }, ""};
}

CLI::Validator seconds() {
  return {[](const std::string &text) { return timeError(text); }, ""};
}

CLI::Validator traceSize() {
  return {[](const std::string &text) { return sizeError(text); }, ""};
}

CLI::Validator oneOf(const std::vector<std::string> &words) {
  return {[words](const std::string &text) { return choiceError(text, words); }, "", nameFor(words)};
}

CLI::Validator proposed(const std::vector<std::string> &words) {
  return {[](const std::string &) { return std::string(); }, "", nameFor(words)};
}

/// CLI11 returns validators only of mutable options, and throws if there are none.
std::vector<std::string> wordsFor(const CLI::Option &option) try {
  std::istringstream name(const_cast<CLI::Option &>(option).get_validator(0)->get_name());
  return {std::istream_iterator<std::string>(name), {}};
} catch (const CLI::OptionNotFound &) {
  return {};
}

CLI::Validator mpiName() { return oneOf(mpiNames()); }

std::vector<std::string> mpiNames() {
  std::vector<std::string> names;
  for (const MpiFlavor flavor : kMpiFlavors) names.emplace_back(name(flavor));
  return names;
}

std::vector<std::string> ruleIds() {
  std::vector<std::string> ids;
  for (const report::RuleInfo &info : report::rules()) ids.emplace_back(info.id);
  return ids;
}

std::optional<bool> truthOf(std::string_view value) {
  constexpr std::array<std::string_view, 4> kTrue{"true", "1", "on", "yes"};
  constexpr std::array<std::string_view, 4> kFalse{"false", "0", "off", "no"};
  if (std::ranges::find(kTrue, value) != kTrue.end()) return true;
  if (std::ranges::find(kFalse, value) != kFalse.end()) return false;
  return std::nullopt;
}

}  // namespace lockstep::cli
