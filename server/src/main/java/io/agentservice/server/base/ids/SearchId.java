package io.agentservice.server.base.ids;

/** A search in indexed repositories. */
@IdForm(prefix = "search-", noun = "search")
public final class SearchId extends Id {
  public SearchId(String value) {
    super(value);
  }
}
