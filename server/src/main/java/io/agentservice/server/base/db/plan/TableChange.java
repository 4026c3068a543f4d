package io.agentservice.server.base.db.plan;

import static io.agentservice.server.base.db.plan.Lock.ACCESS_EXCLUSIVE;
import static io.agentservice.server.base.db.plan.Lock.SHARE_ROW_EXCLUSIVE;
import static io.agentservice.server.base.db.plan.Lock.SHARE_UPDATE_EXCLUSIVE;

import io.agentservice.server.base.db.plan.Effect.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What the actions of one ALTER TABLE do: the strongest lock and the most work of them. */
final class TableChange {
  private static final Pattern ADD_COLUMN =
      pattern("ADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT\\b)(\\w+) (.*)");
  private static final Pattern ADD_CONSTRAINT =
      pattern("ADD (?:CONSTRAINT \\w+ )?(CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)\\b(.*)");
  private static final Pattern DROP_COLUMN = pattern("DROP (?:COLUMN )?(?:IF EXISTS )?(\\w+)");
  private static final Pattern DROP_CONSTRAINT = pattern("DROP CONSTRAINT (?:IF EXISTS )?(\\w+)");
  private static final Pattern SET_NOT_NULL = pattern("ALTER (?:COLUMN )?\\w+ SET NOT NULL");
  private static final Pattern VALIDATE = pattern("VALIDATE CONSTRAINT \\w+");
  private static final Pattern TRIGGER = pattern("(?:ENABLE|DISABLE) TRIGGER \\w+");

  /** Of the catalog alone. */
  private static final Pattern OF_THE_CATALOG =
      pattern(
          "RENAME .*|ALTER (?:COLUMN )?\\w+ (?:DROP NOT NULL|SET DEFAULT .*|DROP DEFAULT|SET STORAGE \\w+)");

  private static final Pattern WEAK =
      pattern(
          "(?:SET|RESET) ?\\((?:fillfactor|autovacuum_|toast\\.autovacuum_).*\\)|ALTER (?:COLUMN )?\\w+ SET STATISTICS -?\\d+");

  /** Other types may have conditions of their own, which every row is asked for. */
  private static final Pattern PLAIN_TYPE =
      pattern(
          "(?:text|varchar|char|boolean|smallint|integer|int|bigint|numeric|real|double precision|bytea|date|time|timestamp|timestamptz|interval|jsonb?|uuid|inet|cidr|tsvector|(?:small|big)?serial)\\b.*");

  /** One value for all rows, which PostgreSQL keeps beside the table. */
  private static final Pattern DEFAULT =
      pattern(
          ".*\\bDEFAULT (?:'[^']*'(?:::[\\w\\[\\]]+)?|-?[\\d.]+|true|false|null|now\\(\\)|current_timestamp)(?= *$| +(?:NOT|NULL|CHECK|REFERENCES|UNIQUE|PRIMARY|CONSTRAINT)\\b).*");

  private static final Pattern REFERENCE = pattern(".*?\\bREFERENCES (\\w+).*");

  private final Catalog catalog;
  private final String table;
  private final Map<String, Effect> effects = new LinkedHashMap<>();

  TableChange(Catalog catalog, String table) {
    this.catalog = catalog;
    this.table = table;
  }

  private static Pattern pattern(String text) {
    return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
  }

  List<Effect> effects(String actions) {
    Statements.parts(actions).forEach(this::action);
    return new ArrayList<>(effects.values());
  }

  private void action(String action) {
    boolean isKnown =
        when(ADD_CONSTRAINT, action, found -> addConstraint(found.group(1), found.group(2)))
            || when(
                DROP_CONSTRAINT, action, found -> drop(key -> key.name().equals(found.group(1))))
            || when(ADD_COLUMN, action, found -> addColumn(found.group(2)))
            || when(
                DROP_COLUMN, action, found -> drop(key -> key.columns().contains(found.group(1))))
            || when(SET_NOT_NULL, action, _ -> put(table, ACCESS_EXCLUSIVE, Work.SCANS))
            || when(VALIDATE, action, _ -> put(table, SHARE_UPDATE_EXCLUSIVE, Work.SCANS))
            || when(TRIGGER, action, _ -> put(table, SHARE_ROW_EXCLUSIVE, Work.INSTANT))
            || when(WEAK, action, _ -> put(table, SHARE_UPDATE_EXCLUSIVE, Work.INSTANT))
            || when(OF_THE_CATALOG, action, _ -> put(table, ACCESS_EXCLUSIVE, Work.INSTANT));
    if (!isKnown) {
      put(new Effect(table, null, Work.NOT_JUDGED, action));
    }
  }

  private static boolean when(Pattern form, String action, Consumer<MatchResult> effect) {
    var found = form.matcher(action);
    if (found.matches()) {
      effect.accept(found);
      return true;
    }
    return false;
  }

  /** Dropping a foreign key takes its triggers from the other table, too. */
  private void drop(Predicate<Catalog.Reference> isDropped) {
    put(table, ACCESS_EXCLUSIVE, Work.INSTANT);
    catalog.references().stream()
        .filter(key -> key.table().equals(table) && isDropped.test(key))
        .forEach(key -> put(key.referenced(), ACCESS_EXCLUSIVE, Work.INSTANT));
  }

  private void addConstraint(String kind, String rest) {
    boolean unchecked = has(rest, "NOT VALID");
    var work = unchecked ? Work.INSTANT : Work.SCANS;
    var reference = REFERENCE.matcher(rest);
    if (kind.equalsIgnoreCase("FOREIGN KEY") && reference.matches()) {
      put(table, SHARE_ROW_EXCLUSIVE, work);
      put(reference.group(1), SHARE_ROW_EXCLUSIVE, Work.INSTANT);
    } else if (has(rest, "USING INDEX")) {
      put(new Effect(table, ACCESS_EXCLUSIVE, Work.NOT_JUDGED, "whether its columns are NOT NULL"));
    } else {
      put(table, ACCESS_EXCLUSIVE, work);
    }
  }

  private void addColumn(String definition) {
    var reference = REFERENCE.matcher(definition);
    boolean refers = reference.matches();
    if (refers) {
      put(reference.group(1), SHARE_ROW_EXCLUSIVE, Work.INSTANT);
    }
    put(new Effect(table, ACCESS_EXCLUSIVE, ofColumn(definition, refers), null));
  }

  private static Work ofColumn(String definition, boolean refers) {
    boolean hasDefault = has(definition, "DEFAULT");
    if (has(definition, "GENERATED|SERIAL|BIGSERIAL|SMALLSERIAL")) {
      return has(definition, "VIRTUAL") ? Work.NOT_JUDGED : Work.REWRITES;
    }
    boolean mayDifferByRow = hasDefault && !DEFAULT.matcher(definition).matches();
    if (mayDifferByRow || !PLAIN_TYPE.matcher(definition).matches()) {
      return Work.NOT_JUDGED;
    }
    boolean isChecked =
        has(definition, "CHECK|UNIQUE|PRIMARY KEY")
            || (refers && hasDefault)
            || (has(definition, "NOT NULL") && !hasDefault);
    return isChecked ? Work.SCANS : Work.INSTANT;
  }

  private static boolean has(String text, String words) {
    return pattern("\\b(?:" + words + ")\\b").matcher(text).find();
  }

  private void put(String name, Lock lock, Work work) {
    put(Effect.on(name, lock, work));
  }

  private void put(Effect effect) {
    effects.merge(String.valueOf(effect.table()), effect, Effect::and);
  }
}
