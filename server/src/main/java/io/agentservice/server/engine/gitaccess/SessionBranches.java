package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gitaccess.Push.Command;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The branches that sessions have pushed. A session may make branches below its own prefix, and
 * move or delete one that points at a commit that it has pushed there itself. The host compares
 * where a ref points with what the push says, so nothing else can be lost.
 *
 * <p>A commit is kept before the host is asked, and forgotten when the host refuses it. When nobody
 * learns what became of a push it stays: then the branch points at it, and is the session's, or it
 * does not, and the line says nothing.
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

  /** Why refs of a push are refused, by their names; empty: the host may be asked. */
  Map<String, String> refused(
      SessionId session, RepositoryAddress address, List<Command> commands) {
    var reasons = new HashMap<String, String>();
    var names = new HashSet<String>();
    var pushed = pushed(session, address, commands);
    for (var command : commands) {
      String ref = command.ref();
      if (!names.add(ref)) {
        reasons.put(ref, "it is named twice");
      } else if (!isOwn(session, ref)) {
        reasons.put(ref, "the session pushes to branches %s-... only".formatted(prefix(session)));
      } else if (!command.creates() && !pushed.test(command)) {
        reasons.put(
            ref,
            "somebody else made or moved it; push to another branch " + prefix(session) + "-...");
      }
    }
    return reasons;
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

  /** The host is about to be asked. */
  void intend(SessionId session, RepositoryAddress address, List<Command> commands) {
    var made = commands.stream().filter(command -> !command.deletes()).toList();
    if (!made.isEmpty()) {
      database.useTransaction(tx ->
          tx.on(SessionBranchSql.class)
              .intend(
                  session,
                  address,
                  made.stream().map(Command::ref).toList(),
                  made.stream().map(Command::after).toList()));
    }
  }

  /**
   * The host has answered; the session's log tells of what it took.
   *
   * @param accepted what it said of refs, by their names
   */
  void settle(
      SessionId session,
      long epoch,
      RepositoryAddress address,
      List<Command> commands,
      Map<String, Boolean> accepted) {
    database.useTransaction(tx -> {
      var sql = tx.on(SessionBranchSql.class);
      for (var command : commands) {
        var taken = accepted.get(command.ref());
        if (taken != null && !command.deletes()) {
          if (taken) {
            sql.accepted(session, address, command.ref(), command.after());
          } else {
            sql.refused(session, address, command.ref(), command.after());
          }
        }
      }
      tx.on(GitAccessSql.class)
          .served(session, epoch)
          .ifPresent(served ->
              commands.stream()
                  .filter(command -> accepted.getOrDefault(command.ref(), false))
                  .forEach(command -> {
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
