// The Trace Event Format: events of one line each, times in microseconds. A slice is one event with a duration ("X");
// an asynchronous slice is two events with the same category and id ("b", "e"), an arrow likewise ("s", "f"), each
// inside a slice. Ids are numbers: the Perfetto UI ignores arrows with others.
//
// There may be millions of events, and the format cannot share strings. So they are as short as possible: no category
// unless needed, and places without their common folder, which is written once.
#include "cli/timeline/Perfetto.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::cli {

namespace {

constexpr std::uint64_t kAccessLength = 1;  // nanosecond: loads and stores have no recorded duration

std::string quoted(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Nanoseconds as microseconds, exactly.
std::string microseconds(std::uint64_t nanoseconds) {
  const std::uint64_t rest = nanoseconds % 1000;
  return rest == 0 ? fmt::format("{}", nanoseconds / 1000) : fmt::format("{}.{:03}", nanoseconds / 1000, rest);
}

/// With a slash at its end; empty: none.
std::string commonFolder(const std::vector<report::Site> &places) {
  std::optional<std::string> common;
  for (const report::Site &place : places) {
    if (place.file.empty()) continue;
    if (!common) common = place.file;
    const auto end = std::mismatch(common->begin(), common->end(), place.file.begin(), place.file.end()).first;
    common->erase(end, common->end());
    common->erase(common->rfind('/') + 1);
  }
  return common.value_or("");
}

class Writer {
 public:
  explicit Writer(const Timeline &timeline) : timeline_(timeline), folder_(commonFolder(timeline.places)) {
    for (const report::Site &place : timeline.places) places_.push_back(quoted(describe(place)));
  }

  void nameThreads() {
    std::set<std::pair<int, unsigned>> threads;
    for (const Timeline::Call &call : timeline_.calls) threads.emplace(call.rank, call.thread);
    for (int rank = 0; rank < timeline_.ranks; ++rank) {
      addName("process_name", rank, 0, fmt::format("rank {}", rank));
      add(0, R"({{"name":"process_sort_index","ph":"M","pid":{},"args":{{"sort_index":{}}}}})", rank, rank);
    }
    for (const auto &[rank, thread] : threads) addName("thread_name", rank, thread, fmt::format("thread {}", thread));
  }

  void addCalls() {
    for (const Timeline::Call &call : timeline_.calls)
      addSlice(call.routine->name, "", {call.rank, call.thread, call.begin}, call.end - call.begin,
               places_[call.place] + (call.isOpen ? R"(,"returned":false)" : ""));
  }

  void addRequests() {
    for (const Timeline::Request &request : timeline_.requests) {
      const Timeline::Call &from = timeline_.calls[request.started];
      addPair('b', 'e', from.routine->name, "request", {from.rank, from.thread, from.begin},
              {from.rank, from.thread, std::max(from.begin, timeline_.calls[request.completed].end)});
    }
  }

  void addEpochs() {
    for (const Timeline::Epoch &epoch : timeline_.epochs)
      addPair('b', 'e', epoch.name, "epoch", {epoch.rank, epoch.thread, epoch.begin},
              {epoch.rank, epoch.thread, epoch.end});
  }

  void addMessages() {
    for (const Timeline::Message &message : timeline_.messages) {
      const Point from = beginOf(timeline_.calls[message.sent]);
      Point to = endOf(timeline_.calls[message.received]);
      to.time = std::max(from.time, to.time);  // the clocks of two machines may disagree
      addPair('s', 'f', "message", "message", from, to);
    }
  }

  /// From one side to the other; neither is first, but an arrow goes forward in time.
  void addRaces(std::span<const report::Finding> findings) {
    for (const report::Finding &finding : findings) {
      std::vector<Point> sides;
      for (const report::Site &site : finding.sites)
        if (site.role == report::SiteRole::Access)
          if (const auto point = find(site)) sides.push_back(*point);
      if (sides.size() != 2) continue;
      if (sides[1].time < sides[0].time) std::swap(sides[0], sides[1]);
      addPair('s', 'f', report::info(finding.rule).id, "race", sides[0], sides[1]);
    }
  }

  /// Events of one time in the order in which they were added.
  std::string text() {
    std::ranges::sort(events_, {}, [](const Event &event) { return std::pair(event.time, event.begin); });
    std::string text = fmt::format("{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"folder\":{}}},\"traceEvents\":[\n",
                                   quoted(folder_));
    text.reserve(text.size() + lines_.size() + 2 * events_.size() + 4);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      text.append(lines_, events_[i].begin, events_[i].end - events_[i].begin);
      text += i + 1 < events_.size() ? ",\n" : "\n";
    }
    return text + "]}\n";
  }

 private:
  struct Point {
    int rank = -1;
    unsigned thread = 0;
    std::uint64_t time = 0;
  };
  /// Where its line is among lines_.
  struct Event {
    std::uint64_t time = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  template <class... Args>
  void add(std::uint64_t time, fmt::format_string<Args...> format, Args &&...args) {
    const std::size_t begin = lines_.size();
    fmt::format_to(std::back_inserter(lines_), format, std::forward<Args>(args)...);
    events_.push_back({time, begin, lines_.size()});
  }

  void addName(std::string_view what, int rank, unsigned thread, const std::string &name) {
    add(0, R"({{"name":"{}","ph":"M","pid":{},"tid":{},"args":{{"name":"{}"}}}})", what, rank, thread, name);
  }

  /// `place` is quoted; more arguments may follow it.
  void addSlice(std::string_view name, std::string_view category, const Point &at, std::uint64_t length,
                const std::string &place) {
    add(at.time, R"({{"name":"{}",{}"ph":"X","ts":{},"dur":{},"pid":{},"tid":{},"args":{{"at":{}}}}})", name, category,
        microseconds(at.time), microseconds(length), at.rank, at.thread, place);
  }

  void addPair(char first, char second, std::string_view name, std::string_view category, const Point &from,
               const Point &to) {
    ++pairs_;
    for (const auto &[phase, point] : {std::pair(first, from), std::pair(second, to)})
      add(point.time, R"({{"name":"{}","cat":"{}","ph":"{}",{}"id":{},"ts":{},"pid":{},"tid":{}}})", name, category,
          phase, phase == 'f' ? R"("bp":"e",)" : "", pairs_, microseconds(point.time), point.rank, point.thread);
  }

  static Point beginOf(const Timeline::Call &call) { return {call.rank, call.thread, call.begin}; }
  /// The last moment that is still inside.
  static Point endOf(const Timeline::Call &call) {
    return {call.rank, call.thread, call.end > call.begin ? call.end - 1 : call.begin};
  }

  std::string describe(const report::Site &site) const {
    if (site.file.empty()) return site.function;
    const std::size_t common = site.file.starts_with(folder_) ? folder_.size() : 0;
    return fmt::format("{}:{}", site.file.substr(common), site.line);
  }

  std::optional<Point> find(const report::Site &site) {
    if (const auto call = timeline_.findCall(site)) return beginOf(timeline_.calls[*call]);
    const auto access = timeline_.findAccess(site);
    if (!access) return std::nullopt;
    const Timeline::Access &found = timeline_.accesses[*access];
    const Point point{found.rank, found.thread, found.time};
    if (shown_.insert(*access).second)
      addSlice(site.call, R"("cat":"access",)", point, kAccessLength, quoted(describe(site)));
    return point;
  }

  const Timeline &timeline_;
  const std::string folder_;         // of all places
  std::vector<std::string> places_;  // quoted
  std::string lines_;
  std::vector<Event> events_;
  std::set<std::size_t> shown_;  // accesses
  std::size_t pairs_ = 0;
};

}  // namespace

std::string toPerfetto(const Timeline &timeline, std::span<const report::Finding> findings) {
  Writer writer(timeline);
  writer.nameThreads();
  writer.addCalls();
  writer.addRequests();
  writer.addEpochs();
  writer.addMessages();
  writer.addRaces(findings);
  return writer.text();
}

}  // namespace lockstep::cli
