package io.agentservice.server.context.tags;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

public final class OrganizationTags {
  static final int MOST = 1000;

  private final Database database;
  private final boolean on;

  /** {@code on}: whether tags are checked at all. */
  public OrganizationTags(Database database, boolean on) {
    this.database = database;
    this.on = on;
  }

  /** Sorted; empty when all tags are allowed. */
  public List<String> tags(OrgId org) {
    return database.with(OrganizationTagSql.class, sql -> sql.tags(org));
  }

  /** That of sessions that are created without tags; null for none. */
  public @Nullable String defaultTag(OrgId org) {
    return database.with(OrganizationTagSql.class, sql -> sql.defaultTag(org)).orElse(null);
  }

  /** Notes each element of the body's {@code tags} that the organization does not allow. */
  public void check(OrgId org, Body body) {
    var sent = body.value("tags");
    if (!on || sent == null || !sent.isArray() || sent.isEmpty()) {
      return;
    }
    Set<String> allowed = new HashSet<>(tags(org));
    for (int i = 0; i < sent.size() && !allowed.isEmpty(); i++) {
      var tag = sent.get(i);
      if (tag.isString() && !allowed.contains(tag.stringValue())) {
        body.failAt("not_allowed", "The organization does not allow this tag", "tags", i);
      }
    }
  }

  /** Those of the tags that a session of the organization may not have. */
  public List<String> notAllowed(OrgId org, List<String> tags) {
    var allowed = on && !tags.isEmpty() ? Set.copyOf(tags(org)) : Set.of();
    return allowed.isEmpty()
        ? List.of()
        : tags.stream().filter(tag -> !allowed.contains(tag)).toList();
  }

  /** Adds tags; 422 when that are too many in sum. */
  List<String> add(OrgId org, Collection<String> tags, Caller caller) {
    return change(
        org,
        caller,
        before -> {
          before.addAll(tags);
          return before;
        });
  }

  /** Has these tags instead; a default that is not among them is cleared. */
  List<String> replace(OrgId org, Collection<String> tags, Caller caller) {
    return change(org, caller, _ -> new TreeSet<>(tags));
  }

  /** Takes one away; 404 {@code tag_not_found}. */
  List<String> remove(OrgId org, String tag, Caller caller) {
    return change(
        org,
        caller,
        before -> {
          if (!before.remove(tag)) {
            throw Problem.notFound("tag").exception();
          }
          return before;
        });
  }

  private List<String> change(OrgId org, Caller caller, UnaryOperator<Set<String>> change) {
    return database.inTransaction(tx -> {
      var sql = tx.on(OrganizationTagSql.class);
      sql.lock(org);
      var before = sql.tags(org);
      var wanted = change.apply(new HashSet<>(before));
      if (wanted.size() > MOST) {
        throw Problem.invalid(
                new Failure(
                    List.of("body", "tags"),
                    "An organization has at most %d tags".formatted(MOST),
                    "too_long"))
            .exception();
      }
      sql.keepOnly(org, wanted);
      sql.add(org, wanted);
      if (sql.defaultTag(org).filter(tag -> !wanted.contains(tag)).isPresent()) {
        sql.makeDefault(org, null);
      }
      var after = sql.tags(org);
      record(tx, caller, org, "tags", before, after);
      return after;
    });
  }

  /** Makes one of the list the default, null none; 422 {@code not_allowed} for any other. */
  void makeDefault(OrgId org, @Nullable String tag, Caller caller) {
    database.useTransaction(tx -> {
      var sql = tx.on(OrganizationTagSql.class);
      sql.lock(org);
      if (tag != null && !sql.tags(org).contains(tag)) {
        throw Problem.invalid(
                new Failure(
                    List.of("body", "tag"),
                    "The tag is not one of the organization's",
                    "not_allowed"))
            .exception();
      }
      var before = sql.defaultTag(org).orElse(null);
      sql.makeDefault(org, tag);
      record(tx, caller, org, "default_tag", before, tag);
    });
  }

  private static void record(
      Tx tx,
      Caller caller,
      OrgId org,
      String setting,
      @Nullable Object before,
      @Nullable Object after) {
    var change = new LinkedHashMap<String, @Nullable Object>();
    change.put("old", before);
    change.put("new", after);
    var changes = Objects.equals(before, after) ? Map.of() : Map.of(setting, change);
    Audit.record(
        tx,
        caller,
        "update_org_settings",
        org,
        Map.of("org_id", org, "setting", setting, "changes", changes));
  }

  public Belongings.Left erase(Tx tx, OrgId org) {
    tx.on(OrganizationTagSql.class).erase(org);
    return Belongings.Left.NOTHING;
  }
}
