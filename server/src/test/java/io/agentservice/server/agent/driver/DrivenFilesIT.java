package io.agentservice.server.agent.driver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.tools.SharedFiles;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.testing.OnOutpost;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a session as its loop sees them, on a real database and store. */
class DrivenFilesIT extends OnOutpost {
  @TempDir private Path home;
  private Database database;
  private String id;
  private SharedFiles files;

  @BeforeEach
  void open() {
    database = server.openDatabase();
    id = session();
    claim(id, "w").ok();
    server
        .given()
        .update(
            """
            WITH entry AS (UPDATE queue_entry SET session_status = 'RUNNING' WHERE session_id = ?)
            UPDATE session SET status = 'RUNNING', connection = 4 WHERE session_id = ?
            """,
            id,
            id);
    var feature = DrivenSessionIT.feature(database, home);
    var session = feature.sessions().find(new SessionId(id)).orElseThrow();
    files =
        new DrivenFiles(
            feature.sessions().attachments(),
            feature.turns(),
            new Scope(session.accountId(), session.orgId()),
            session.sessionId(),
            new Tenure(1, 4));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void whatTheAgentSharesIsTheSessionsAndPeopleFindItOnce() {
    Consumer<Consumer<ByteBuffer>> content = sink -> sink.accept(ByteBuffer.wrap(new byte[] {7}));
    String address = files.share("event-1", "out/report.bin", content);
    assertThat(files.shared("event-1")).contains(address);
    assertThat(files.shared("event-2")).isEmpty();
    var list = admin.get(path("sessions/" + id + "/attachments")).ok();
    assertThat(list.each("/name")).containsExactly("report.bin");
    assertThat(list.each("/source")).containsExactly("agent");

    server.given().update("UPDATE session SET connection = 5 WHERE session_id = ?", id);
    assertThatThrownBy(() -> files.share("event-3", "late", content))
        .isInstanceOf(StaleEpochException.class);
    assertThat(
            server.given().number("SELECT count(*) FROM attachment WHERE org_id = ?", org.value()))
        .isEqualTo(1);
  }

  @Test
  void aPatchTakesThePlaceOfTheOneBefore() {
    files.replace("changes:.", "changes.patch", sink -> sink.accept(ByteBuffer.wrap(new byte[3])));
    var newer = files.replace("changes:.", "b", sink -> sink.accept(ByteBuffer.wrap(new byte[4])));
    files.keep("work:.", sink -> sink.accept(ByteBuffer.wrap(new byte[5]))); // not for people
    assertThat(admin.get(path("sessions/" + id + "/attachments")).ok().each("/attachment_id"))
        .containsExactly(newer.attachmentId());
    files.withdraw("changes:.");
    assertThat(admin.get(path("sessions/" + id + "/attachments")).ok().each("/name")).isEmpty();
  }

  @Test
  void keptWorkIsEncryptedInTheStoreAndComesBack() throws IOException {
    byte[] work = "TOKEN=swordfish\n".repeat(20_000).getBytes(UTF_8);
    String kept =
        files.keep(
            "work:.",
            sink -> {
              sink.accept(ByteBuffer.wrap(work, 0, 100_000));
              sink.accept(ByteBuffer.wrap(work, 100_000, work.length - 100_000));
            });

    assertThat(blob(kept))
        .asString(ISO_8859_1)
        .hasSizeGreaterThan(work.length)
        .doesNotContain("swordfish");
    try (var content = files.kept(kept, work.length)) {
      assertThat(content.readAllBytes()).isEqualTo(work);
    }
  }

  private byte[] blob(String attachmentId) throws IOException {
    String name = new AttachmentId(attachmentId).hex();
    try (var all = Files.walk(home)) {
      return Files.readAllBytes(
          all.filter(path -> path.getFileName().toString().equals(name)).findFirst().orElseThrow());
    }
  }
}
