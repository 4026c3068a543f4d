package io.agentservice.llm.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.llm.AnthropicWireServer;
import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.http.ApiKey;
import io.agentservice.llm.http.Network;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Models that others than the operator have set up. */
class OwnModelsTest {
  private static final Prompt PROMPT =
      new Prompt(
          "",
          List.of(
              ChatMessage.user(
                  new Part.Text("What is it?"), new Part.Image("image/png", "aW1hZ2U="))),
          List.of(),
          100);

  /** But for the loopback by its address. */
  private static final Network CLOSED =
      host -> {
        if (!host.equals("127.0.0.1")) {
          throw new Network.ClosedException(host + " is closed");
        }
        return List.of(InetAddress.getLoopbackAddress());
      };

  private final OpenAiWireServer openAi = new OpenAiWireServer();
  private final AnthropicWireServer anthropic = new AnthropicWireServer();
  private final OwnModels models = new OwnModels(Duration.ofSeconds(20), CLOSED);

  @AfterEach
  void close() {
    models.close();
    openAi.close();
    anthropic.close();
  }

  private Llm open(
      OwnModel.Provider provider, String url, @Nullable String effort, boolean images) {
    var key = new ApiKey("k-123");
    return models.open(new OwnModel(provider, "theirs", URI.create(url), key, effort, images));
  }

  private static void ask(Llm llm) {
    var _ = llm.complete(PROMPT, TextListener.NONE);
  }

  @Test
  void effortIsAskedForInEachProvidersWords() {
    openAi.say("a cat").say("a cat");
    anthropic.say("a cat");
    ask(open(OwnModel.Provider.OPENAI, openAi.baseUrl(), "high", true));
    assertThat(openAi.lastRequest().body().path("reasoning_effort").asString()).isEqualTo("high");
    ask(open(OwnModel.Provider.ANTHROPIC, anthropic.baseUrl(), "high", true));
    assertThat(anthropic.lastRequest().body().at("/output_config/effort").asString())
        .isEqualTo("high");
    ask(open(OwnModel.Provider.OPENAI, openAi.baseUrl(), null, true));
    assertThat(openAi.lastRequest().body().has("reasoning_effort")).isFalse();
  }

  @Test
  void aModelThatTakesNoImagesGetsAWordInTheirPlace() {
    openAi.say("a cat").say("no idea");
    ask(open(OwnModel.Provider.OPENAI, openAi.baseUrl(), null, true));
    assertThat(openAi.lastRequest().body().toString()).contains("aW1hZ2U=");
    ask(open(OwnModel.Provider.OPENAI, openAi.baseUrl(), null, false));
    assertThat(openAi.lastRequest().body().toString())
        .doesNotContain("aW1hZ2U=")
        .contains("[an image, which you can't see]", "What is it?");
  }

  @Test
  void aHostThatIsClosedIsNotAskedAndNotTriedAgain() {
    for (String host : List.of("localhost", "[::1]", "127.0.0.2", "2130706433")) {
      String url = openAi.baseUrl().replace("127.0.0.1", host);
      assertThatThrownBy(() -> ask(open(OwnModel.Provider.OPENAI, url, null, true)))
          .as(host)
          .isInstanceOfSatisfying(
              LlmException.class,
              e -> assertThat(e.kind()).as(host).isEqualTo(Kind.INVALID_REQUEST));
    }
    assertThat(openAi.requests()).isEmpty();
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Location", openAi.baseUrl() + "/chat/completions");
          exchange.sendResponseHeaders(307, -1);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThatThrownBy(() -> ask(open(OwnModel.Provider.OPENAI, url, null, true)))
          .isInstanceOf(LlmException.class);
      assertThat(openAi.requests()).isEmpty();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aRefusalSaysWhatOfTheRegisteredModelToLookAtAndNotTheKey() {
    openAi.fail(401, "invalid_api_key", "k-123 is no key").fail(404, "no_model", "there is none");
    var llm = open(OwnModel.Provider.OPENAI, openAi.baseUrl(), null, true);
    assertThatThrownBy(() -> ask(llm))
        .hasMessageContaining("registered model")
        .hasMessageNotContaining("k-123")
        .hasMessageNotContaining("OPENAI_API_KEY");
    assertThatThrownBy(() -> ask(llm)).hasMessageContaining("provider_model");
  }

  @Test
  void whatIsGivenOfItsSizeComesBeforeWhatIsKnown() {
    assertThat(OwnModels.limits("claude-opus-5", null, null))
        .isEqualTo(ModelLimits.of("claude-opus-5"));
    assertThat(OwnModels.limits("claude-opus-5", 5_000L, 300))
        .isEqualTo(new ModelLimits(5_000, 300));
    assertThat(OwnModels.limits("unheard-of", null, 300))
        .isEqualTo(new ModelLimits(ModelLimits.UNKNOWN.window(), 300));
    assertThat(OwnModels.knownWindow("unheard-of")).isNull();
  }
}
