package io.agentservice.server.legacy.v2;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_SERVICE_USERS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.identity.keys.LegacyKey;
import io.agentservice.server.identity.keys.LegacyKeys;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The legacy keys of the account (api-legacy.md 4). */
final class KeysOfVersion2 {
  private static final String ALL = "/v2/enterprise/api-keys";
  private static final int MAX_NAME = 256;
  private static final String UNNAMED = "api key";

  private final LegacyKeys keys;
  private final Lists lists;

  KeysOfVersion2(LegacyKeys keys, Lists lists) {
    this.keys = keys;
    this.lists = lists;
  }

  List<Route> routes() {
    var access = account(MANAGE_ACCOUNT_SERVICE_USERS);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::create),
        Route.delete(ALL, access, this::revokeAll),
        Route.delete(ALL + "/{api_key_id}", access, this::revoke));
  }

  /** A key; {@code userId} is null for one of nobody. */
  private record Shown(
      KeyId apiKeyId,
      String name,
      String keyType,
      OrgId orgId,
      @Nullable String userId,
      String createdAt,
      @Nullable String lastUsedAt,
      @Nullable String expiresAt,
      @Nullable String revokedAt) {
    static Shown of(LegacyKey key) {
      return new Shown(
          key.keyId(),
          key.name(),
          key.kind() == Principal.Kind.LEGACY_USER ? "personal" : "service",
          key.orgId(),
          key.userId(),
          Times.iso(key.createdAt()),
          iso(key.lastUsedAt()),
          iso(key.expiresAt()),
          iso(key.revokedAt()));
    }

    private static @Nullable String iso(@Nullable Instant time) {
      return time == null ? null : Times.iso(time);
    }
  }

  /** A new key, with its token. */
  private record Created(String apiKey, OrgId orgId, KeyId apiKeyId) {
    @Override
    public String toString() {
      return "Created[" + apiKeyId + "]";
    }
  }

  private Answer list(Request request) {
    var query = request.query();
    var listing = keys.list(request.principal().accountId(), query.text("org_id"));
    String list = "legacy keys " + request.scope();
    return ok(lists.skipPage(query, list, listing, Shown::of));
  }

  private Supplier<Answer> create(Request request) {
    var body = request.body();
    String text = body.text("org_id", 1, MAX_NAME);
    String name = body.optionalText("name", 1, MAX_NAME);
    var org = Id.parse(OrgId.class, text);
    if (org == null && !text.isEmpty()) {
      body.fail("unknown_reference", "No such organization", "org_id");
    }
    body.check();
    return () -> {
      var made = keys.create(new OrgId(text), name == null ? UNNAMED : name, request.caller());
      return ok(new Created(made.token(), made.orgId(), made.keyId()));
    };
  }

  private Answer revoke(Request request) {
    var id = Id.parse(KeyId.class, request.path("api_key_id"));
    if (id == null) {
      throw Problem.invalid(
              new Failure(List.of("path", "api_key_id"), "Input should be a key's id", "format"))
          .exception();
    }
    keys.revoke(id, request.caller());
    return Success.ANSWER;
  }

  private Answer revokeAll(Request request) {
    keys.revokeAll(request.caller());
    return Success.ANSWER;
  }
}
