// Which message orders what. Marks 1 to 9 are events of the sender, 11 to 19 of the receiver.
#include <gtest/gtest.h>

#include <string>

#include "Marks.h"

namespace lockstep::engine {
namespace {

std::string mark(int rank, int number) {
  return std::to_string(rank) + ": call Comm_rank @ t:" + std::to_string(number) + "\n";
}

/// Rank 0 sends between its marks 1 and 2, rank 1 receives between its marks 11 and 12.
std::string sendAndReceive(const std::string &send, const std::string &receive) {
  return "ranks 3\n" + mark(0, 1) + "0: call " + send + "\n" + mark(0, 2) + mark(1, 11) + "1: call " + receive + "\n" +
         mark(1, 12) + "all: end\n";
}

const std::string kReceive = "Recv source=0 -> status=[0,0,0,4]";

TEST(MessageOrder, FromTheSendToTheReceive) {
  for (const char *send : {"Send dest=1", "Bsend dest=1", "Rsend dest=1", "Ssend dest=1"}) {
    SCOPED_TRACE(send);
    const Marks marks(sendAndReceive(send, kReceive));
    EXPECT_TRUE(marks.before(1, 12));
    EXPECT_FALSE(marks.before(1, 11));
    EXPECT_FALSE(marks.before(2, 12)) << "what follows the start of the send is not ordered";
  }
}

TEST(MessageOrder, OnlyASynchronousSendHearsOfItsReceive) {
  EXPECT_FALSE(Marks(sendAndReceive("Send dest=1", kReceive)).before(11, 2));
  EXPECT_FALSE(Marks(sendAndReceive("Bsend dest=1", kReceive)).before(11, 2));
  const Marks marks(sendAndReceive("Ssend dest=1", kReceive));
  EXPECT_TRUE(marks.before(11, 2));
  EXPECT_FALSE(marks.before(12, 2)) << "the start of the receive, not its end";
}

TEST(MessageOrder, ASynchronousSendHearsOfAReceiveThatWasPostedBefore) {
  const Marks marks("ranks 2\n" + mark(1, 11) + "1: call Irecv source=0 request=x -> request=r\n" + mark(1, 12) +
                    "0: call Issend dest=1 request=x -> request=r\n" + mark(0, 1) +
                    "0: call Wait request=r@x -> request=null\n" + mark(0, 2) +
                    "1: call Wait request=r@x -> request=null status=[0,0,0,4]\nall: end\n");
  EXPECT_TRUE(marks.before(11, 2));
  EXPECT_FALSE(marks.before(11, 1)) << "not before the wait";
  EXPECT_FALSE(marks.before(12, 2));
}

TEST(MessageOrder, NonblockingOrdersFromTheStartToTheCompletion) {
  const Marks marks("ranks 2\n" + mark(0, 1) + "0: call Isend dest=1 request=x -> request=r\n" + mark(0, 2) +
                    "0: call Wait request=r@x -> request=null\n" + mark(0, 3) +
                    "1: call Irecv source=0 request=x -> request=r\n" + mark(1, 11) +
                    "1: call Wait request=r@x -> request=null status=[0,0,0,4]\n" + mark(1, 12) + "all: end\n");
  EXPECT_TRUE(marks.before(1, 12));
  EXPECT_FALSE(marks.before(1, 11)) << "the receive alone orders nothing";
  EXPECT_FALSE(marks.before(2, 12));
  EXPECT_FALSE(marks.before(11, 3));
}

TEST(MessageOrder, CompletionCalls) {
  const auto isCompletedBy = [](const std::string &call) {
    return Marks("ranks 2\n" + mark(0, 1) +
                 "0: call Send dest=1 tag=1\n0: call Send dest=1 tag=2\n"
                 "1: call Irecv source=0 tag=1 request=x -> request=a\n"
                 "1: call Irecv source=0 tag=2 request=x+8 -> request=b\n"
                 "1: call " +
                 call + "\n" + mark(1, 12) + "all: end\n")
        .before(1, 12);
  };
  EXPECT_FALSE(isCompletedBy("Test request=a@x -> request=a flag=0"));
  EXPECT_TRUE(isCompletedBy("Test request=a@x -> request=null flag=1 status=[0,1,0,4]"));
  EXPECT_TRUE(isCompletedBy("Waitall requests=[a,b]@x -> statuses=[0,1,0,4,0,2,0,4]"));
  EXPECT_TRUE(isCompletedBy("Waitany requests=[a,b]@x -> index=1 status=[0,2,0,4]"));
  EXPECT_FALSE(isCompletedBy("Testany requests=[a,b]@x -> index=UNDEFINED flag=0"));
  EXPECT_TRUE(isCompletedBy("Waitsome requests=[a,b]@x -> outcount=1 indices=[0] statuses=[0,1,0,4]"));
  EXPECT_FALSE(isCompletedBy("Testsome requests=[a,b]@x -> outcount=0"));
}

TEST(MessageOrder, Probes) {
  const auto isOrderedBy = [](const std::string &probe) {
    return Marks(sendAndReceive("Bsend dest=1 tag=5", probe)).before(1, 12);
  };
  EXPECT_TRUE(isOrderedBy("Probe source=0 tag=5 -> status=[0,5,0,4]"));
  EXPECT_TRUE(isOrderedBy("Probe source=ANY_SOURCE tag=ANY_TAG -> status=[0,5,0,4]"));
  EXPECT_TRUE(isOrderedBy("Iprobe source=0 tag=5 -> flag=1 status=[0,5,0,4]"));
  EXPECT_FALSE(isOrderedBy("Iprobe source=0 tag=5 -> flag=0"));
  EXPECT_TRUE(isOrderedBy("Mprobe source=0 tag=5 -> message=m status=[0,5,0,4]"));
  EXPECT_FALSE(isOrderedBy("Improbe source=0 tag=5 -> flag=0"));
  EXPECT_TRUE(isOrderedBy("Improbe source=0 tag=5 -> flag=1 message=m status=[0,5,0,4]"));
}

TEST(MessageOrder, AProbeSeesTheMessageThatIsNext) {
  const Marks marks("ranks 2\n0: call Send dest=1\n" + mark(0, 2) + "0: call Send dest=1\n" +
                    "1: call Probe source=0 -> status=[0,0,0,4]\n" + mark(1, 11) +
                    "1: call Recv source=0 -> status=[0,0,0,4]\n" + mark(1, 12) +
                    "1: call Probe source=0 -> status=[0,0,0,4]\n" + mark(1, 13) +
                    "1: call Recv source=0 -> status=[0,0,0,4]\nall: end\n");
  EXPECT_FALSE(marks.before(2, 11));
  EXPECT_FALSE(marks.before(2, 12));
  EXPECT_TRUE(marks.before(2, 13));
}

TEST(MessageOrder, ACancelledReceiveGivesNone) {
  const Marks marks("ranks 2\n" + mark(0, 1) + "0: call Send dest=1\n" +
                    "1: call Irecv source=0 request=x -> request=r\n1: call Cancel request=r@x\n"
                    "1: call Wait request=r@x -> request=null status=[-1,-1,0,-2]\n" +
                    mark(1, 11) + "1: call Recv source=0 -> status=[0,0,0,4]\n" + mark(1, 12) + "all: end\n");
  EXPECT_FALSE(marks.before(1, 11));
  EXPECT_TRUE(marks.before(1, 12));
}

TEST(MessageOrder, AWildcardTakesItsOrderFromTheMessageItGot) {
  const std::string text = "ranks 3\n" + mark(0, 1) + "0: call Send dest=2\n" + mark(1, 2) + "1: call Send dest=2\n";
  const Marks first(text + "2: call Recv source=ANY_SOURCE -> status=[0,0,0,4]\n" + mark(2, 12) +
                    "2: call Recv source=1 -> status=[1,0,0,4]\nall: end\n");
  EXPECT_TRUE(first.before(1, 12));
  EXPECT_FALSE(first.before(2, 12));
  const Marks second(text + "2: call Recv source=ANY_SOURCE -> status=[1,0,0,4]\n" + mark(2, 12) +
                     "2: call Recv source=0 -> status=[0,0,0,4]\nall: end\n");
  EXPECT_FALSE(second.before(1, 12));
  EXPECT_TRUE(second.before(2, 12));
}

TEST(MessageOrder, MessagesDoNotOvertakeEachOther) {
  const Marks marks("ranks 2\n" + mark(0, 1) + "0: call Send dest=1\n" + mark(0, 2) + "0: call Send dest=1\n" +
                    "1: call Irecv source=ANY_SOURCE tag=ANY_TAG request=x -> request=a\n"
                    "1: call Irecv source=0 request=y -> request=b\n"
                    "1: call Wait request=b@y -> request=null status=[0,0,0,4]\n" +
                    mark(1, 11) + "1: call Wait request=a@x -> request=null status=[0,0,0,4]\n" + mark(1, 12) +
                    "all: end\n");
  EXPECT_TRUE(marks.before(2, 11)) << "the second receive has the second message";
}

TEST(MessageOrder, Persistent) {
  const Marks marks("ranks 2\n0: call Send_init dest=1 request=x -> request=r\n" + mark(0, 1) +
                    "0: call Start request=r@x\n0: call Wait request=r@x -> request=r\n" + mark(0, 2) +
                    "0: call Start request=r@x\n0: call Wait request=r@x -> request=r\n" +
                    "1: call Recv source=0 -> status=[0,0,0,4]\n" + mark(1, 11) +
                    "1: call Recv source=0 -> status=[0,0,0,4]\n" + mark(1, 12) + "all: end\n");
  EXPECT_TRUE(marks.before(1, 11));
  EXPECT_FALSE(marks.before(2, 11));
  EXPECT_TRUE(marks.before(2, 12));
}

TEST(MessageOrder, CombinedCallsOrderBothWays) {
  const Marks marks("ranks 2\n" + mark(0, 1) + mark(1, 11) + "0: call Sendrecv dest=1 source=1 -> status=[1,0,0,4]\n" +
                    "1: call Sendrecv dest=0 source=0 -> status=[0,0,0,4]\n" + mark(0, 2) + mark(1, 12) + "all: end\n");
  EXPECT_TRUE(marks.before(1, 12));
  EXPECT_TRUE(marks.before(11, 2));
  EXPECT_FALSE(marks.before(2, 12));
}

TEST(MessageOrder, IsTransitive) {
  const Marks marks("ranks 3\n" + mark(0, 1) + "0: call Send dest=1\n1: call Recv source=0 -> status=[0,0,0,4]\n" +
                    "1: call Send dest=2\n2: call Recv source=1 -> status=[1,0,0,4]\n" + mark(2, 12) + "all: end\n");
  EXPECT_TRUE(marks.before(1, 12));
}

TEST(MessageOrder, NobodyGivesNone) {
  const Marks marks("ranks 2\n" + mark(0, 1) + "0: call Send dest=PROC_NULL\n" +
                    "1: call Recv source=PROC_NULL -> status=[PROC_NULL,ANY_TAG,0,0]\n" + mark(1, 12) + "all: end\n");
  EXPECT_FALSE(marks.before(1, 12));
}

}  // namespace
}  // namespace lockstep::engine
