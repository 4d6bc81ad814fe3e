// The Trace Event Format: events of one line each, times in microseconds. A slice is one event with a duration ("X");
// an asynchronous one is two with the same category and id ("b", "e"), an arrow likewise ("s", "f"), each inside a
// slice.
#include "cli/Perfetto.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kAccessLength = 1;  // nanosecond: loads and stores have no time of their own

double microseconds(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000; }

class Writer {
 public:
  explicit Writer(const Timeline &timeline) : timeline_(timeline) {}

  void nameThreads() {
    std::set<std::pair<int, unsigned>> threads;
    for (const Timeline::Call &call : timeline_.calls) threads.emplace(call.rank, call.thread);
    for (int rank = 0; rank < timeline_.ranks; ++rank) {
      addName("process_name", rank, 0, fmt::format("rank {}", rank));
      add({{"name", "process_sort_index"}, {"ph", "M"}, {"pid", rank}, {"args", {{"sort_index", rank}}}});
    }
    for (const auto &[rank, thread] : threads) addName("thread_name", rank, thread, fmt::format("thread {}", thread));
  }

  void addCalls() {
    for (const Timeline::Call &call : timeline_.calls) {
      Json arguments = {{"at", describe(timeline_.places[call.place])}};
      if (call.isOpen) arguments["returned"] = false;
      addSlice(call.routine->name, "call", call.rank, call.thread, call.begin, call.end - call.begin,
               std::move(arguments));
    }
  }

  void addRequests() {
    for (const Timeline::Request &request : timeline_.requests) {
      const Timeline::Call &from = timeline_.calls[request.started];
      addPair("b", "e", from.routine->name, "request", {from.rank, from.thread, from.begin},
              {from.rank, from.thread, std::max(from.begin, timeline_.calls[request.completed].end)});
    }
  }

  void addEpochs() {
    for (const Timeline::Epoch &epoch : timeline_.epochs)
      addPair("b", "e", epoch.name, "epoch", {epoch.rank, epoch.thread, epoch.begin},
              {epoch.rank, epoch.thread, epoch.end});
  }

  void addMessages() {
    for (const Timeline::Message &message : timeline_.messages) {
      const Point from = beginOf(timeline_.calls[message.sent]);
      Point to = endOf(timeline_.calls[message.received]);
      to.time = std::max(from.time, to.time);  // the clocks of two machines may disagree
      addPair("s", "f", "message", "message", from, to);
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
      addPair("s", "f", report::info(finding.rule).id, "race", sides[0], sides[1]);
    }
  }

  std::string text() {
    std::ranges::sort(events_, {}, [](const Event &event) { return std::pair(event.time, event.number); });
    std::string text = "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n";
    for (std::size_t i = 0; i < events_.size(); ++i) {
      text += events_[i].json;
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
  struct Event {
    std::uint64_t time = 0;
    std::size_t number = 0;  // of events of one time the first that was added comes first
    std::string json;
  };

  void add(const Json &json, std::uint64_t time = 0) {
    events_.push_back({time, events_.size(), json.dump(-1, ' ', false, Json::error_handler_t::replace)});
  }

  void addName(std::string_view what, int rank, unsigned thread, const std::string &name) {
    add({{"name", what}, {"ph", "M"}, {"pid", rank}, {"tid", thread}, {"args", {{"name", name}}}});
  }

  void addSlice(std::string_view name, std::string_view category, int rank, unsigned thread, std::uint64_t begin,
                std::uint64_t length, Json arguments) {
    add({{"name", name},
         {"cat", category},
         {"ph", "X"},
         {"ts", microseconds(begin)},
         {"dur", microseconds(length)},
         {"pid", rank},
         {"tid", thread},
         {"args", std::move(arguments)}},
        begin);
  }

  void addPair(std::string_view first, std::string_view second, std::string_view name, std::string_view category,
               const Point &from, const Point &to) {
    const std::string id = fmt::format("{}-{}", category, ++pairs_);
    for (const auto &[phase, point] : {std::pair(first, from), std::pair(second, to)}) {
      Json json = {
          {"name", name},      {"cat", category},    {"ph", phase}, {"id", id}, {"ts", microseconds(point.time)},
          {"pid", point.rank}, {"tid", point.thread}};
      if (phase == "f") json["bp"] = "e";
      add(json, point.time);
    }
  }

  static Point beginOf(const Timeline::Call &call) { return {call.rank, call.thread, call.begin}; }
  /// The last moment that is still inside.
  static Point endOf(const Timeline::Call &call) {
    return {call.rank, call.thread, call.end > call.begin ? call.end - 1 : call.begin};
  }

  static std::string describe(const report::Site &site) {
    if (site.file.empty()) return site.function;
    return fmt::format("{}:{}", site.file, site.line);
  }

  std::optional<Point> find(const report::Site &site) {
    if (const auto call = timeline_.findCall(site)) return beginOf(timeline_.calls[*call]);
    const auto access = timeline_.findAccess(site);
    if (!access) return std::nullopt;
    const Timeline::Access &found = timeline_.accesses[*access];
    if (shown_.insert(*access).second)
      addSlice(site.call, "access", found.rank, found.thread, found.time, kAccessLength, {{"at", describe(site)}});
    return Point{found.rank, found.thread, found.time};
  }

  const Timeline &timeline_;
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
