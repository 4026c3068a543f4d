package io.agentservice.server.outposts;

import io.agentservice.server.db.Tx;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.OrgId;
import io.agentservice.server.ids.OutpostId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.problems.Problem;
import io.agentservice.server.queue.Queue.Place;
import java.util.Comparator;
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
  private static final String LINUX = "linux";
  private static final Set<String> LABELS = Set.of(LINUX, "macos", "windows");

  private final Function<String, @Nullable String> binarySha;
  private final String networkPolicy;

  /**
   * Makes the chooser.
   *
   * @param binarySha the remote binary to pin for a platform; null leaves it to the worker
   * @param networkPolicy JSON as on the wire
   */
  public Placement(Function<String, @Nullable String> binarySha, String networkPolicy) {
    this.binarySha = binarySha;
    this.networkPolicy = networkPolicy;
  }

  /**
   * The place for a session; empty when no fit outpost exists yet.
   *
   * @param platform the word given on creation; null to inherit
   * @throws io.agentservice.server.problems.ProblemException 400 {@code unknown_platform}
   */
  public Optional<Place> choose(
      Tx tx, AccountId account, OrgId org, @Nullable SessionId parent, @Nullable String platform) {
    var sql = tx.on(OutpostSql.class);
    var usable = sql.usable(account.value(), org.value());
    if (platform == null || platform.isEmpty() || platform.equals("inherit")) {
      var inherited =
          Optional.ofNullable(parent)
              .flatMap(session -> sql.outpostOf(session.value()))
              .flatMap(id -> first(usable, row -> row.outpostId().equals(id)));
      return inherited.or(() -> standard(sql, usable, org)).map(this::place);
    }
    if (platform.equals("default")) {
      return standard(sql, usable, org).map(this::place);
    }
    return named(usable, platform).map(this::place);
  }

  /**
   * Where a session goes again: to its outpost while it may use it, else by its word; an outpost
   * that is gone counts as none.
   */
  public Optional<Place> again(
      Tx tx,
      AccountId account,
      OrgId org,
      @Nullable SessionId parent,
      @Nullable String outpostId,
      @Nullable String platform) {
    var usable = tx.on(OutpostSql.class).usable(account.value(), org.value());
    var same = first(usable, row -> row.outpostId().equals(outpostId));
    if (same.isPresent()) {
      return same.map(this::place);
    }
    boolean known =
        platform != null
            && (LABELS.contains(platform.toLowerCase(Locale.ROOT))
                || find(usable, platform).isPresent());
    return choose(tx, account, org, parent, known ? platform : null);
  }

  private static Optional<OutpostSql.Row> standard(
      OutpostSql sql, List<OutpostSql.Row> usable, OrgId org) {
    return sql.defaultPlatform(org.value())
        .flatMap(word -> find(usable, word))
        .or(() -> usable.stream().findFirst());
  }

  private static Optional<OutpostSql.Row> named(List<OutpostSql.Row> usable, String word) {
    var found = find(usable, word);
    if (found.isEmpty() && !LABELS.contains(word.toLowerCase(Locale.ROOT))) {
      throw unknown(usable, word);
    }
    return found;
  }

  private static Optional<OutpostSql.Row> find(List<OutpostSql.Row> usable, String word) {
    String label = word.toLowerCase(Locale.ROOT);
    if (LABELS.contains(label)) {
      return usable.stream()
          .filter(row -> platform(row).equals(label))
          .min(
              Comparator.comparingLong(OutpostSql.Row::queueDepth)
                  .thenComparing(OutpostSql.Row::name));
    }
    return first(usable, row -> row.outpostId().equals(word) || row.name().equalsIgnoreCase(word));
  }

  private static Optional<OutpostSql.Row> first(
      List<OutpostSql.Row> usable, Predicate<OutpostSql.Row> wanted) {
    return usable.stream().filter(wanted).findFirst();
  }

  private static RuntimeException unknown(List<OutpostSql.Row> usable, String word) {
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

  private Place place(OutpostSql.Row row) {
    String platform = platform(row);
    return new Place(
        new OutpostId(row.outpostId()), platform, binarySha.apply(platform), networkPolicy);
  }

  private static String platform(OutpostSql.Row row) {
    return row.platform() == null ? LINUX : row.platform();
  }
}
