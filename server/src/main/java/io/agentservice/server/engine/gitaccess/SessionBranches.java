package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gitaccess.Push.Command;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The branches that sessions have pushed. A session may make branches below its own prefix, and
 * move or delete one that points at a commit that it has pushed there itself, as the host has said.
 * The host compares where a ref points with what the push says, so nothing else can be lost.
 *
 * <p>One that points at another commit (somebody has added to it, or nobody heard what became of a
 * push) may only go forward: to a commit that has come from it.
 */
final class SessionBranches {
  private static final String HEADS = "refs/heads/";

  /** As many digits of a session's id as name it to people; the first ones tell the time. */
  private static final int SHORT = 12;

  private static final int LONGEST_REF = 250;

  /** What git takes for no name of a ref, or for more than a name. */
  private static final Pattern NEVER =
      Pattern.compile("[\\x00-\\x20\\x7f~^:?*\\[\\\\]|\\.\\.|@\\{|//|/\\.|\\.lock(/|$)|[./]$");

  private final Database database;
  private final EventLog log;
  private final String prefix;

  /** {@code prefix}: of the branches of all sessions. */
  SessionBranches(Database database, EventLog log, String prefix) {
    this.database = database;
    this.log = log;
    this.prefix = prefix;
  }

  /** How a branch is called that the session may push; it may go on with a hyphen. */
  String prefix(SessionId session) {
    String hex = session.hex();
    return prefix + hex.substring(hex.length() - SHORT);
  }

  /** Those that the host has taken from the session, by name. */
  List<String> names(SessionId session, RepositoryAddress address) {
    return database.with(SessionBranchSql.class, sql -> sql.refs(session, address)).stream()
        .map(ref -> ref.substring(HEADS.length()))
        .toList();
  }

  /**
   * What is to become of a push.
   *
   * @param refused why refs are, by their names; empty: the host may be asked
   * @param forward those that may only go to a commit that has come from the one before
   */
  record Judgement(Map<String, String> refused, List<Command> forward) {}

  /** Looks at all that a push asks for. */
  Judgement judge(SessionId session, RepositoryAddress address, List<Command> commands) {
    var reasons = new HashMap<String, String>();
    var forward = new ArrayList<Command>();
    var names = new HashSet<String>();
    var pushed = pushed(session, address, commands);
    for (var command : commands) {
      String ref = command.ref();
      if (!names.add(ref)) {
        reasons.put(ref, "it is named twice");
      } else if (!isOwn(session, ref)) {
        reasons.put(ref, "the session pushes to branches %s-... only".formatted(prefix(session)));
      } else if (!command.creates() && !pushed.test(command)) {
        if (command.deletes()) {
          reasons.put(ref, others(session));
        } else {
          forward.add(command);
        }
      }
    }
    return new Judgement(reasons, forward);
  }

  /** Of a branch that holds what the session has not pushed there. */
  String others(SessionId session) {
    return "it holds commits that this session did not push there: fetch and merge them first, and push without force; or push to another branch %s-..."
        .formatted(prefix(session));
  }

  private boolean isOwn(SessionId session, String ref) {
    String own = HEADS + prefix(session);
    return (ref.equals(own) || ref.startsWith(own + "-"))
        && ref.length() <= LONGEST_REF
        && !NEVER.matcher(ref).find();
  }

  private Predicate<Command> pushed(
      SessionId session, RepositoryAddress address, List<Command> commands) {
    var refs = commands.stream().filter(command -> isOwn(session, command.ref())).map(Command::ref);
    var names = refs.collect(Collectors.toSet());
    var known =
        database.with(SessionBranchSql.class, sql -> sql.pushed(session, address, names)).stream()
            .collect(Collectors.toSet());
    return command -> known.contains(new SessionBranchSql.Pushed(command.ref(), command.before()));
  }

  /**
   * The host has answered; the session's log tells of what it took.
   *
   * @param taken by the host
   * @param forward of these, those whose branches hold what others have made
   */
  void settle(
      SessionId session,
      long epoch,
      RepositoryAddress address,
      List<Command> taken,
      List<Command> forward) {
    database.useTransaction(tx -> {
      var sql = tx.on(SessionBranchSql.class);
      taken.stream()
          .filter(command -> !command.deletes() && !forward.contains(command))
          .forEach(command -> sql.accepted(session, address, command.ref(), command.after()));
      tx.on(GitAccessSql.class)
          .served(session, epoch)
          .ifPresent(served ->
              taken.forEach(command -> {
                var _ =
                    log.append(
                        tx,
                        session,
                        epoch,
                        served.connection(),
                        "git_push",
                        event(address, command));
              }));
    });
  }

  private static String event(RepositoryAddress address, Command command) {
    String branch = command.ref().substring(HEADS.length());
    var event =
        Json.MAPPER
            .createObjectNode()
            .put("name", branch)
            .put("repository", address.toString())
            .put("branch", branch);
    if (!command.deletes()) {
      event.put("commit", command.after());
    }
    if (!command.creates()) {
      event.put("before", command.before());
    }
    return event.toString();
  }
}
