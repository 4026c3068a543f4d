package io.agentservice.server.context.searches;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Searches of different times. */
class SearchesApartIT extends OnStatements<SearchSql> {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Instant LATER = NOON.plusSeconds(60);

  SearchesApartIT() {
    super(SearchSql.class);
  }

  private List<String> found(@Nullable Instant after, @Nullable Instant before, Window window) {
    var scope = new Scope(new AccountId("acct-1"), new OrgId("org-1"));
    List<String> any = List.of();
    var filter = new SearchFilter(any, any, any, any, any, after, before, null);
    return ask(sql -> sql.list(scope, filter, window)).stream()
        .map(search -> search.searchId().value())
        .toList();
  }

  private void search(String id, Instant created) {
    row(
        "search",
        "search_id",
        id,
        "account_id",
        "acct-1",
        "org_id",
        "org-1",
        "created_at",
        created);
  }

  @Test
  void aPeriodBeginsWithItsFirstMomentAndEndsBeforeItsLast() {
    search("search-1", NOON);
    search("search-2", LATER);
    var all = Window.first(9);

    assertThat(found(null, LATER, all)).containsExactly("search-1");
    assertThat(found(LATER, null, all)).containsExactly("search-2");
    assertThat(found(NOON, LATER, all)).containsExactly("search-1");
    assertThat(found(null, null, all)).containsExactly("search-2", "search-1");
  }

  @Test
  void aListGoesOnBehindItsLastRow() {
    search("search-1", NOON);
    search("search-2", LATER);

    assertThat(found(null, null, new Window(9, 0, LATER, "search-2"))).containsExactly("search-1");
  }
}
