package io.agentservice.server.agent.driver;

import static io.agentservice.server.testing.JsonText.json;
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
import java.util.List;
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
    var feature = DrivenParts.feature(database, home);
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
    files.keep("work:.", sink -> sink.accept(ByteBuffer.wrap(new byte[5]))); // not for people
    files.replace("changes:.", "changes.patch", sink -> sink.accept(ByteBuffer.wrap(new byte[3])));
    var newer = files.replace("changes:.", "b", sink -> sink.accept(ByteBuffer.wrap(new byte[4])));
    assertThat(admin.get(path("sessions/" + id + "/attachments")).ok().each("/attachment_id"))
        .containsExactly(newer.attachmentId());
    assertThat(attachments()).as("without the first patch").isEqualTo(2);
    String other = session();
    server
        .given()
        .update(
            "INSERT INTO session_attachment (session_id, attachment_id, call_id) SELECT ?, attachment_id, call_id FROM session_attachment WHERE session_id = ? AND call_id = 'changes:.'",
            other,
            id);

    files.withdraw("changes:.");

    assertThat(admin.get(path("sessions/" + id + "/attachments")).ok().each("/name")).isEmpty();
    assertThat(admin.get(path("sessions/" + other + "/attachments")).ok().each("/attachment_id"))
        .containsExactly(newer.attachmentId());
    assertThat(attachments()).isEqualTo(2);
    assertThat(
            server.given().text("SELECT call_id FROM session_attachment WHERE session_id = ?", id))
        .isEqualTo("work:.");
  }

  private long attachments() {
    return server
        .given()
        .number("SELECT count(*) FROM attachment WHERE org_id = ? AND state = 'KEPT'", org.value());
  }

  @Test
  void whatIsKeptForMachinesIsNobodysToReadOrToAttachAndDisturbsNoAttachment() {
    String hidden = files.keep("work:.", sink -> sink.accept(ByteBuffer.wrap(new byte[5])));
    var mine = member.upload(path("attachments"), "a.txt", new byte[1]).ok();
    String name =
        server.given().text("SELECT name FROM attachment WHERE attachment_id = ?", hidden);
    String url =
        mine.text("/url")
            .replaceFirst("[^/]+/a\\.txt", new AttachmentId(hidden).hex() + "/" + name);

    member.get(url.substring(server.address().length())).refused(404, "attachment_not_found");
    String messages = path("sessions/" + id + "/messages");
    member
        .post(messages, json("message", "m", "attachment_urls", List.of(url)))
        .invalid("body.attachment_urls.0 unknown_reference");
    member.post(messages, json("message", "m", "attachment_urls", List.of(mine.text("/url")))).ok();
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
