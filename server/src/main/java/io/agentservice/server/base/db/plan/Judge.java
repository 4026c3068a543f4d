package io.agentservice.server.base.db.plan;

import static io.agentservice.server.base.db.plan.Lock.ACCESS_EXCLUSIVE;
import static io.agentservice.server.base.db.plan.Lock.ROW_EXCLUSIVE;
import static io.agentservice.server.base.db.plan.Lock.SHARE;
import static io.agentservice.server.base.db.plan.Lock.SHARE_ROW_EXCLUSIVE;
import static io.agentservice.server.base.db.plan.Lock.SHARE_UPDATE_EXCLUSIVE;

import io.agentservice.server.base.db.plan.Effect.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Says by its text what a statement of a migration does to tables: the locks in the way of others,
 * and its own changes of rows. What it does not know it says; a test asks PostgreSQL about each
 * statement of ours.
 */
public final class Judge {
  /** A form of statements, and what those of this form do. */
  private record Form(Pattern pattern, BiFunction<Judge, MatchResult, List<Effect>> effects) {
    static Form of(String pattern, BiFunction<Judge, MatchResult, List<Effect>> effects) {
      return new Form(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.DOTALL), effects);
    }
  }

  private static final String NAME = "(?:ONLY )?(\\w+)";
  private static final Pattern REFERENCE =
      Pattern.compile("\\bREFERENCES (\\w+)", Pattern.CASE_INSENSITIVE);

  private static final List<Form> FORMS =
      List.of(
          Form.of(".*\\bCONCURRENTLY\\b.*", (_, _) -> unknown("it works outside of transactions")),
          Form.of("DROP\\b.*\\bCASCADE", (_, _) -> unknown("what else goes with it")),
          Form.of(
              "CREATE TABLE (?:IF NOT EXISTS )?(\\w+) ?\\((?!.*\\bLIKE \\w).*\\)", Judge::newTable),
          Form.of(
              "CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\\w+ ON " + NAME + ".*",
              (_, found) -> on(found, SHARE, Work.SCANS)),
          Form.of(
              "CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER \\w+ .*? ON (\\w+).*",
              (_, found) -> on(found, SHARE_ROW_EXCLUSIVE, Work.INSTANT)),
          Form.of(
              "DROP TRIGGER (?:IF EXISTS )?\\w+ ON (\\w+)",
              (_, found) -> on(found, ACCESS_EXCLUSIVE, Work.INSTANT)),
          Form.of(
              "(?:CREATE|CREATE OR REPLACE|DROP) (?:FUNCTION|VIEW|TYPE|DOMAIN|SEQUENCE) .*",
              (_, _) -> List.of(Effect.onNoTable())),
          Form.of(
              "COMMENT ON COLUMN (\\w+)\\..*",
              (_, found) -> on(found, SHARE_UPDATE_EXCLUSIVE, Work.INSTANT)),
          Form.of(
              "COMMENT ON (?:TABLE|VIEW) (\\w+) IS .*",
              (_, found) -> on(found, SHARE_UPDATE_EXCLUSIVE, Work.INSTANT)),
          Form.of(
              "COMMENT ON (?:CONSTRAINT|TRIGGER) \\w+ ON (\\w+) IS .*",
              (_, found) -> on(found, SHARE_UPDATE_EXCLUSIVE, Work.INSTANT)),
          Form.of("COMMENT ON (?:FUNCTION|TYPE|INDEX) .*", (_, _) -> List.of(Effect.onNoTable())),
          Form.of("DROP TABLE (?:IF EXISTS )?(\\w+)", Judge::dropTable),
          Form.of("DROP INDEX (?:IF EXISTS )?(\\w+)", Judge::dropIndex),
          Form.of(
              "ANALYZE (\\w+)",
              (_, found) ->
                  List.of(
                      new Effect(
                          found.group(1),
                          SHARE_UPDATE_EXCLUSIVE,
                          Work.SCANS,
                          "a sample of the table"))),
          Form.of("LOCK (?:TABLE )?(\\w+) IN ([A-Z ]+) MODE", Judge::lock),
          Form.of(
              "(?:UPDATE|DELETE FROM) " + NAME + "\\b.*",
              (_, found) -> on(found, ROW_EXCLUSIVE, Work.CHANGES_ROWS)),
          Form.of(
              "INSERT INTO (\\w+)(?: ?\\([^()]*\\))? VALUES (?!.*\\bSELECT\\b).*",
              (_, found) -> on(found, ROW_EXCLUSIVE, Work.INSTANT)),
          Form.of(
              "INSERT INTO (\\w+)\\b.*",
              (_, found) ->
                  List.of(
                      new Effect(
                          found.group(1),
                          ROW_EXCLUSIVE,
                          Work.NOT_JUDGED,
                          "how many rows it finds to put in"))),
          Form.of("ALTER TABLE (?:IF EXISTS )?" + NAME + " (.*)", Judge::alter),
          Form.of("DO\\b.*", (_, _) -> unknown("it is a program")),
          Form.of("SELECT\\b.*", (_, _) -> unknown("what it calls")));

  private final Catalog catalog;

  public Judge(Catalog catalog) {
    this.catalog = catalog;
  }

  /** One effect for each table that it concerns; never empty. */
  public List<Effect> judge(String statement) {
    var text = statement.replaceAll("\\s+", " ").strip();
    return FORMS.stream()
        .flatMap(form -> {
          var found = form.pattern.matcher(text);
          return found.matches()
              ? Stream.of(form.effects.apply(this, found.toMatchResult()))
              : Stream.empty();
        })
        .findFirst()
        .orElseGet(() -> unknown("a statement of a kind that is not known here"));
  }

  private static List<Effect> unknown(String why) {
    return List.of(Effect.notJudged(why));
  }

  private static List<Effect> on(MatchResult found, Lock lock, Work work) {
    return List.of(Effect.on(found.group(1), lock, work));
  }

  /** Nobody knows it yet, but others have to hold still while it begins to refer to them. */
  private List<Effect> newTable(MatchResult found) {
    var table = found.group(1);
    var effects = new ArrayList<Effect>();
    effects.add(new Effect(table, ACCESS_EXCLUSIVE, Work.INSTANT, "a new table"));
    REFERENCE
        .matcher(found.group())
        .results()
        .map(reference -> reference.group(1))
        .distinct()
        .filter(other -> !other.equals(table))
        .forEach(other -> effects.add(Effect.on(other, SHARE_ROW_EXCLUSIVE, Work.INSTANT)));
    return effects;
  }

  private List<Effect> dropTable(MatchResult found) {
    var table = found.group(1);
    return Stream.concat(
            Stream.of(table),
            catalog.references().stream()
                .filter(key -> key.table().equals(table))
                .map(Catalog.Reference::referenced))
        .distinct()
        .map(name -> Effect.on(name, ACCESS_EXCLUSIVE, Work.INSTANT))
        .toList();
  }

  private List<Effect> dropIndex(MatchResult found) {
    var table = catalog.indexes().get(found.group(1));
    return table == null
        ? unknown("whose index it is")
        : List.of(Effect.on(table, ACCESS_EXCLUSIVE, Work.INSTANT));
  }

  private List<Effect> lock(MatchResult found) {
    return Lock.of(found.group(2))
        .map(lock -> on(found, lock, Work.INSTANT))
        .orElseGet(() -> unknown("its lock"));
  }

  private List<Effect> alter(MatchResult found) {
    return new TableChange(catalog, found.group(1)).effects(found.group(2));
  }
}
