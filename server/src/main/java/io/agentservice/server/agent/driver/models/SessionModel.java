package io.agentservice.server.agent.driver.models;

import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.http.ApiKey;
import io.agentservice.llm.models.Llms;
import io.agentservice.llm.models.OwnModel;
import io.agentservice.llm.models.OwnModels;
import io.agentservice.llm.prices.Price;
import io.agentservice.llm.replay.ReplayLlm;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.model.Models;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.context.models.AccountModel;
import io.agentservice.server.context.models.ModelContent;
import io.agentservice.server.context.models.RegisteredModel;
import io.agentservice.server.context.secrets.ClearSecret;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The model of a session as it is now: one that is registered may change, or go, while the session
 * runs (ADR 0086), and others stand in for one that fails (ADR 0099). The same answer as before
 * means that nothing has changed.
 */
public final class SessionModel implements Models {
  /** After so long the session's own model is tried again. */
  static final Duration STAND_IN = Duration.ofMinutes(10);

  private static final int MOST_STAND_INS = 4;

  private final ModelSources sources;
  private final OrgId org;
  private final @Nullable String name;
  private final UnaryOperator<ReplayLlm> place;
  private final InstantSource clock;
  private final Map<String, Optional<String>> seen = new HashMap<>();
  private @Nullable String standIn;
  private Instant until = Instant.MIN;
  private @Nullable Opened last;

  /**
   * {@code name} as the session keeps it, null for the server's usual one; {@code place} finds the
   * session's place in a recording.
   */
  public SessionModel(
      ModelSources sources,
      OrgId org,
      @Nullable String name,
      UnaryOperator<ReplayLlm> place,
      InstantSource clock) {
    this.sources = sources;
    this.org = org;
    this.name = name;
    this.place = place;
    this.clock = clock;
  }

  /** {@code keys}: those of its keys that there are; none where its server wants none. */
  private record Registered(ModelContent content, List<NamedKey> keys) {}

  private record NamedKey(String secret, ApiKey key) {}

  /** {@code registered} is null for one of the server's, {@code server} has all of those then. */
  private record Opened(
      @Nullable String name, @Nullable Registered registered, Llms server, Model model) {}

  /** Throws {@link LlmException}: {@code GONE} when it is registered no more. */
  @Override
  public synchronized Model get() {
    if (standIn != null && clock.instant().isAfter(until)) {
      standIn = null;
    }
    String asked = standIn == null ? name : standIn;
    String own = registeredName(asked);
    var now = own == null ? null : registered(own);
    var server = sources.server().get();
    var known = last;
    if (known == null
        || !Objects.equals(known.name(), asked)
        || !Objects.equals(known.registered(), now)
        || (now == null && known.server() != server)) {
      known = new Opened(asked, now, server, now == null ? ofServer(server, asked) : open(now));
      last = known;
    }
    return known.model();
  }

  @Override
  public synchronized boolean standsIn() {
    return standIn != null;
  }

  @Override
  public synchronized boolean hasStandIn() {
    return next() != null;
  }

  @Override
  public synchronized boolean standIn() {
    standIn = next();
    until = clock.instant().plus(STAND_IN);
    return standIn != null;
  }

  private @Nullable String next() {
    var all = chain();
    int at = Math.max(0, all.indexOf(standIn)); // it may stand in for nobody any more
    return at + 1 < all.size() ? all.get(at + 1) : null;
  }

  /** The session's model, and those that stand in for it, each for the one before. */
  private List<@Nullable String> chain() {
    var all = new ArrayList<@Nullable String>();
    all.add(name);
    String next = after(name);
    while (next != null && all.size() <= MOST_STAND_INS && !all.contains(next)) {
      all.add(next);
      next = after(next);
    }
    return all;
  }

  /** Of a model that is gone, the one that it had when it was seen last. */
  private @Nullable String after(@Nullable String model) {
    String own = registeredName(model);
    if (own == null) {
      return sources.server().get().fallback(model);
    }
    content(own).ifPresent(found -> seen.put(own, Optional.ofNullable(found.use().fallback())));
    return seen.getOrDefault(own, Optional.empty()).orElse(null);
  }

  /** The organization's own hides its account's. */
  private Optional<ModelContent> content(String own) {
    return sources
        .registered()
        .named(org, own)
        .map(RegisteredModel::content)
        .or(() -> sources.ofAccounts().named(org, own).map(AccountModel::content));
  }

  /** The keys that are sent for it and for those that stand in, by the names of their secrets. */
  public synchronized Map<String, String> keys() {
    var secrets = new HashSet<String>();
    var all = new HashMap<String, String>();
    for (String model : chain()) {
      String own = registeredName(model);
      if (own != null) {
        var found = sources.registered().named(org, own);
        if (found.isPresent()) {
          secrets.addAll(found.get().content().endpoint().keySecrets());
        } else {
          ofAccount(own)
              .ifPresent(
                  ours -> ours.keys().forEach(key -> all.put(key.secret(), key.key().value())));
        }
      }
    }
    if (!secrets.isEmpty()) {
      sources.secrets().named(org, secrets).forEach(one -> all.put(one.key(), one.value()));
    }
    return all;
  }

  private static @Nullable String registeredName(@Nullable String model) {
    return model != null && model.startsWith(RegisteredModel.PREFIX)
        ? model.substring(RegisteredModel.PREFIX.length())
        : null;
  }

  private Model ofServer(Llms server, @Nullable String asked) {
    var llm = asked == null ? server.defaultLlm() : server.named(asked);
    if (llm instanceof ReplayLlm replay) {
      llm = place.apply(replay);
    }
    return new Model(llm, server.pricing().of(llm), server.limits(llm));
  }

  private Registered registered(String own) {
    var found = sources.registered().named(org, own).map(RegisteredModel::content);
    if (found.isEmpty()) {
      return ofAccount(own)
          .orElseThrow(() ->
              new LlmException(
                  Kind.GONE,
                  "the model %s of this session is not registered any more: register one of that name, then send a message"
                      .formatted(own)));
    }
    var content = found.get();
    var secrets = content.endpoint().keySecrets();
    return new Registered(content, secrets.isEmpty() ? List.of() : keys(own, secrets));
  }

  private Optional<Registered> ofAccount(String own) {
    return sources
        .ofAccounts()
        .named(org, own)
        .map(found -> {
          var keys = new ArrayList<NamedKey>();
          for (String key : sources.ofAccounts().keys(found)) {
            String name = "key %d of the model %s".formatted(keys.size() + 1, own);
            keys.add(new NamedKey(name, new ApiKey(key)));
          }
          return new Registered(found.content(), keys);
        });
  }

  /** In the order of the secrets, at least one. */
  private List<NamedKey> keys(String own, List<String> secrets) {
    var values =
        sources.secrets().named(org, Set.copyOf(secrets)).stream()
            .collect(Collectors.toMap(ClearSecret::key, secret -> secret.value().strip()));
    var keys = new ArrayList<NamedKey>();
    for (String secret : secrets) {
      String value = values.get(secret);
      if (value != null && isKey(value)) {
        keys.add(new NamedKey(secret, new ApiKey(value)));
      }
    }
    if (keys.isEmpty()) {
      String why =
          secrets.size() == 1
              ? "the secret %s, which is the key of the model %s, is gone or no key: create it anew, then send a message"
              : "the secrets %s, which are the keys of the model %s, are gone or no keys: create one anew, then send a message";
      throw new LlmException(Kind.AUTH, why.formatted(String.join(", ", secrets), own));
    }
    return keys;
  }

  private static boolean isKey(String value) {
    return !value.isEmpty() && value.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  private Model open(Registered now) {
    var content = now.content();
    var llm = llm(now);
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

  private Llm llm(Registered now) {
    if (now.keys().isEmpty()) {
      return sources.own().open(asked(now.content(), null));
    }
    var keyed =
        now.keys().stream()
            .map(named -> {
              var asked = asked(now.content(), named.key());
              return new KeyedLlm.Keyed(
                  named.secret(), new KeyRests.Asked(org, asked), sources.own().open(asked));
            })
            .toList();
    return keyed.size() == 1 ? keyed.getFirst().llm() : new KeyedLlm(keyed, sources.rests(), clock);
  }

  private static OwnModel asked(ModelContent content, @Nullable ApiKey key) {
    String url = content.endpoint().baseUrl();
    return new OwnModel(
        OwnModel.Provider.valueOf(content.provider().toUpperCase(Locale.ROOT)),
        content.providerModel(),
        url == null ? null : URI.create(url),
        key,
        content.effort(),
        content.takesImages());
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
