package io.agentservice.server.agent.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.timeline.LivePieces.Piece;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import org.junit.jupiter.api.Test;

class LivePiecesTest {
  private final SessionId session = Id.create(SessionId.class);
  private final LivePieces pieces = new LivePieces();

  @Test
  void everyWatcherOfTheSessionGetsWhatIsWrittenOnce() {
    try (var first = pieces.watch(session);
        var second = pieces.watch(session);
        var other = pieces.watch(Id.create(SessionId.class))) {
      pieces.modelText(session, "a");
      pieces.toolOutput(session, "call", "b");
      assertThat(first.take())
          .containsExactly(new Piece.ModelText("a"), new Piece.CallOutput("call", "b"));
      assertThat(first.take()).isEmpty();
      assertThat(second.take()).hasSize(2);
      assertThat(other.take()).isEmpty();
    }
  }

  @Test
  void aWatcherThatFallsBehindLosesTheOldest() {
    try (var watch = pieces.watch(session)) {
      for (int i = 0; i < 5000; i++) {
        pieces.modelText(session, Integer.toString(i));
      }
      assertThat(watch.take()).hasSize(1024).endsWith(new Piece.ModelText("4999"));
    }
  }

  @Test
  void wordsThatNobodyTookBeforeTheirTurnWasOverAreNotShownAfterIt() {
    try (var watch = pieces.watch(session)) {
      pieces.modelText(session, "the last words of a turn");
      pieces.toolOutput(session, "call", "b");
      pieces.modelAnswered(session);
      pieces.modelText(session, "the next turn");
      assertThat(watch.take())
          .containsExactly(new Piece.CallOutput("call", "b"), new Piece.ModelText("the next turn"));
    }
  }

  @Test
  void nothingIsKeptOnceAWatcherHasGone() {
    var watch = pieces.watch(session);
    watch.close();
    pieces.modelText(session, "a");
    assertThat(watch.take()).isEmpty();
  }
}
