package io.agentservice.server.legacy.v1;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SECRETS;
import static io.agentservice.server.base.http.Access.keyOrganization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.SecretId;
import io.agentservice.server.context.secrets.Secret;
import io.agentservice.server.context.secrets.SecretBody;
import io.agentservice.server.context.secrets.Secrets;
import java.util.List;
import java.util.function.Supplier;

/** Secrets as version 1 shows them (api-legacy.md 3). */
final class SecretsOfVersion1 {
  private static final String ALL = "/v1/secrets";

  private final Secrets secrets;

  SecretsOfVersion1(Secrets secrets) {
    this.secrets = secrets;
  }

  List<Route> routes() {
    var access = keyOrganization(MANAGE_ORG_SECRETS);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::create),
        Route.delete(ALL + "/{secret_id}", access, this::delete));
  }

  /** All of the organization; read while it is written. */
  record Collection(Iterable<SecretShown> secrets) {}

  record SecretShown(
      SecretId secretId,
      String secretType,
      String secretName,
      String createdAt,
      SecretId id,
      String key,
      String name,
      String type) {
    static SecretShown of(Secret secret) {
      return new SecretShown(
          secret.secretId(),
          secret.type().word(),
          secret.key(),
          Times.iso(secret.createdAt()),
          secret.secretId(),
          secret.key(),
          secret.key(),
          secret.type().word());
    }
  }

  record Created(SecretId id) {}

  private Answer list(Request request) {
    var all = secrets.list(request.scope()).walk();
    return ok(new Collection(Lists.shown(all, SecretShown::of)));
  }

  private Supplier<Answer> create(Request request) {
    var secret = SecretBody.read(request, "");
    return () ->
        new Answer.Of(
            201, new Created(secrets.create(request.scope(), secret, request.caller()).secretId()));
  }

  private Answer delete(Request request) {
    secrets.delete(request.scope(), request.id(SecretId.class), request.caller());
    return Answer.noContent();
  }
}
