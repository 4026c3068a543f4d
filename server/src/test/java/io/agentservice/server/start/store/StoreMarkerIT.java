package io.agentservice.server.start.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.App;
import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.start.installation.FirstStart;
import io.agentservice.server.testing.S3Server;
import io.agentservice.server.testing.TestDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server starts only with the store of its database's attachments. */
class StoreMarkerIT {
  private static final String SETTING = "AGENT_ATTACHMENT_STORE";

  @TempDir private Path directory;

  private final TestDatabase test = TestDatabase.create();
  private final Database database = Database.open(test.jdbcUrl());

  @AfterEach
  void close() {
    database.close();
    test.close();
  }

  private Settings settings(String... more) {
    var values = new HashMap<String, String>();
    values.put("AGENT_HOME", directory.resolve("home").toString());
    values.put("AGENT_PORT", "0");
    values.put("AGENT_DATABASE_URL", test.jdbcUrl());
    values.put("AGENT_MASTER_KEY", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return Settings.read(values);
  }

  /** The look of a server's start at a store of this name. */
  private void look(String store, String... more) {
    var settings = new ArrayList<>(List.of(SETTING, directory.resolve(store).toString()));
    settings.addAll(List.of(more));
    StoreMarker.open(database, settings(settings.toArray(String[]::new)).content().attachments())
        .close();
  }

  private void refused(String store, String why) {
    assertThatThrownBy(() -> look(store))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll(
            SETTING + " (" + directory.resolve(store),
            why,
            "the same one for all servers",
            "_ADOPT")
        .message()
        .doesNotContain("\n");
  }

  private List<Path> files(String store) throws IOException {
    if (Files.notExists(directory.resolve(store))) {
      return List.of();
    }
    try (var all = Files.walk(directory.resolve(store))) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void aServerWithADirectoryOfItsOwnDoesNotStartBesideAnother() {
    try (var first = App.start(settings())) {
      assertThat(first.address()).isNotEmpty();
      String other = directory.resolve("other").toString();

      assertThatThrownBy(() -> App.start(settings("AGENT_HOME", other)).close())
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining(SETTING + " (" + other + "/data/attachments)");
      App.start(settings("AGENT_HOME", other, SETTING, directory + "/home/data/attachments"))
          .close();
    }
  }

  @Test
  void theMarkerMovesWithTheStore() throws Exception {
    look("a");
    assertThat(files("a")).hasSize(1);
    Files.move(directory.resolve("a"), directory.resolve("b"));

    look("b");
    assertThat(files("b")).hasSize(1);
    refused("a", "its marker store");
    assertThat(directory.resolve("a")).doesNotExist();
  }

  @Test
  void serversThatStartFirstTogetherOnOneStoreAllStartAndLeaveOneMarker() throws Exception {
    assertThat(lookTogether("a", "a", "a", "a")).isEmpty();
    assertThat(files("a")).hasSize(1);
  }

  @Test
  void ofServersThatStartFirstTogetherWithStoresOfTheirOwnOneStarts() throws Exception {
    var refusals = lookTogether("a", "b", "c", "d");
    assertThat(refusals).hasSize(3).allMatch(SettingsException.class::isInstance);
    int markers = 0;
    for (String store : List.of("a", "b", "c", "d")) {
      markers += files(store).size();
    }
    assertThat(markers).isEqualTo(1);
  }

  private List<Throwable> lookTogether(String... stores) throws InterruptedException {
    var looks = new ArrayList<FutureTask<Boolean>>();
    for (String store : stores) {
      var task =
          new FutureTask<>(() -> {
            look(store);
            return true;
          });
      looks.add(task);
      Thread.ofVirtual().start(task);
    }
    var refusals = new ArrayList<Throwable>();
    for (var task : looks) {
      try {
        task.get();
      } catch (ExecutionException e) {
        refusals.add(e.getCause());
      }
    }
    return refusals;
  }

  @Test
  void afterAnUpgradeTheStoreThatHoldsFilesOfTheDatabaseIsTheOne() throws Exception {
    keep("0000aa");
    Files.createDirectories(directory.resolve("ours/aa"));
    Files.writeString(directory.resolve("ours/aa/0000aa"), "text");

    refused("empty", "holds none of the attachments of this database");
    look("ours");
    refused("empty", "its marker store");
  }

  @Test
  void anUploadThatNeverEndedIsLookedForInNoStore() throws Exception {
    keep("0000aa");
    try (var connection = DriverManager.getConnection(test.jdbcUrl());
        var update = connection.createStatement()) {
      update.executeUpdate("UPDATE attachment SET state = 'COMING'");
    }
    assertThatCode(() -> look("empty")).doesNotThrowAnyException();
  }

  @Test
  void whoeverGivesUpItsFilesStartsOnceWithTheSettingForThat() throws Exception {
    keep("0000aa");
    look("new", SETTING + "_ADOPT", "true");
    look("new");

    look("newer", SETTING + "_ADOPT", "true");
    refused("new", "its marker store");
    look("newer", SETTING + "_ADOPT", "true");
    assertThat(files("newer")).as("it was the store already").hasSize(1);
  }

  @Test
  void aStoreThatCanNotBeAskedKeepsNoServerFromItsOtherWork() throws Exception {
    Files.writeString(directory.resolve("file"), "no directory");
    assertThatCode(() -> look("file/in")).doesNotThrowAnyException();
    look("a");
    refused("b", "its marker store");
  }

  @Test
  void aBucketHasAMarkerToo() throws Exception {
    try (var store = S3Server.start(directory);
        var client = store.client()) {
      look(store, "one");
      look(store, "one");
      assertThat(client.listObjectsV2(list -> list.bucket(S3Server.BUCKET)).contents())
          .singleElement()
          .satisfies(object -> assertThat(object.key()).startsWith("one/store"));
      assertThatThrownBy(() -> look(store, "two"))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining(SETTING + " (s3://attachments/two)");
    }
  }

  private void look(S3Server store, String prefix) {
    var values =
        Map.of(
            SETTING,
            "s3://" + S3Server.BUCKET + "/" + prefix,
            "AWS_ENDPOINT_URL_S3",
            store.endpoint().toString(),
            "AWS_ACCESS_KEY_ID",
            S3Server.KEY,
            "AWS_SECRET_ACCESS_KEY",
            S3Server.SECRET);
    try (BlobStore blobs =
        StoreMarker.open(database, Settings.read(values).content().attachments())) {
      try (var sink = blobs.write("probe")) {
        sink.write(ByteBuffer.allocate(1));
        sink.commit();
      }
      blobs.delete("probe");
    }
  }

  /** A row as older versions made it. */
  private void keep(String hex) throws SQLException {
    var key = Objects.requireNonNull(settings().installation().store().masterKey());
    FirstStart.run(database, new Vault(key), settings());
    try (var connection = DriverManager.getConnection(test.jdbcUrl());
        var insert =
            connection.prepareStatement(
                """
                INSERT INTO attachment (attachment_id, account_id, org_id, state, source)
                SELECT ?, account_id, org_id, 'KEPT', 'user' FROM organization
                """)) {
      insert.setString(1, "attachment-" + hex);
      insert.executeUpdate();
    }
  }
}
