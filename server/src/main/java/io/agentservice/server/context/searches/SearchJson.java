package io.agentservice.server.context.searches;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SearchId;
import io.agentservice.server.context.indexing.Hit;
import java.util.List;
import org.jspecify.annotations.Nullable;

record SearchJson(
    SearchId searchId,
    OrgId orgId,
    String query,
    List<String> repoNames,
    String origin,
    String status,
    @Nullable Integer resultCount,
    @JsonUnwrapped RequesterJson requester,
    long createdAt,
    @Nullable Long completedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Hit> results) {

  /** Who asked, and the session that was started from it. */
  record RequesterJson(
      @Nullable String userId, @Nullable String serviceUserId, @Nullable String sessionId) {
    static RequesterJson of(Search search) {
      return new RequesterJson(search.userId(), search.serviceUserId(), search.sessionId());
    }
  }

  /** In a list: without what it found. */
  static SearchJson of(Search search) {
    return of(search, null);
  }

  static SearchJson of(Searches.Found found) {
    return of(found.search(), found.hits());
  }

  private static SearchJson of(Search search, @Nullable List<Hit> results) {
    var completed = search.completedAt();
    return new SearchJson(
        search.searchId(),
        search.orgId(),
        search.query(),
        search.repoNames(),
        search.origin(),
        search.status(),
        search.resultCount(),
        RequesterJson.of(search),
        search.createdAt().getEpochSecond(),
        completed == null ? null : completed.getEpochSecond(),
        results);
  }
}
