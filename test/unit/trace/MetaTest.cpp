// meta.json: comes back as written; what is missing, damaged or of another version is said clearly.
#include "trace/file/Meta.h"

#include "TestRun.h"

namespace lockstep::trace {
namespace {

std::string flawOf(const fs::path &directory) {
  const auto meta = readMeta(directory);
  if (meta) return {};
  EXPECT_EQ(meta.error().file, directory / kMetaFile);
  return meta.error().what;
}

TEST(Meta, ComesBack) {
  const TestDirectory directory;
  const Meta meta{.routineTable = 5,
                  .tool = "0.1.0",
                  .by = kByRecorder,
                  .command = {"mpiexec", "-n", "2", "./a b", "\xff"},
                  .program = "./a b",
                  .workingDirectory = "/home",
                  .flavor = "mpich",
                  .ranks = 2,
                  .startTime = 1'700'000'000'000'000'000};
  ASSERT_TRUE(writeMeta(directory.path(), meta).has_value());
  const auto back = readMeta(directory.path());
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->command[3], "./a b");
  EXPECT_EQ(back->by, kByRecorder);
  EXPECT_EQ(back->routineTable, 5U);
  EXPECT_EQ(back->ranks, 2);
  EXPECT_EQ(back->startTime, meta.startTime);
  EXPECT_EQ(directory.chunks().size(), 0U) << "nothing but meta.json";
}

TEST(Meta, SaysWhatIsWrong) {
  const TestDirectory directory;
  const auto content = [&](std::string_view text) {
    setContent(directory.path() / kMetaFile, text);
    return flawOf(directory.path());
  };
  EXPECT_NE(flawOf(directory.path()).find("no recorded run"), std::string::npos);
  EXPECT_EQ(content("{\"schema\":"), "not JSON");
  EXPECT_EQ(content("[]"), "not the description of a run");
  EXPECT_EQ(content("{}"), "has no schema number");
  EXPECT_NE(content(R"({"schema": 9})").find("schema 9 is newer than this Lockstep reads (2)"), std::string::npos);
  EXPECT_NE(content(R"({"schema": 1})").find("schema 1 is older than this Lockstep reads (2)"), std::string::npos);
  EXPECT_NE(content(R"({"schema": 2, "format": 99})").find("trace format 99 is newer"), std::string::npos);
  EXPECT_EQ(content(R"({"schema": 2, "format": 4, "routineTable": "x"})"), "an entry is missing or of another type");
}

TEST(Meta, ReaderRefusesAnotherVersionsTrace) {
  const TestDirectory directory;
  ASSERT_TRUE(writeMeta(directory.path(), Meta{.routineTable = ~mpi::tableFingerprint(), .tool = "9.9"}).has_value());
  const auto reader = Reader::open(directory.path(), {});
  ASSERT_FALSE(reader.has_value());
  EXPECT_EQ(reader.error().what, "recorded by another version of Lockstep (9.9)");
}

}  // namespace
}  // namespace lockstep::trace
