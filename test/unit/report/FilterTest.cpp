#include "report/merge/Filter.h"

#include <unistd.h>

#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "Samples.h"
#include "report/formats/JsonWriter.h"
#include "report/merge/Fold.h"
#include "report/merge/IgnoreComments.h"

namespace lockstep::report {
namespace {

namespace fs = std::filesystem;
using samples::call;
using samples::finding;
using samples::mismatch;
using samples::site;

/// ring.c in memory, its first line being line 1.
class Lines : public SourceText {
 public:
  explicit Lines(std::vector<std::string> lines) : lines_(std::move(lines)) {}
  std::optional<std::string_view> line(const std::string &file, unsigned number) override {
    if (file != "ring.c" || number == 0 || number > lines_.size()) return std::nullopt;
    return lines_[number - 1];
  }

 private:
  std::vector<std::string> lines_;
};

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string &text)
      : path(fs::temp_directory_path() / fmt::format("filter-test-{}-{}", getpid(), count_++)) {
    std::ofstream(path) << text;
  }
  ~TemporaryFile() { fs::remove(path); }
  const fs::path path;

 private:
  static inline int count_ = 0;
};

Document documentOf(std::vector<Finding> findings) {
  Document document;
  document.command = "run";
  document.findings = fold(std::move(findings));
  return document;
}

/// What is left of a coll-mismatch in the given line of ring.c.
Filtered filtered(std::vector<std::string> source, unsigned line) {
  Lines lines(std::move(source));
  return Filter().apply(documentOf({mismatch({call(0, "MPI_Bcast", line)})}), lines);
}

bool isIgnored(std::vector<std::string> source, unsigned line) {
  return filtered(std::move(source), line).document.findings.empty();
}

TEST(IgnoreComments, StandOnTheLineOrAloneAboveIt) {
  EXPECT_TRUE(isIgnored({"f();  // lockstep: ignore(coll-mismatch) known"}, 1));
  EXPECT_TRUE(isIgnored({"  // lockstep: ignore(coll-mismatch) known", "f();"}, 2));
  EXPECT_TRUE(isIgnored({"// lockstep: ignore(coll-mismatch) x", "// lockstep: ignore(leak-comm) y", "f();"}, 3));
  EXPECT_FALSE(isIgnored({"f();  // lockstep: ignore(coll-mismatch) known", "f();"}, 2));
  EXPECT_FALSE(isIgnored({"// lockstep: ignore(coll-mismatch) known", "", "f();"}, 3));
  EXPECT_FALSE(isIgnored({"f();", "// lockstep: ignore(coll-mismatch) known"}, 1));
}

TEST(IgnoreComments, AreWrittenInEveryLanguage) {
  EXPECT_TRUE(isIgnored({"f(); /* lockstep: ignore(coll-mismatch) known */ g();"}, 1));
  EXPECT_TRUE(isIgnored({"call f() ! lockstep: ignore(coll-mismatch) known"}, 1));
  EXPECT_TRUE(isIgnored({"!lockstep:ignore( leak-comm,coll-mismatch )", "call f()"}, 2));
  EXPECT_TRUE(isIgnored({"/* lockstep: ignore(coll-*) */", "f();"}, 2));
  EXPECT_FALSE(isIgnored({"/* lockstep: ignore(coll-mismatch) known */ g();", "f();"}, 2));
  EXPECT_FALSE(isIgnored({"f(\"lockstep: ignore(coll-mismatch)\");"}, 1));
  EXPECT_FALSE(isIgnored({"f(); // lockstep: ignore coll-mismatch"}, 1));
  EXPECT_FALSE(isIgnored({"f(); // lockstep: ignore(coll-mismatch"}, 1));
  EXPECT_FALSE(isIgnored({"f(); // lockstep: ignore(leak-comm) known"}, 1));
}

TEST(IgnoreComments, CountAtThePlacesOfTheErrorOnly) {
  const auto leftOf = [](SiteRole role) {
    Lines lines({"f();  // lockstep: ignore(*) known", "g();"});
    const Finding error = mismatch({call(0, "MPI_Bcast", 2), site(role, 0, "MPI_Barrier", 1)});
    return Filter().apply(documentOf({error}), lines).document.findings.size();
  };
  EXPECT_EQ(leftOf(SiteRole::Call), 0U);
  EXPECT_EQ(leftOf(SiteRole::Access), 0U);
  EXPECT_EQ(leftOf(SiteRole::Creation), 0U);
  EXPECT_EQ(leftOf(SiteRole::Branch), 1U);
  EXPECT_EQ(leftOf(SiteRole::Sync), 1U);
}

TEST(IgnoreComments, KeepTheirReason) {
  Lines lines({"f(); /* lockstep: ignore(a, b)  the reason  */ g();"});
  const auto comments = ignoreComments(mismatch({call(0, "MPI_Bcast", 1)}), lines);
  ASSERT_EQ(comments.size(), 1U);
  EXPECT_EQ(comments[0].rules, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(comments[0].reason, "the reason");
  EXPECT_EQ(comments[0].line, 1U);
}

TEST(Filter, RemarksOnComments) {
  const auto remarks = filtered({"f();  // lockstep: ignore(coll-mismatch, coll-mismach)"}, 1).remarks;
  ASSERT_EQ(remarks.size(), 2U);
  EXPECT_EQ(remarks[0].text, "ring.c:1: the comment gives no reason");
  EXPECT_FALSE(remarks[0].isWarning);
  EXPECT_EQ(remarks[1].text, "ring.c:1: the comment names an unknown rule 'coll-mismach'");
  EXPECT_TRUE(remarks[1].isWarning);

  const auto empty = filtered({"f();  // lockstep: ignore() why"}, 1).remarks;
  ASSERT_EQ(empty.size(), 1U);
  EXPECT_EQ(empty[0].text, "ring.c:1: the comment names no rule to ignore");
}

TEST(Filter, CountsWhatItHides) {
  Lines lines({});
  const TemporaryFile file("leak-*:*:*\nlifecycle:*:*\n");
  Filter filter;
  ASSERT_TRUE(filter.addSuppressions(file.path));
  Document document =
      documentOf({finding(rule("leak-comm"), "m", {call(0, "MPI_Comm_dup", 1)}),
                  finding(rule("leak-op"), "m", {call(0, "MPI_Op_create", 2)}), mismatch({call(0, "MPI_Bcast", 3)})});
  document.coverage.suppressed = 4;
  const Filtered result = filter.apply(document, lines);
  ASSERT_EQ(result.document.findings.size(), 1U);
  EXPECT_EQ(result.document.findings[0].rule, rule("coll-mismatch"));
  EXPECT_EQ(result.document.coverage.suppressed, 6U);
  ASSERT_EQ(result.remarks.size(), 1U);
  EXPECT_EQ(result.remarks[0].text, file.path.string() + ":2: unused suppression lifecycle:*:*");
  EXPECT_FALSE(result.remarks[0].isWarning);
}

TEST(Filter, IsSilentAboutUnusedEntriesOfTheTool) {
  Lines lines({});
  const TemporaryFile file("leak-*:*:*\n");
  Filter filter;
  ASSERT_TRUE(filter.addSuppressions(file.path, Filter::Origin::Tool));
  EXPECT_TRUE(filter.apply(documentOf({}), lines).remarks.empty());
}

TEST(Filter, HidesWhatTheBaselineKnows) {
  Lines lines({});
  const TemporaryFile file(toJson(documentOf({mismatch({call(0, "MPI_Bcast", 3)})})));
  Filter filter;
  ASSERT_TRUE(filter.addBaseline(file.path));
  const Filtered result =
      filter.apply(documentOf({mismatch({call(5, "MPI_Bcast", 99)}), mismatch({call(0, "MPI_Barrier", 3)})}), lines);
  ASSERT_EQ(result.document.findings.size(), 1U);
  EXPECT_EQ(result.document.findings[0].sites[0].call, "MPI_Barrier");
  EXPECT_EQ(result.document.coverage.suppressed, 1U);
}

TEST(Filter, NamesTheFileThatCannotBeUsed) {
  Filter filter;
  const auto absent = filter.addSuppressions("/nonexistent/my.supp");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error(), "/nonexistent/my.supp: No such file or directory");
  const TemporaryFile file("no json");
  const auto baseline = filter.addBaseline(file.path);
  ASSERT_FALSE(baseline);
  EXPECT_TRUE(baseline.error().starts_with(file.path.string() + ": not a findings document")) << baseline.error();
}

}  // namespace
}  // namespace lockstep::report
