package io.agentservice.server.base.ids;

/** A group of the identity provider; paths have its name. */
@IdForm(prefix = "idp_group-", noun = "idp_group")
public final class IdpGroupId extends Id {
  public IdpGroupId(String value) {
    super(value);
  }
}
