package io.agentservice.cli.backup;

import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.Output;
import io.agentservice.server.Backups;
import io.agentservice.server.base.audit.AuditCheck.Verdict;
import io.agentservice.server.start.backup.Manifest;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent backup}: of the embedded database and the attachments beside it. */
@Command(
    name = "backup",
    description = "Backs up, verifies and restores a data directory with the embedded database.",
    mixinStandardHelpOptions = true,
    subcommands = {
      BackupCommand.Create.class,
      BackupCommand.Verify.class,
      BackupCommand.Restore.class
    })
public final class BackupCommand extends Group {
  /** {@code agent backup create}. */
  @Command(
      name = "create",
      description = {
        "Copies database and attachments as they are at one moment, while the server runs or not.",
        "The directory appears when it is whole. The master key is not in it: keep that apart."
      },
      mixinStandardHelpOptions = true)
  static final class Create implements Callable<Integer> {
    @Parameters(
        paramLabel = "<directory>",
        description = "Directory to make for the backup; may not be there yet")
    private Path directory;

    @Mixin private BackupHome home;
    @Mixin private Output output;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    Create() {}

    @Override
    public Integer call() {
      var manifest = home.run(settings -> Backups.create(settings, directory));
      output.result(
          json(manifest),
          (_, out) -> {
            out.println("backup of " + described(manifest) + " in " + directory);
            out.println(
                "the master key "
                    + manifest.database().masterKey()
                    + " is not in it: keep a copy of master.key (AGENT_MASTER_KEY) apart");
          });
      return 0;
    }
  }

  /** {@code agent backup verify}. */
  @Command(
      name = "verify",
      description = {
        "Restores a backup for a moment and checks sums, counts, the master key and the audit log.",
        "Takes the master key of the data directory, or AGENT_MASTER_KEY (_FILE)."
      },
      mixinStandardHelpOptions = true)
  static final class Verify implements Callable<Integer> {
    @Parameters(paramLabel = "<directory>", description = "Directory of the backup")
    private Path directory;

    @Option(
        names = "--scratch",
        paramLabel = "<directory>",
        description = "Directory with room for the restored database, for the moment (/tmp)")
    private @Nullable Path scratch;

    @Mixin private BackupHome home;
    @Mixin private Output output;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    Verify() {}

    @Override
    public Integer call() {
      var place = scratch == null ? Path.of(System.getProperty("java.io.tmpdir")) : scratch;
      var result = home.run(settings -> Backups.verify(settings, directory, place));
      var heads =
          result.audit().stream()
              .map(verdict ->
                  verdict instanceof Verdict.Whole whole
                      ? whole.head().toString()
                      : "0, since it is empty")
              .toList();
      output.result(
          json(result.manifest(), "missing_attachments", result.missing(), "audit", heads),
          (_, out) -> {
            out.println(directory + " is whole: " + described(result.manifest()));
            out.println("the master key opens it; audit log up to " + String.join(", ", heads));
            if (result.missing() > 0) {
              out.println(result.missing() + " attachments were missing from their store already");
            }
          });
      return 0;
    }
  }

  /** {@code agent backup restore}. */
  @Command(
      name = "restore",
      description = {
        "Puts a backup into a data directory that has no database, and overwrites nothing.",
        "Put the master key there first, or set AGENT_MASTER_KEY (_FILE); then start the server."
      },
      mixinStandardHelpOptions = true)
  static final class Restore implements Callable<Integer> {
    @Parameters(paramLabel = "<directory>", description = "Directory of the backup")
    private Path directory;

    @Mixin private BackupHome home;
    @Mixin private Output output;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    Restore() {}

    @Override
    public Integer call() {
      var manifest = home.run(settings -> Backups.restore(settings, directory));
      output.result(
          json(manifest),
          (_, out) -> out.println("restored " + described(manifest) + "; start the server now"));
      return 0;
    }
  }

  private static JsonObject json(Manifest manifest, Object... more) {
    var pairs = new ArrayList<Object>();
    pairs.addAll(
        List.of("created_at", manifest.database().takenAt(), "version", manifest.version()));
    pairs.addAll(List.of("schema", manifest.database().schema()));
    pairs.addAll(List.of("master_key", manifest.database().masterKey()));
    pairs.addAll(List.of("rows", manifest.rows(), "attachments", manifest.attachments()));
    pairs.addAll(List.of("attachment_store", manifest.attachmentStore()));
    pairs.addAll(List.of("bytes", manifest.bytes()));
    pairs.addAll(List.of(more));
    return JsonObject.of(pairs.toArray());
  }

  private static String described(Manifest manifest) {
    var attachments =
        manifest.attachmentStore().startsWith("s3://")
            ? "without the attachments of " + manifest.attachmentStore()
            : manifest.attachments() + " files of attachments";
    return "%d rows, %s, %.1f MB".formatted(manifest.rows(), attachments, manifest.bytes() / 1e6);
  }
}
