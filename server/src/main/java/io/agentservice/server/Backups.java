package io.agentservice.server;

import io.agentservice.server.base.audit.AuditCheck;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.enterprise.auditlogs.AuditLogs;
import io.agentservice.server.start.backup.Backup;
import io.agentservice.server.start.backup.BackupException;
import io.agentservice.server.start.backup.Manifest;
import io.agentservice.server.start.backup.Restoration;
import io.agentservice.server.start.backup.Verification;
import java.nio.file.Path;

/** Backups of the embedded database and its attachments; throw {@link BackupException}. */
public final class Backups {
  private Backups() {}

  public static Manifest create(Settings settings, Path target) {
    return Backup.create(settings, target, Version.TEXT);
  }

  public static Manifest restore(Settings settings, Path backup) {
    return Restoration.restore(settings, backup);
  }

  /** Restores it below {@code scratch} for a moment; the audit logs have to be whole, too. */
  public static Verification.Result<AuditCheck.Verdict> verify(
      Settings settings, Path backup, Path scratch) {
    var result =
        Verification.verify(
            settings,
            backup,
            scratch,
            (database, account) -> new AuditLogs(database).check(account));
    for (var verdict : result.audit()) {
      if (verdict instanceof AuditCheck.Verdict.Broken broken && !broken.what().equals("empty")) {
        throw new BackupException(
            "the audit log is not whole: %s (%s, place %d); keep this backup, and use an older one"
                .formatted(broken.detail(), broken.what(), broken.position()));
      }
    }
    return result;
  }
}
