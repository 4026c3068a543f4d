package io.agentservice.server.engine.sessions.secrets;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Weigher;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.secrets.ClearSecret;
import io.agentservice.server.context.secrets.Secrets;
import io.agentservice.server.context.secrets.Totp;
import io.agentservice.server.engine.sessions.parts.NewSession;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A session's secrets, its own and its organization's, in clear for remote and redactor only. */
public final class SessionSecrets {
  private static final Duration KEPT = Duration.ofMinutes(5);
  private static final long MOST_BYTES = 32 << 20;
  private static final Weigher<Made, Redactor> WEIGHT = (_, redactor) -> redactor.size();

  /** Authenticators go by the time of the world, not by the database's. */
  private final InstantSource clock = InstantSource.system();

  private final Vault vault;
  private final Secrets kept;
  private final Supplier<Redactor> installation;

  /** By what secrets, above which of the installation. */
  private record Made(Redactor installation, String secrets) {}

  /** What was made for a set of secrets serves whoever has the same, for a while. */
  private final Cache<Made, Redactor> made =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .weigher(WEIGHT)
          .expireAfterAccess(KEPT)
          .build();

  /** {@code kept} are organizations' secrets, {@code installation} knows the installation's. */
  public SessionSecrets(Vault vault, Secrets kept, Supplier<Redactor> installation) {
    this.vault = vault;
    this.kept = kept;
    this.installation = installation;
  }

  public void keep(Tx tx, SessionId id, List<NewSession.Secret> secrets) {
    var sql = tx.on(SessionSecretSql.class);
    for (var secret : secrets) {
      byte[] clear = secret.value().getBytes(StandardCharsets.UTF_8);
      byte[] sealed = vault.encrypt(clear, context(id, secret.key()));
      sql.insert(id, secret.key(), sealed, secret.sensitive());
    }
  }

  /** Its own. */
  public List<NewSession.Secret> of(Database database, SessionId id) {
    return database.with(SessionSecretSql.class, sql -> sql.of(id)).stream()
        .map(row -> {
          byte[] clear = vault.decrypt(row.value(), context(id, row.key()));
          return new NewSession.Secret(
              row.key(), new String(clear, StandardCharsets.UTF_8), row.sensitive());
        })
        .toList();
  }

  /** Its own hide the organization's (sessions.md 6); {@code chosen} ids, null for all. */
  public List<NewSession.Secret> with(
      List<NewSession.Secret> own, OrgId org, @Nullable List<String> chosen) {
    return merged(kept.values(org, chosen, false), own);
  }

  private static List<NewSession.Secret> merged(
      List<ClearSecret> ofOrganization, List<NewSession.Secret> own) {
    var all = new LinkedHashMap<String, NewSession.Secret>();
    Stream.concat(ofOrganization.stream().flatMap(SessionSecrets::shown), own.stream())
        .forEach(secret -> all.put(secret.key(), secret));
    return List.copyOf(all.values());
  }

  /** A dictionary is as many secrets as it has names; of a totp only codes are given away. */
  private static Stream<NewSession.Secret> shown(ClearSecret secret) {
    return switch (secret.type()) {
      case KEY_VALUE, COOKIE ->
          Stream.of(new NewSession.Secret(secret.key(), secret.value(), secret.isSensitive()));
      case DICTIONARY ->
          Json.MAPPER.readTree(secret.value()).properties().stream()
              .map(member ->
                  new NewSession.Secret(
                      member.getKey(), member.getValue().stringValue(), secret.isSensitive()));
      case TOTP -> Stream.empty();
    };
  }

  /** The current codes of the organization's authenticators, by name. */
  public Map<String, Supplier<String>> oneTimeCodes(OrgId org, @Nullable List<String> chosen) {
    return kept.authenticators(org, chosen).stream()
        .collect(
            Collectors.toMap(
                ClearSecret::key,
                secret -> {
                  var totp = Totp.parse(secret.value()).orElseThrow();
                  return () -> totp.code(clock.instant());
                }));
  }

  /** Masks the session's sensitive secrets and the installation's. */
  public Redactor redactor(List<NewSession.Secret> own, OrgId org, @Nullable List<String> chosen) {
    return redactor(merged(kept.values(org, chosen, true), own));
  }

  /** The same of these secrets only. */
  public Redactor redactor(List<NewSession.Secret> secrets) {
    var sensitive = new TreeMap<String, String>();
    secrets.stream()
        .filter(NewSession.Secret::sensitive)
        .forEach(secret -> sensitive.put(secret.key(), secret.value()));
    var known = installation.get();
    return sensitive.isEmpty()
        ? known
        : made.get(new Made(known, digest(sensitive)), _ -> known.with(sensitive));
  }

  /** Of names and values in their order, each with its length before it. */
  private static String digest(SortedMap<String, String> secrets) {
    var sha256 = sha256();
    secrets.forEach((key, value) -> {
      for (byte[] part :
          List.of(key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8))) {
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        sha256.update(part);
      }
    });
    return HexFormat.of().formatHex(sha256.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String context(SessionId id, String key) {
    return "session_secret " + id + " " + key;
  }
}
