#include "cli/analyze/ResultMerge.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "cli/Command.h"
#include "report/formats/JsonWriter.h"
#include "report/text/WholeFile.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

std::uint64_t newNumber() {
  std::random_device random;
  return (std::uint64_t{random()} << 32U | random()) | 1U;  // not 0
}

}  // namespace

std::string toText(const Sign &sign) {
  std::string text = fmt::format("{} {}", sign.number, sign.beat);
  for (const auto &[index, number] : sign.answers) text += fmt::format(" {} {}", index, number);
  return text + '\n';
}

Sign parseSign(const std::string &text) {
  std::istringstream words(text);
  Sign sign;
  if (!(words >> sign.number >> sign.beat)) return {};
  unsigned index = 0;
  std::uint64_t number = 0;
  while (words >> index >> number) sign.answers[index] = number;
  return sign;
}

ResultMerge::ResultMerge(const fs::path &trace, engine::Share share, const GatheringTimes &times)
    : share_(share), times_(times), folder_(trace / fmt::format(".analysis-by-{}", share.count)) {
  const auto refuse = [&](const std::string &why) {
    throw usageError("{}; {} processes that analyze a trace together meet in its folder", why, share_.count);
  };
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) refuse(fmt::format("{}: {}", folder_.string(), error.message()));
  sign_.number = newNumber();
  if (auto written = report::writeWholeFile(toText(sign_), signOf(share_.index)); !written) refuse(written.error());
  for (unsigned index = 0; index < share_.count; ++index)
    if (index != share_.index && (share_.isFirst() || index == 0)) others_[index];
  life_ = std::jthread([this](const std::stop_token &stop) { live(stop); });
}

/// The first process cleans up for all: its files are not needed any more.
ResultMerge::~ResultMerge() {
  stopLiving();
  std::error_code error;
  if (share_.isFirst())
    fs::remove_all(folder_, error);
  else
    fs::remove(signOf(share_.index), error);
}

void ResultMerge::stopLiving() {
  life_.request_stop();
  if (life_.joinable()) life_.join();
}

fs::path ResultMerge::signOf(unsigned index) const { return folder_ / fmt::format("{}.alive", index); }

fs::path ResultMerge::foundBy(unsigned index, std::uint64_t mergeNumber) const {
  return folder_ / fmt::format("{}-{:016x}.json", index, mergeNumber);
}

void ResultMerge::live(const std::stop_token &stop) {
  do {
    const std::lock_guard lock(mutex_);
    for (const auto &[index, seen] : others_) look(index);
    renewSign();
  } while (pause(stop));
}

/// False when it is over.
bool ResultMerge::pause(const std::stop_token &stop) {
  std::unique_lock lock(mutex_);
  over_.wait_for(lock, stop, times_.beat, [] { return false; });
  return !stop.stop_requested();
}

/// Temporary write errors are harmless; others notice if they last.
void ResultMerge::renewSign() {
  ++sign_.beat;
  [[maybe_unused]] const auto written = report::writeWholeFile(toText(sign_), signOf(share_.index));
}

void ResultMerge::look(unsigned index) {
  const auto text = report::readWholeFile(signOf(index));
  const Sign sign = text ? parseSign(*text) : Sign{};
  Seen &seen = others_[index];
  seen.hasLeft = sign.number == 0 && seen.sign.number != 0;
  if (sign.number == 0 || sign == seen.sign) return;
  seen.sign = sign;
  seen.at = Clock::now();
  if (share_.isFirst()) sign_.answers[index] = sign.number;
}

bool ResultMerge::isGone(unsigned index) const {
  const std::lock_guard lock(mutex_);
  const Seen &seen = others_.at(index);
  return Clock::now() - seen.at > (seen.hasLeft ? times_.farewell : times_.patience);
}

void ResultMerge::bring(std::vector<report::Finding> findings) {
  std::optional<std::uint64_t> mergeNumber;
  while (!mergeNumber) {
    if (isGone(0)) throw internalError("the first of the {} processes does not answer", share_.count);
    pause({});
    const std::lock_guard lock(mutex_);
    const Sign &first = others_.at(0).sign;
    const auto answer = first.answers.find(share_.index);
    if (answer != first.answers.end() && answer->second == sign_.number) mergeNumber = first.number;
  }
  stopLiving();  // the first tidies up as soon as it has the document
  report::Document document;
  document.findings = std::move(findings);
  if (auto written = report::writeDocument(document, foundBy(share_.index, *mergeNumber), report::JsonFor::Folding);
      !written)
    throw internalError("{}", written.error());
}

std::vector<report::Finding> ResultMerge::takeAll() {
  std::vector<report::Finding> all;
  for (unsigned index = 1; index < share_.count; ++index) {
    const fs::path file = foundBy(index, sign_.number);
    std::error_code error;
    while (!fs::exists(file, error)) {
      if (isGone(index)) throw internalError("process {} of {} does not answer any more", index, share_.count);
      pause({});
    }
    auto document = report::readDocument(file);
    if (!document) throw internalError("{}", document.error());
    std::ranges::move(document->findings, std::back_inserter(all));
  }
  return all;
}

}  // namespace lockstep::cli
