package io.agentservice.server.base.ids;

@IdForm(prefix = "search-", noun = "search")
public final class SearchId extends Id {
  public SearchId(String value) {
    super(value);
  }
}
