package io.agentservice.server.agent.driver.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.LlmException.OfKey;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Stop;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.Usage;
import io.agentservice.llm.http.ApiKey;
import io.agentservice.llm.models.OwnModel;
import io.agentservice.server.base.ids.OrgId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of a model's keys is asked with, by the clock. */
class KeyedLlmTest {
  private static final Prompt PROMPT =
      new Prompt("", List.of(ChatMessage.user("Hi")), List.of(), 10);

  private final KeyRests rests = new KeyRests();
  private final List<String> asked = new ArrayList<>();
  private final Map<String, LlmException> failing = new HashMap<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  /** Takes a call unless its key is said to fail. */
  private record OfKeyLlm(KeyedLlmTest test, String key) implements Llm {
    @Override
    public Reply complete(Prompt prompt, TextListener live) {
      test.asked.add(key);
      var failure = test.failing.get(key);
      if (failure != null) {
        throw failure;
      }
      return new Reply(List.of(), Stop.END_TURN, Usage.NONE, "m", List.of());
    }

    @Override
    public String name() {
      return "openai:m";
    }

    @Override
    public String model() {
      return "m";
    }
  }

  private KeyedLlm model(String... keys) {
    var all = new ArrayList<KeyedLlm.Keyed>();
    for (String key : keys) {
      var own =
          new OwnModel(OwnModel.Provider.OPENAI, "m", null, new ApiKey("sk-" + key), null, true);
      var what = new KeyRests.Asked(new OrgId("org-1"), own);
      all.add(new KeyedLlm.Keyed(key, what, new OfKeyLlm(this, key)));
    }
    return new KeyedLlm(all, rests, () -> now);
  }

  private static LlmException usedUp(@Nullable Duration wait) {
    return LlmException.usedUp("busy", wait, null);
  }

  private static void ask(Llm model) {
    var _ = model.complete(PROMPT, _ -> {});
  }

  private static LlmException failure(Llm model) {
    var thrown = catchThrowableOfType(LlmException.class, () -> ask(model));
    assertThat(thrown).isNotNull();
    return thrown;
  }

  /** The key that a session would begin with that knows of no call before. */
  private String firstAsked(String... keys) {
    asked.clear();
    ask(model(keys));
    return asked.getFirst();
  }

  @Test
  void oneThatIsUsedUpRestsUntilItsProviderSays() {
    var model = model("a", "b");
    failing.put("a", usedUp(Duration.ofSeconds(90)));
    assertThat(failure(model))
        .returns(OfKey.CHANGED, LlmException::ofKey)
        .hasMessage("busy; the key a rests for 1 min 30 s, and b is asked with");
    ask(model);
    assertThat(asked).containsExactly("a", "b");

    failing.clear();
    now = now.plusSeconds(89);
    assertThat(firstAsked("a", "b")).isEqualTo("b");
    now = now.plusSeconds(1);
    assertThat(firstAsked("a", "b")).isEqualTo("a");
  }

  @Test
  void oneThatIsRefusedRestsLongerAndAnotherValueOfItIsNoRefusedOne() {
    failing.put("a", new LlmException(Kind.AUTH, "no"));
    assertThat(failure(model("a", "b")).ofKey()).isEqualTo(OfKey.CHANGED);
    failing.clear();
    now = now.plus(KeyRests.REFUSED).minusSeconds(1);
    assertThat(firstAsked("a", "b")).isEqualTo("b");
    assertThat(firstAsked("anew", "b")).isEqualTo("anew");
    now = now.plusSeconds(1);
    assertThat(firstAsked("a", "b")).isEqualTo("a");
  }

  @Test
  void theOneThatWasChangedToIsKeptToAlsoWhenTheFirstHasRested() {
    var model = model("a", "b");
    failing.put("a", usedUp(null));
    failure(model);
    failing.clear();
    ask(model);
    now = now.plus(KeyRests.USED_UP).plusSeconds(1);
    ask(model);
    assertThat(asked).containsExactly("a", "b", "b");
    failing.put("b", usedUp(null));
    failure(model);
    ask(model);
    assertThat(asked).containsExactly("a", "b", "b", "b", "a");
  }

  @Test
  void whenAllAreUsedUpTheWaitIsThatOfTheOneThatIsBackFirst() {
    var model = model("a", "b", "c");
    failing.put("a", usedUp(Duration.ofSeconds(20)));
    failing.put("b", new LlmException(Kind.AUTH, "no"));
    failing.put("c", usedUp(Duration.ofSeconds(50)));
    failure(model);
    failure(model);
    assertThat(failure(model))
        .returns(Kind.UNREACHABLE, LlmException::kind)
        .returns(OfKey.USED_UP, LlmException::ofKey)
        .returns(Duration.ofSeconds(20), e -> e.retryAfter().orElseThrow());
    failing.clear();
    ask(model);
    assertThat(asked).containsExactly("a", "b", "c", "a");
  }

  @Test
  void eachIsTriedOnceHoweverShortTheyRest() {
    var model = model("a", "b");
    failing.put("a", usedUp(Duration.ZERO));
    failing.put("b", usedUp(Duration.ZERO));
    assertThat(failure(model).ofKey()).isEqualTo(OfKey.CHANGED);
    now = now.plusSeconds(5);
    assertThat(failure(model).ofKey()).isEqualTo(OfKey.USED_UP);
  }

  @Test
  void noRestIsLongerThanAnHour() {
    failing.put("a", usedUp(Duration.ofDays(2)));
    failure(model("a", "b"));
    failing.clear();
    now = now.plus(KeyRests.LONGEST);
    assertThat(firstAsked("a", "b")).isEqualTo("a");
  }

  @Test
  void whatIsNoFailureOfAKeyLeavesItWhereItIs() {
    var model = model("a", "b");
    failing.put("a", new LlmException(Kind.UNREACHABLE, "HTTP 503"));
    assertThat(failure(model)).hasMessage("HTTP 503");
    failing.clear();
    ask(model);
    assertThat(asked).containsExactly("a", "a");
  }
}
