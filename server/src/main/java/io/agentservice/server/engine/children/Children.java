package io.agentservice.server.engine.children;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whose children sessions are. A row is written with its session, under the parent's lock. */
public final class Children {
  private final Database database;

  public Children(Database database) {
    this.database = database;
  }

  /** What became of a parent. */
  public enum Fate {
    ENDED,
    ARCHIVED
  }

  /** Its place below its parent, which may be a child itself. */
  public static Child below(
      Tx tx, SessionId parent, SessionId id, String name, Child.OnParentEnd onParentEnd) {
    var above = tx.on(ChildSql.class).find(parent).orElse(null);
    return new Child(
        id,
        parent,
        above == null ? parent : above.rootSessionId(),
        above == null ? 1 : above.depth() + 1,
        name,
        onParentEnd);
  }

  public static void insert(Tx tx, Child child) {
    tx.on(ChildSql.class).insert(child, child.onParentEnd().word());
  }

  /** How many of a tree work, without its root; to be asked under the tree's lock. */
  public static int working(Tx tx, SessionId root) {
    return tx.on(ChildSql.class).working(root);
  }

  /** Whether its agent has something to do. */
  public static boolean works(Tx tx, SessionId id) {
    return tx.on(ChildSql.class).works(id);
  }

  public Optional<Child> find(SessionId id) {
    return database.with(ChildSql.class, sql -> sql.find(id));
  }

  /** Those of a session, oldest first. */
  public List<Child> of(SessionId parent) {
    return database.with(ChildSql.class, sql -> sql.of(parent));
  }

  /** The names from the first below the root to the session's own; empty for one of no agent. */
  public List<String> path(SessionId id) {
    return database.with(ChildSql.class, sql -> sql.path(id));
  }

  /** What its parent's end or archive means for those that are to follow it. */
  public static void leave(Tx tx, SessionId parent, Fate fate) {
    tx.on(ChildSql.class).leave(parent, fate.name().toLowerCase(Locale.ROOT));
  }

  /** Some that are to follow their parents. */
  public List<SessionId> toFollow(List<SessionId> except) {
    return database.with(ChildSql.class, sql -> sql.toFollow(except));
  }

  /** What is to become of it, which is done with this; with the session locked. */
  public static Optional<Fate> follow(Tx tx, SessionId id) {
    return tx.on(ChildSql.class)
        .follow(id)
        .map(word -> Fate.valueOf(word.toUpperCase(Locale.ROOT)));
  }

  /** Who made a session, while he may still use sessions there. */
  public static Optional<Maker> maker(Tx tx, Scope scope, String author) {
    return tx.on(ChildSql.class)
        .maker(scope, author, BuiltinRole.ORG_MEMBER.roleId())
        .filter(maker -> maker.rights().contains(Permission.USE_AGENT_SESSIONS));
  }

  public static void erase(Tx tx, List<SessionId> sessions) {
    tx.on(ChildSql.class).erase(sessions);
  }
}
