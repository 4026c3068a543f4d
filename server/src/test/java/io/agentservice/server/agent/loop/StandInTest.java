package io.agentservice.server.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Stop;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.model.Models;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A model that fails, and others that stand in for it. */
@Timeout(200)
class StandInTest extends LoopScene {
  /** Says what it is told to say, and keeps what it was asked. */
  private static final class Told implements Llm {
    private final String name;
    private final Deque<Supplier<Reply>> replies = new ArrayDeque<>();
    private final List<Prompt> asked = new ArrayList<>();

    Told(String name) {
      this.name = name;
    }

    Told replies(Stop stop, Part... parts) {
      replies.add(() -> new Reply(List.of(parts), stop, new Usage(10, 5, 0, 0), name, List.of()));
      return this;
    }

    Told asks(String question) {
      var input = Script.json("{\"question\":\"%s\"}".formatted(question));
      return replies(Stop.TOOL_USE, new Part.ToolUse("call-" + name, "ask", input, null));
    }

    Told fails(Kind kind, String why) {
      replies.add(() -> {
        throw new LlmException(kind, why);
      });
      return this;
    }

    @Override
    public synchronized Reply complete(Prompt prompt, TextListener live) {
      asked.add(prompt);
      return replies.removeFirst().get();
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String model() {
      return name;
    }
  }

  /** One after the other; {@link #back} has the first one be asked again. */
  private static final class Chain implements Models {
    private final List<Told> all;
    private int at;

    Chain(Told... all) {
      this.all = List.of(all);
    }

    synchronized void back() {
      at = 0;
    }

    @Override
    public synchronized Model get() {
      return new Model(all.get(at), Script.PRICE, ModelLimits.NONE);
    }

    @Override
    public synchronized boolean standsIn() {
      return at > 0;
    }

    @Override
    public synchronized boolean hasStandIn() {
      return at + 1 < all.size();
    }

    @Override
    public synchronized boolean standIn() {
      at = hasStandIn() ? at + 1 : 0;
      return at > 0;
    }
  }

  private static final Part THOUGHT = new Part.Thinking("hm", "sealed");

  private final Told first = new Told("first");
  private final Told second = new Told("second");

  private List<String> changes() {
    return session.events(LoopEvent.ModelChanged.class).stream()
        .map(changed -> "%s %s".formatted(changed.model(), changed.code()))
        .toList();
  }

  @Test
  void oneThatIsAwayIsTriedThreeTimesThenTheNextIsAsked() throws Exception {
    session.send("go");
    for (int i = 0; i < 3; i++) {
      first.fails(Kind.UNREACHABLE, "busy");
    }
    start(new Chain(first, second.asks("Well?")));

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("Well?");
    assertThat(first.asked).hasSize(3);
    assertThat(changes()).containsExactly("second model_unreachable");
    assertThat(second.asked.getFirst()).isEqualTo(first.asked.getFirst());
  }

  @Test
  void whatOneHasThoughtIsForItselfAlone() throws Exception {
    session.send("go");
    var use = new Part.ToolUse("call-1", "bash", Script.json("{\"command\":\"true\"}"), null);
    first.replies(Stop.TOOL_USE, THOUGHT, use).fails(Kind.AUTH, "the key is no more");
    start(new Chain(first, second.asks("Well?")));

    session.await(LoopEvent.Waiting.class);
    assertThat(parts(first.asked.getLast())).contains(THOUGHT, use);
    assertThat(parts(second.asked.getFirst())).contains(use).doesNotContain(THOUGHT);
  }

  private static List<Part> parts(Prompt prompt) {
    return prompt.messages().stream().map(ChatMessage::parts).flatMap(List::stream).toList();
  }

  @Test
  void oneThatDeclinesToGoOnHasTheNextBeAskedAndWhatItBeganIsLostButCosts() throws Exception {
    session.send("go");
    first.replies(Stop.REFUSED, new Part.Text("I can"));
    start(new Chain(first, second.asks("Well?")));

    session.await(LoopEvent.Waiting.class);
    assertThat(changes()).containsExactly("second model_refused");
    assertThat(second.asked.getFirst()).isEqualTo(first.asked.getFirst());
    var turn = session.events(LoopEvent.ModelTurn.class).getFirst();
    assertThat(turn.parts()).isEmpty();
    assertThat(turn.dollars()).isPositive();
    assertThat(turn.prompt()).isNotNull();
    assertThat(written).as("what was seen of it").containsOnlyOnce(VOID);
  }

  @Test
  void whereAllFailTheSessionSleepsForTheFirstReason() throws Exception {
    session.send("go");
    first.fails(Kind.AUTH, "the first key");
    second.fails(Kind.AUTH, "the second key");
    start(new Chain(first, second));

    assertThat(session.await(LoopEvent.Suspended.class).reason()).isEqualTo("the first key");
    assertThat(changes()).containsExactly("second model_auth");
    assertThat(written).as("what was seen of either").containsExactly(VOID, VOID);
  }

  @Test
  void whereAllDeclineTheSessionHasFailed() throws Exception {
    session.send("go");
    first.replies(Stop.REFUSED);
    second.replies(Stop.REFUSED);
    start(new Chain(first, second));

    assertThat(session.await(LoopEvent.Failure.class).code()).isEqualTo("model_refused");
  }

  @Test
  void whereTheFirstFailsAndTheNextDeclinesTheSessionSleepsForTheFirstReason() throws Exception {
    session.send("go");
    first.fails(Kind.AUTH, "the first key");
    second.replies(Stop.REFUSED, new Part.Text("I can"));
    start(new Chain(first, second));

    assertThat(session.await(LoopEvent.Suspended.class).reason()).isEqualTo("the first key");
    assertThat(session.events(LoopEvent.ModelTurn.class).getLast().parts()).isEmpty();
  }

  @Test
  void aRunThatBeginsAnewBeforeTheChangeWasWrittenWritesItThen() throws Exception {
    session.send("go");
    first.fails(Kind.AUTH, "not now");
    var chain = new Chain(first, second.asks("Well?"));
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.MachineAttached) {
            chain.standIn(); // of the run before, which has failed
          }
        };
    start(chain);

    session.await(LoopEvent.Waiting.class);
    assertThat(changes()).containsExactly("second null");
  }

  @Test
  void theLogAlsoSaysThatTheFirstIsAskedAgain() throws Exception {
    session.send("go");
    var use = new Part.ToolUse("call-1", "bash", Script.json("{\"command\":\"true\"}"), null);
    first.fails(Kind.AUTH, "not now").asks("Well?");
    var chain = new Chain(first, second.replies(Stop.TOOL_USE, THOUGHT, use));
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolIntent) {
            chain.back();
          }
        };
    start(chain);

    session.await(LoopEvent.Waiting.class);
    assertThat(changes()).containsExactly("second model_auth", "first null");
    assertThat(parts(first.asked.getLast())).contains(use).doesNotContain(THOUGHT);
  }

  @Test
  void aNewRunBeginsWithTheFirstAndSaysSo() throws Exception {
    session.send("go");
    first.fails(Kind.AUTH, "not now");
    start(new Chain(first, second.asks("Well?")));
    session.await(LoopEvent.Waiting.class);

    loops.stop(session.id());
    session.send("again");
    start(new Chain(first.fails(Kind.AUTH, "nor now")));
    session.await(LoopEvent.Suspended.class);
    assertThat(changes()).containsExactly("second model_auth", "first null");
  }
}
