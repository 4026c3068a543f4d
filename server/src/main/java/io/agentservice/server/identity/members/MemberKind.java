package io.agentservice.server.identity.members;

import io.agentservice.server.base.problems.Problem;

/** Who can hold roles. */
public enum MemberKind {
  USER("users", "user"),
  SERVICE_USER("service-users", "service_user"),
  IDP_GROUP("idp-groups", "idp_group");

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

  /** What names one in paths. */
  String parameter() {
    return noun + (this == IDP_GROUP ? "_name" : "_id");
  }

  /** As in {@code <noun>_not_found}; the view's word. */
  String noun() {
    return noun;
  }

  RuntimeException unknown() {
    return Problem.notFound(noun).exception();
  }
}
