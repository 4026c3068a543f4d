package io.agentservice.cli.service;

import io.agentservice.server.base.db.plan.Catalog.Size;
import io.agentservice.server.base.db.plan.Effect;
import io.agentservice.server.base.db.plan.Effect.Work;
import io.agentservice.server.base.db.plan.Plan;
import io.agentservice.server.base.db.plan.Plan.Judged;
import io.agentservice.server.base.db.plan.Plan.Step;
import io.agentservice.server.base.db.plan.Plan.Touch;
import io.agentservice.wire.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a migration would do or has done, in words and for programs. */
record PlanText(Plan plan, boolean dryRun) {
  private static final int WIDTH = 110;

  JsonObject json() {
    return JsonObject.of(
        "dry_run",
        dryRun,
        "version",
        plan.version(),
        "target",
        plan.target(),
        "obstacle",
        plan.obstacle(),
        "being_migrated",
        plan.isBeingMigrated(),
        "migrations",
        plan.steps().stream().map(step -> json(step).fields()).toList());
  }

  private static JsonObject json(Step step) {
    return JsonObject.of(
        "version",
        step.version(),
        "description",
        step.description(),
        "statements",
        step.statements().stream().map(judged -> json(judged).fields()).toList());
  }

  private static JsonObject json(Judged judged) {
    return JsonObject.of(
        "sql",
        judged.sql(),
        "tables",
        judged.touches().stream().map(touch -> json(touch).fields()).toList());
  }

  private static JsonObject json(Touch touch) {
    var effect = touch.effect();
    var size = touch.size();
    return JsonObject.of(
        "table",
        effect.table(),
        "lock",
        effect.lock() == null ? null : effect.lock().word(),
        "work",
        effect.work().name().toLowerCase(Locale.ROOT),
        "new",
        touch.isNew(),
        "rows",
        size == null ? null : size.rows(),
        "bytes",
        size == null ? null : size.bytes(),
        "note",
        effect.note());
  }

  List<String> lines() {
    var lines = new ArrayList<String>();
    if (plan.isBeingMigrated()) {
      lines.add("another process is migrating this database now: what it has committed counts");
    }
    lines.add(summary());
    if (dryRun) {
      plan.steps().forEach(step -> tell(step, lines));
    }
    if (dryRun && !plan.steps().isEmpty()) {
      lines.add("Each migration is one transaction: its locks are held until its end.");
      lines.add("Rows and bytes are the database's own estimates. Nothing was changed.");
    }
    return lines;
  }

  private String summary() {
    var from = plan.version() == null ? "empty" : "at version " + plan.version();
    if (plan.obstacle() != null) {
      return "the database is " + from + "; this release knows up to " + plan.target();
    }
    int steps = plan.steps().size();
    return steps == 0
        ? "the database is %s, and nothing is to be done".formatted(from)
        : "the database %s %s; %d migrations %s it to version %d"
            .formatted(
                dryRun ? "is" : "was", from, steps, dryRun ? "bring" : "brought", plan.target());
  }

  private static void tell(Step step, List<String> lines) {
    lines.add("");
    lines.add("%03d %s".formatted(step.version(), step.description()));
    for (var judged : step.statements()) {
      var sql = judged.sql().replaceAll("\\s+", " ");
      lines.add("  " + (sql.length() > WIDTH ? sql.substring(0, WIDTH) + "..." : sql));
      judged.touches().forEach(touch -> lines.add("    " + line(touch)));
    }
  }

  private static String line(Touch touch) {
    var effect = touch.effect();
    var work = work(effect, touch);
    if (effect.table() == null) {
      return effect.work() == Work.NOT_JUDGED ? work : "no table: " + work;
    }
    var lock = effect.lock();
    return "%s: %s, %s"
        .formatted(
            effect.table(),
            lock == null ? "lock not judged" : lock.word() + " (" + lock.meaning() + ")",
            work);
  }

  private static String work(Effect effect, Touch touch) {
    var amount = amount(touch);
    var note = effect.note() == null ? "" : " (" + effect.note() + ")";
    return switch (effect.work()) {
          case INSTANT -> "instant";
          case CHANGES_ROWS -> "changes up to " + amount;
          case SCANS -> "scans " + amount;
          case REWRITES -> "rewrites the table, " + amount;
          case NOT_JUDGED -> "not judged";
        }
        + note;
  }

  private static String amount(Touch touch) {
    return touch.isNew() ? "what this upgrade has put in" : amount(touch.size());
  }

  private static String amount(@Nullable Size size) {
    if (size == null || size.rows() == null) {
      return "rows that nobody has counted yet";
    }
    var rows = "%,d rows".formatted(size.rows());
    return size.bytes() == null ? rows : rows + " (%.1f MB)".formatted(size.bytes() / 1e6);
  }
}
