package io.agentservice.server.engine.sessions.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions of an organization that is erased. */
class ErasedSessionsIT extends OnStatements<SessionErasureSql> {
  private static final OrgId ONE = new OrgId("org-1");

  ErasedSessionsIT() {
    super(SessionErasureSql.class);
  }

  @Test
  void thoseAreErasedThatStandInNoQueueAnyMoreAndAreItsOwn() {
    row("session", "session_id", "agent-1", "org_id", ONE);
    row("session", "session_id", "agent-2", "org_id", ONE);
    row("session", "session_id", "agent-3", "org_id", "org-2");
    row("queue_entry", "session_id", "agent-2");

    assertThat(askAll(sql -> sql.forgotten(ONE, 10))).containsExactly(new SessionId("agent-1"));
    assertThat(askIf(sql -> sql.anyLeft(ONE))).isTrue();
    assertThat(askIf(sql -> sql.anyLeft(new OrgId("org-3")))).isFalse();
  }

  @Test
  void thoseAreDueThatEndedLongAgoAndNobodyNeeds() {
    row("organization", "org_id", ONE);
    ended("agent-1", 40);
    ended("agent-2", 50);
    ended("agent-3", 20);
    row("session", "session_id", "agent-4", "org_id", ONE, "status", "SUSPENDED");
    ended("agent-5", 40);
    row("queue_entry", "session_id", "agent-5", "removed_at", "now");

    assertThat(due(30, 10)).containsExactly("agent-2", "agent-1");
    assertThat(due(30, 1)).hasSize(1);
    assertThat(due(0, 10)).isEmpty();
  }

  @Test
  void noneIsDueWhoseTreeLives() {
    row("organization", "org_id", ONE);
    row("session", "session_id", "agent-1", "org_id", ONE); // it lives, and reckons with its child
    ended("agent-2", 40);
    child("agent-2", "agent-1", "agent-1");
    ended("agent-3", 40); // the root, a child and a grandchild, which lives
    ended("agent-4", 40);
    row("session", "session_id", "agent-5", "org_id", ONE);
    child("agent-4", "agent-3", "agent-3");
    child("agent-5", "agent-4", "agent-3");
    ended("agent-6", 40); // all have ended
    ended("agent-7", 50);
    child("agent-7", "agent-6", "agent-6");

    assertThat(due(30, 10)).containsExactly("agent-7", "agent-6");
  }

  private List<String> due(int days, int most) {
    return askAll(sql -> sql.due(days, most)).stream().map(SessionId::value).toList();
  }

  private void child(String id, String parent, String root) {
    row("child_session", "session_id", id, "parent_session_id", parent, "root_session_id", root);
  }

  private void ended(String id, int daysAgo) {
    var then = Instant.now().minus(Duration.ofDays(daysAgo)).toString();
    row("session", "session_id", id, "org_id", ONE, "status", "EXIT", "ended_at", then);
  }

  @Test
  void anOrganizationsOwnDaysCountForItAlone() {
    row("organization", "org_id", ONE, "session_days", 10);
    row("organization", "org_id", "org-2");
    row("organization", "org_id", "org-3", "session_days", 0);
    ended("agent-1", 20);
    ended("agent-2", 5);
    for (var org : List.of("org-2", "org-3")) {
      row(
          "session",
          "session_id",
          "agent-" + org,
          "org_id",
          org,
          "status",
          "EXIT",
          "ended_at",
          "2020-01-01");
    }
    assertThat(due(0, 10)).containsExactly("agent-1");
    assertThat(due(30, 10)).containsExactlyInAnyOrder("agent-1", "agent-org-2");
  }

  @Test
  void attachmentsStayThatAnotherSessionHas() {
    row("session_attachment", "session_id", "agent-1", "attachment_id", "attachment-1");
    row("session_attachment", "session_id", "agent-1", "attachment_id", "attachment-2");
    row("session_attachment", "session_id", "agent-2", "attachment_id", "attachment-2");
    var one = List.of(new SessionId("agent-1"));
    var both = List.of(new AttachmentId("attachment-1"), new AttachmentId("attachment-2"));

    assertThat(askAll(sql -> sql.attachments(one))).containsExactlyInAnyOrderElementsOf(both);
    assertThat(askAll(sql -> sql.onlyOf(one, both))).containsExactly(both.getFirst());
    var all = List.of(new SessionId("agent-1"), new SessionId("agent-2"));
    assertThat(askAll(sql -> sql.onlyOf(all, both))).hasSize(2);
  }
}
