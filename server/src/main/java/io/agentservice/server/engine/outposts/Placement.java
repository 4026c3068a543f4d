package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.outposts.OutpostSql.Usable;
import io.agentservice.server.engine.queue.Place;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Chooses the outpost of a session (sessions.md 3). */
public final class Placement {
  private static final Set<String> LABELS = Set.of("linux", "macos", "windows");

  private final Function<String, @Nullable String> binarySha;
  private final String networkPolicy;

  /**
   * {@code binarySha} pins a platform's binary, or null; {@code networkPolicy} is that of
   * organizations without one of their own, JSON.
   */
  public Placement(Function<String, @Nullable String> binarySha, String networkPolicy) {
    this.binarySha = binarySha;
    this.networkPolicy = networkPolicy;
  }

  /** Empty while no outpost fits; {@code platform} null inherits. 400 {@code unknown_platform}. */
  public Optional<Place> choose(
      Tx tx, AccountId account, OrgId org, @Nullable SessionId parent, @Nullable String platform) {
    var sql = tx.on(OutpostSql.class);
    var usable = sql.usable(account, org);
    if (platform == null || platform.isEmpty() || platform.equals("inherit")) {
      var inherited =
          Optional.ofNullable(parent)
              .flatMap(sql::outpostOf)
              .flatMap(id -> first(usable, row -> row.outpostId().equals(id)));
      return inherited
          .or(() -> standard(sql, usable, account, org))
          .map(row -> place(sql, org, row));
    }
    if (platform.equals("default")) {
      return standard(sql, usable, account, org).map(row -> place(sql, org, row));
    }
    return named(sql, usable, account, platform).map(row -> place(sql, org, row));
  }

  /** To its outpost while it may use it, else by its word. */
  public Optional<Place> again(
      Tx tx,
      AccountId account,
      OrgId org,
      @Nullable SessionId parent,
      @Nullable OutpostId outpostId,
      @Nullable String platform) {
    var sql = tx.on(OutpostSql.class);
    var usable = sql.usable(account, org);
    var same = first(usable, row -> row.outpostId().equals(outpostId));
    if (same.isPresent()) {
      return same.map(row -> place(sql, org, row));
    }
    boolean known =
        platform != null && (isLabel(platform) || byNameOrId(usable, platform).isPresent());
    return choose(tx, account, org, parent, known ? platform : null);
  }

  /** Where sessions go that name no platform; null while there is no outpost. */
  static @Nullable OutpostId standard(OutpostSql sql, AccountId account, OrgId org) {
    return standard(sql, sql.usable(account, org), account, org)
        .map(Usable::outpostId)
        .orElse(null);
  }

  private static Optional<Usable> standard(
      OutpostSql sql, List<Usable> usable, AccountId account, OrgId org) {
    return sql.defaultPlatform(org)
        .flatMap(word -> find(sql, usable, account, word))
        .or(() -> usable.stream().findFirst());
  }

  private static Optional<Usable> named(
      OutpostSql sql, List<Usable> usable, AccountId account, String word) {
    var found = find(sql, usable, account, word);
    if (found.isEmpty() && !isLabel(word)) {
      throw unknown(usable, word);
    }
    return found;
  }

  private static Optional<Usable> find(
      OutpostSql sql, List<Usable> usable, AccountId account, String word) {
    String label = word.toLowerCase(Locale.ROOT);
    return isLabel(word)
        ? shortest(
            sql, account, usable.stream().filter(row -> row.platform().equals(label)).toList())
        : byNameOrId(usable, word);
  }

  /** Counts the queues only where there is a choice: they may be long. */
  private static Optional<Usable> shortest(OutpostSql sql, AccountId account, List<Usable> same) {
    if (same.size() < 2) {
      return same.stream().findFirst();
    }
    var id = sql.shortest(account, same.stream().map(Usable::outpostId).toList());
    return first(same, row -> row.outpostId().equals(id));
  }

  /** Whether it names a kind of machine and no outpost. */
  static boolean isLabel(String word) {
    return LABELS.contains(word.toLowerCase(Locale.ROOT));
  }

  static Optional<Usable> byNameOrId(List<Usable> usable, String word) {
    return first(
        usable, row -> row.outpostId().value().equals(word) || row.name().equalsIgnoreCase(word));
  }

  private static Optional<Usable> first(List<Usable> usable, Predicate<Usable> wanted) {
    return usable.stream().filter(wanted).findFirst();
  }

  static RuntimeException unknown(List<Usable> usable, String word) {
    var valid = new TreeSet<>(LABELS);
    valid.add("default");
    valid.add("inherit");
    usable.forEach(row -> valid.add(row.name()));
    return Problem.badRequest(
            "unknown_platform",
            "No platform or outpost is called " + word,
            "Use one of valid_platforms")
        .with("valid_platforms", valid)
        .exception();
  }

  private Place place(OutpostSql sql, OrgId org, Usable row) {
    return new Place(
        row.outpostId(),
        row.platform(),
        binarySha.apply(row.platform()),
        sql.networkPolicy(org).orElse(networkPolicy));
  }
}
