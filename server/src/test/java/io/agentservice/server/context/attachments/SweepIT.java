package io.agentservice.server.context.attachments;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.blobs.BlobStoreException;
import io.agentservice.server.base.blobs.DirectoryBlobs;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.testing.OnOrganization;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is removed of attachments, and that bytes and rows never part. */
class SweepIT extends OnOrganization {
  @TempDir private static Path store;

  private static final Vault VAULT = new Vault(MasterKey.fresh());

  private Database database;
  private BlobStore blobs;
  private Attachments attachments;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_ATTACHMENT_STORE", store.toString());
  }

  @BeforeEach
  void open() {
    database = server.openDatabase();
    blobs = DirectoryBlobs.in(store);
    attachments = new Attachments(database, blobs, VAULT, 100);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String uploaded(String text) {
    return member
        .upload(path("attachments"), text + ".txt", text.getBytes(UTF_8))
        .ok()
        .text("/attachment_id");
  }

  private void older(String id, String age) {
    server
        .given()
        .update(
            "UPDATE attachment SET created_at = created_at - ?::interval WHERE attachment_id = ?",
            age,
            id);
  }

  private long rows(String... ids) {
    return List.of(ids).stream()
        .mapToLong(id ->
            server.given().number("SELECT count(*) FROM attachment WHERE attachment_id = ?", id))
        .sum();
  }

  private static boolean hasBytes(String id) {
    String hex = id.replace("attachment-", "");
    return Files.exists(store.resolve(hex.substring(30)).resolve(hex));
  }

  private IncomingAttachment half() {
    var account = new AccountId(server.given().text("SELECT account_id FROM account"));
    var incoming = attachments.incoming(new Scope(account, org), "user");
    incoming.write(ByteBuffer.wrap(new byte[7]));
    return incoming;
  }

  @Test
  void whatNoSessionUsedForThirtyDaysIsRemovedWithItsBytes() {
    String old = uploaded("old");
    String used = uploaded("used");
    String young = uploaded("young");
    older(old, "30 days");
    older(used, "300 days");
    older(young, "29 days");
    server.given().update("UPDATE attachment SET used = true WHERE attachment_id = ?", used);

    attachments.sweep(() -> true);
    assertThat(rows(old)).isZero();
    assertThat(hasBytes(old)).isFalse();
    assertThat(rows(used, young)).isEqualTo(2);
    assertThat(hasBytes(used)).isTrue();
    assertThat(hasBytes(young)).isTrue();
    member.get(path("attachments/" + old + "/old.txt")).refused(404, "attachment_not_found");
  }

  @Test
  void theServerSweepsByItself() {
    String old = uploaded("old");
    older(old, "31 days");

    try (var _ = server.furtherNode(settings(), url -> url)) {
      await(() -> rows(old) == 0);
    }
    assertThat(hasBytes(old)).isFalse();
  }

  @Test
  void anUploadThatDidNotEndWithinADayIsRemoved() throws IOException {
    var stopped = half();
    var running = half();
    older(stopped.id().value(), "1 day");

    attachments.sweep(() -> true);
    assertThat(rows(stopped.id().value())).isZero();
    assertThat(rows(running.id().value())).isEqualTo(1);
    running.close();
    assertThat(rows(running.id().value())).isZero();
    try (var files = Files.walk(store)) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
    }
  }

  @Test
  void aRemovalThatWasCutOffIsTakenUpAgain() {
    String id = uploaded("going");
    older(id, "30 days");
    var broken = new Attachments(database, new WithoutDelete(blobs, ""), VAULT, 100);

    assertThat(failed(() -> broken.sweep(() -> true))).isTrue();
    assertThat(rows(id)).isEqualTo(1);
    assertThat(hasBytes(id)).isTrue();
    member.get(path("attachments/" + id + "/going.txt")).refused(404, "attachment_not_found");

    attachments.sweep(() -> true);
    assertThat(rows(id)).isZero();
    assertThat(hasBytes(id)).isFalse();
  }

  @Test
  void oneThatCannotBeRemovedHoldsUpNoOther() {
    server
        .given()
        .update(
            """
            INSERT INTO attachment (attachment_id, account_id, org_id, source, created_at)
            SELECT 'attachment-' || lpad(to_hex(n), 32, '0'), account_id, ?, 'user', now() - interval '9 days' + n * interval '1 second'
              FROM account, generate_series(1, 150) AS n
            """,
            org.value());
    var fragile =
        new Attachments(database, new WithoutDelete(blobs, "0".repeat(31) + "1"), VAULT, 100);

    assertThat(failed(() -> fragile.sweep(() -> true))).isTrue();

    assertThat(
            server.given().number("SELECT count(*) FROM attachment WHERE org_id = ?", org.value()))
        .isEqualTo(1);
    attachments.sweep(() -> true);
  }

  private static boolean failed(Runnable work) {
    try {
      work.run();
      return false;
    } catch (BlobStoreException e) {
      return true;
    }
  }

  @Test
  void thoseOfADeletedOrganizationGoWithIt() {
    String id = uploaded("used");
    server.given().update("UPDATE attachment SET used = true WHERE attachment_id = ?", id);
    server
        .given()
        .update(
            "UPDATE organization SET deleted_at = now() - interval '7 days 1 minute' WHERE org_id = ?",
            org.value());

    attachments.sweep(() -> true);
    assertThat(rows(id)).isZero();
    assertThat(hasBytes(id)).isFalse();
  }

  @Test
  void anUploadEndsNoOtherOfItsOrganizationNorOneThatWasGivenUp() {
    String other = uploaded("other");
    String givenUp = uploaded("given up");
    state(other, "COMING");
    state(givenUp, "GOING");

    uploaded("whole");

    var kept = new AttachmentSql.Content("x", null, 1, "0");
    var account = new AccountId(server.given().text("SELECT account_id FROM account"));
    var scope = new Scope(account, org);
    var late =
        database.with(AttachmentSql.class, sql -> sql.keep(scope, new AttachmentId(givenUp), kept));
    assertThat(late).isEmpty();
    assertThat(server.given().text("SELECT state FROM attachment WHERE attachment_id = ?", other))
        .isEqualTo("COMING");
  }

  @Test
  void aLinkToOneThatIsBeingRemovedLeadsNowhere() {
    var uploaded = member.upload(path("attachments"), "a.txt", "a".getBytes(UTF_8)).ok();
    String url = URI.create(uploaded.text("/url")).getRawPath();
    String link = URI.create(member.get(url).header("Location")).getRawPath();
    server.anonymous().get(link).ok();
    state(uploaded.text("/attachment_id"), "GOING");
    server.anonymous().get(link).refused(404, "attachment_not_found");
  }

  private void state(String id, String state) {
    server.given().update("UPDATE attachment SET state = ? WHERE attachment_id = ?", state, id);
  }

  @Test
  void whatIsKeptIsNotRemovedByThoseWhoGiveItUp() {
    var id = new AttachmentId(uploaded("kept"));

    new AttachmentBytes(database, blobs, VAULT).end(id, blobs.write("ff"), false);
    assertThat(rows(id.value())).isEqualTo(1);
  }

  /** A store that is full of people who hold on to everything whose name has that part. */
  private record WithoutDelete(BlobStore store, String part) implements BlobStore {
    @Override
    public Sink write(String name) {
      return store.write(name);
    }

    @Override
    public java.io.InputStream read(String name, long from, long length) {
      return store.read(name, from, length);
    }

    @Override
    public boolean has(String name) {
      return store.has(name);
    }

    @Override
    public void delete(String name) {
      (name.contains(part) ? DirectoryBlobs.in(Path.of("/dev/null")) : store).delete(name);
    }

    @Override
    public void close() {}
  }
}
