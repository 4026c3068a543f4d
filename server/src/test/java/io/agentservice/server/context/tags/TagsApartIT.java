package io.agentservice.server.context.tags;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tags of an organization, of which some stay. */
class TagsApartIT extends OnStatements<OrganizationTagSql> {
  private static final OrgId ONE = new OrgId("org-1");

  TagsApartIT() {
    super(OrganizationTagSql.class);
  }

  @Test
  void thoseThatStayAreNotTakenAway() {
    for (String tag : List.of("a", "b")) {
      row("organization_tag", "org_id", ONE, "tag", tag);
      row("organization_tag", "org_id", "org-2", "tag", tag);
    }

    tell(sql -> sql.keepOnly(ONE, List.of("b")));

    assertThat(values("organization_tag", "org_id || tag"))
        .containsExactly("org-1b", "org-2a", "org-2b");
  }
}
