package io.agentservice.server.agent.driver.models;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.http.ApiKey;
import io.agentservice.llm.models.OwnModel;
import io.agentservice.llm.models.OwnModels;
import io.agentservice.llm.prices.Price;
import io.agentservice.llm.replay.ReplayLlm;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.context.models.ModelContent;
import io.agentservice.server.context.models.RegisteredModel;
import io.agentservice.server.context.secrets.ClearSecret;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The model of a session as it is now: one that is registered may change, or go, while the session
 * runs (ADR 0086). The same answer as before means that nothing has changed.
 */
public final class SessionModel implements Supplier<Model> {
  private final ModelSources sources;
  private final OrgId org;
  private final @Nullable String name;
  private final UnaryOperator<ReplayLlm> place;
  private @Nullable Registered last;
  private @Nullable Model model;

  /**
   * {@code name} as the session keeps it, null for the server's usual one; {@code place} finds the
   * session's place in a recording.
   */
  public SessionModel(
      ModelSources sources, OrgId org, @Nullable String name, UnaryOperator<ReplayLlm> place) {
    this.sources = sources;
    this.org = org;
    this.name = name;
    this.place = place;
  }

  private record Registered(ModelContent content, @Nullable ApiKey key) {}

  /** Throws {@link LlmException}: {@code GONE} when it is registered no more. */
  @Override
  public synchronized Model get() {
    String own = registeredName();
    if (own == null) {
      var known = model == null ? ofServer() : model;
      model = known;
      return known;
    }
    var now = registered(own);
    var known = model;
    if (known == null || !now.equals(last)) {
      known = open(now);
      model = known;
      last = now;
    }
    return known;
  }

  /** The key that is sent for it, by the name of its secret; nothing if there is none. */
  public Map<String, String> key() {
    String own = registeredName();
    return own == null
        ? Map.of()
        : sources
            .registered()
            .named(org, own)
            .map(found -> found.content().endpoint().keySecret())
            .flatMap(secret -> sources.secrets().named(org, Set.of(secret)).stream().findFirst())
            .map(secret -> Map.of(secret.key(), secret.value()))
            .orElse(Map.of());
  }

  private @Nullable String registeredName() {
    return name != null && name.startsWith(RegisteredModel.PREFIX)
        ? name.substring(RegisteredModel.PREFIX.length())
        : null;
  }

  private Model ofServer() {
    var server = sources.server();
    var llm = name == null ? server.defaultLlm() : server.named(name);
    if (llm instanceof ReplayLlm replay) {
      llm = place.apply(replay);
    }
    return new Model(llm, server.pricing().of(llm), server.limits(llm));
  }

  private Registered registered(String own) {
    var content =
        sources
            .registered()
            .named(org, own)
            .map(RegisteredModel::content)
            .orElseThrow(() ->
                new LlmException(
                    Kind.GONE,
                    "the model %s of this session is not registered any more: register one of that name, then send a message"
                        .formatted(own)));
    String secret = content.endpoint().keySecret();
    return new Registered(content, secret == null ? null : key(own, secret));
  }

  private ApiKey key(String own, String secret) {
    return sources.secrets().named(org, Set.of(secret)).stream()
        .map(ClearSecret::value)
        .map(String::strip)
        .filter(value -> !value.isEmpty() && value.chars().allMatch(c -> c > ' ' && c <= '~'))
        .map(ApiKey::new)
        .findFirst()
        .orElseThrow(() ->
            new LlmException(
                Kind.AUTH,
                "the secret %s, which is the key of the model %s, is gone or no key: create it anew, then send a message"
                    .formatted(secret, own)));
  }

  private Model open(Registered now) {
    var content = now.content();
    String url = content.endpoint().baseUrl();
    var llm =
        sources
            .own()
            .open(
                new OwnModel(
                    OwnModel.Provider.valueOf(content.provider().toUpperCase(Locale.ROOT)),
                    content.providerModel(),
                    url == null ? null : URI.create(url),
                    now.key(),
                    content.effort(),
                    content.takesImages()));
    var size = content.size();
    var price = price(content.price());
    return new Model(
        llm,
        price == null ? OwnModels.listPrice(llm) : price,
        OwnModels.limits(
            content.providerModel(),
            size.contextTokens() == null ? null : size.contextTokens().longValue(),
            size.outputTokens()));
  }

  private static @Nullable Price price(ModelContent.Price given) {
    return given.inputPrice() == null
        ? null
        : new Price(
            given.inputPrice(),
            Objects.requireNonNull(given.outputPrice()),
            Objects.requireNonNull(given.cacheReadPrice()),
            Objects.requireNonNull(given.cacheWritePrice()),
            null);
  }
}
