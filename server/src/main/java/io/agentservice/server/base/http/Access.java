package io.agentservice.server.base.http;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.Problem;
import java.util.Set;

/** What a route asks of its caller; the router enforces it. */
public sealed interface Access {

  /** No credential: probes, signed links, the pages' own sign-in. */
  record Open() implements Access {}

  /** A page for people; refusals are in its form. */
  record Page(Refusal refusal) implements Access {}

  /** A page that can be seen before signing in. */
  record OpenPage(Refusal refusal) implements Access {}

  /** What a page answers instead of a problem body. */
  @FunctionalInterface
  interface Refusal {
    Answer answer(Problem problem, Request request);
  }

  record SignedIn() implements Access {}

  /** One of the permissions in the organization of the path, {@code {org_id}}. */
  record InOrganization(Set<Permission> anyOf) implements Access {}

  /** In the credential's organization: version 1 (api-legacy.md 1). */
  record InKeyOrganization(Set<Permission> anyOf) implements Access {}

  /** One of the permissions in the account. */
  record InAccount(Set<Permission> anyOf) implements Access {}

  /**
   * In the organization of the path's thing, checked by {@link Gate#permitIn} when it is found. Who
   * holds it nowhere is refused before.
   */
  record InOrganizationOfThing(Set<Permission> anyOf) implements Access {}

  static Access open() {
    return new Open();
  }

  static Access signedIn() {
    return new SignedIn();
  }

  static Access organization(Permission... anyOf) {
    return new InOrganization(Set.of(anyOf));
  }

  static Access keyOrganization(Permission... anyOf) {
    return new InKeyOrganization(Set.of(anyOf));
  }

  static Access inOrganizationOfThing(Permission... anyOf) {
    return new InOrganizationOfThing(Set.of(anyOf));
  }

  static Access account(Permission... anyOf) {
    return new InAccount(Set.of(anyOf));
  }
}
