package io.agentservice.server.identity.members;

import io.agentservice.server.base.problems.Problem;

/** Who can hold roles. */
public enum MemberKind {
  USER("users", "user"),
  SERVICE_USER("service-users", "service_user");

  private final String collection;
  private final String noun;

  MemberKind(String collection, String noun) {
    this.collection = collection;
    this.noun = noun;
  }

  /** The last part of their lists' paths. */
  String collection() {
    return collection;
  }

  /** As in {@code <noun>_id} and {@code <noun>_not_found}; the view's word. */
  String noun() {
    return noun;
  }

  RuntimeException unknown() {
    return Problem.notFound(noun).exception();
  }
}
