package io.agentservice.server.context.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** What is done with one file is done with no other. */
class AttachmentsApartIT extends OnStatements<AttachmentSql> {
  private static final Scope SCOPE = new Scope(new AccountId("acct-1"), new OrgId("org-1"));
  private static final AttachmentId ONE = new AttachmentId("b");

  AttachmentsApartIT() {
    super(AttachmentSql.class);
  }

  private void attachment(String id, String state) {
    row(
        "attachment",
        "attachment_id",
        id,
        "account_id",
        "acct-1",
        "org_id",
        "org-1",
        "source",
        "user",
        "state",
        state,
        "name",
        id,
        "size_bytes",
        1,
        "sha256",
        "0");
  }

  @Test
  void eachIsFoundByItsOwnId() {
    attachment("a", "KEPT");
    attachment("b", "KEPT");
    attachment("c", "COMING");

    assertThat(askOne(sql -> sql.find(SCOPE, ONE)).orElseThrow().attachmentId()).isEqualTo(ONE);
    assertThat(askOne(sql -> sql.findSigned(ONE))).isPresent();
    assertThat(askOne(sql -> sql.findSigned(new AttachmentId("c")))).isEmpty();
  }

  @Test
  void oneAloneIsKeptOrGivenUp() {
    attachment("a", "KEPT");
    attachment("b", "KEPT");
    attachment("c", "COMING");
    attachment("d", "COMING");

    tell(sql -> sql.discard(SCOPE, ONE));
    assertThat(values("attachment", "attachment_id || state"))
        .containsExactly("aKEPT", "bGOING", "cCOMING", "dCOMING");
    var content = new AttachmentSql.Content("n", null, 1, "0");
    assertThat(askOne(sql -> sql.keep(SCOPE, new AttachmentId("d"), content))).isPresent();
    assertThat(values("attachment", "attachment_id || state"))
        .containsExactly("aKEPT", "bGOING", "cCOMING", "dKEPT");
    assertThat(askOne(sql -> sql.keep(SCOPE, ONE, content))).isEmpty();
  }

  @Test
  void nobodyKeepsWhatComesToAnotherOrganization() {
    attachment("a", "COMING");
    var elsewhere = new Scope(new AccountId("acct-1"), new OrgId("org-2"));
    var content = new AttachmentSql.Content("n", null, 1, "0");

    assertThat(askOne(sql -> sql.keep(elsewhere, new AttachmentId("a"), content))).isEmpty();

    assertThat(values("attachment", "state")).containsExactly("COMING");
  }

  @Test
  void onlyWhatIsWholeAndTheOrganizationsOwnIsGivenUp() {
    attachment("a", "KEPT");
    attachment("b", "COMING");
    var elsewhere = new Scope(new AccountId("acct-1"), new OrgId("org-2"));

    tell(sql -> sql.discard(elsewhere, new AttachmentId("a")));
    tell(sql -> sql.discard(SCOPE, ONE));

    assertThat(values("attachment", "attachment_id || state")).containsExactly("aKEPT", "bCOMING");
  }
}
