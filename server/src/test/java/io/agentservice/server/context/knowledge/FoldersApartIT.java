package io.agentservice.server.context.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Folders of organizations beside each other. */
class FoldersApartIT extends OnStatements<FolderSql> {
  private static final OrgId ONE = new OrgId("org-1");
  private static final OrgId OTHER = new OrgId("org-2");
  private static final FolderId FOLDER = new FolderId("folder-1");

  FoldersApartIT() {
    super(FolderSql.class);
  }

  private void folders() {
    row("folder", "folder_id", "folder-1", "org_id", ONE, "name", "a");
    row("folder", "folder_id", "folder-2", "org_id", OTHER, "name", "a");
  }

  @Test
  void nobodyWritesThoseOfAnotherOrganization() {
    folders();

    assertThat(askOne(sql -> sql.lock(OTHER, FOLDER))).isEmpty();
    tell(sql -> sql.update(OTHER, FOLDER, null, "b"));
    tell(sql -> sql.delete(OTHER, FOLDER));
    assertThat(values("folder", "folder_id || name")).containsExactly("folder-1a", "folder-2a");

    tell(sql -> sql.update(ONE, FOLDER, null, "b"));
    assertThat(values("folder", "folder_id || name")).containsExactly("folder-1b", "folder-2a");
    tell(sql -> sql.delete(ONE, FOLDER));
    assertThat(values("folder", "folder_id")).containsExactly("folder-2");
  }

  @Test
  void aChangeOfOneTreeHoldsUpNoOther() {
    for (var org : List.of(ONE, OTHER)) {
      row("organization", "org_id", org);
    }

    assertThat(free("organization", "org_id", sql -> sql.lockTree(ONE))).containsExactly("org-2");
  }
}
