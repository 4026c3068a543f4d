package io.agentservice.server.base.ids;

/** A custom role, or the word of a built-in one: what a path names is looked up, not parsed. */
@IdForm(prefix = "role-", noun = "role")
public final class RoleId extends Id {
  public RoleId(String value) {
    super(value);
  }
}
