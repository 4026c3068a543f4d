package io.agentservice.server.engine.sessions.attachments;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.requests.FilePart;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.context.attachments.Attachment;
import io.agentservice.server.context.attachments.AttachmentAddresses;
import io.agentservice.server.context.attachments.AttachmentAddresses.Named;
import io.agentservice.server.context.attachments.Attachments;
import io.agentservice.server.context.attachments.FileName;
import io.agentservice.server.context.attachments.IncomingAttachment;
import io.agentservice.server.engine.messages.Attached;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The files of a session: those that people gave it, and those that its agent gave to people. */
public final class SessionAttachments {
  /** File systems take 255 bytes; some are left for a number, and for files beside it. */
  private static final int NAME_BYTES = 180;

  private static final int EXTENSION = 16;

  /** The source of files that only a session's machines get; unused, they pass in thirty days. */
  public static final String HIDDEN = Attachments.HIDDEN;

  private final Database database;
  private final Attachments attachments;
  private final AttachmentAddresses addresses;

  public SessionAttachments(
      Database database, Attachments attachments, AttachmentAddresses addresses) {
    this.database = database;
    this.attachments = attachments;
    this.addresses = addresses;
  }

  /** The files themselves. */
  public Attachments kept() {
    return attachments;
  }

  /** Where people find one. */
  public String address(Attachment attachment) {
    return addresses.of(attachment);
  }

  /** All of a session, newest first. */
  public List<Attachment> list(Scope scope, SessionId session) {
    return database.with(SessionAttachmentSql.class, sql -> sql.list(scope, session));
  }

  /** The places of those of its attachments in the work directory, in the order given. */
  public List<AttachedFile> files(Scope scope, SessionId session, List<AttachmentId> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    var found =
        database.with(SessionAttachmentSql.class, sql -> sql.files(scope, session, ids)).stream()
            .collect(Collectors.toMap(AttachedFile::attachmentId, file -> file));
    return ids.stream().map(found::get).filter(Objects::nonNull).toList();
  }

  /** Attaches what a message brings and names (sessions.md 4); 422 for removed ones. */
  public Attached give(Tx tx, Scope scope, SessionId session, String text, Attached brought) {
    var ids = new LinkedHashSet<>(brought.ids());
    named(scope, addresses.lines(text)).forEach(one -> ids.add(one.attachmentId()));
    var kept = Attachments.use(tx, scope, ids);
    if (!kept.keySet().containsAll(brought.ids())) {
      throw Problem.invalid(
              new Failure(
                  List.of("body", "attachment_urls"),
                  "No such attachment in this organization",
                  "unknown_reference"))
          .exception();
    }
    if (!kept.isEmpty()) {
      var sql = tx.on(SessionAttachmentSql.class);
      var taken = new HashSet<String>();
      sql.fileNames(session).forEach(name -> taken.add(folded(name)));
      ids.retainAll(kept.keySet());
      ids.forEach(
          id -> sql.insert(session, id, free(Objects.requireNonNull(kept.get(id)).name(), taken)));
    }
    return new Attached(List.copyOf(ids), brought.links());
  }

  /** Those of the addresses that name an attachment of the organization. */
  public List<Attachment> named(Scope scope, Collection<Named> names) {
    var ids = names.stream().map(Named::id).filter(Objects::nonNull).toList();
    var found = attachments.all(scope, ids);
    return names.stream()
        .filter(name -> name.id() != null && name.names(found.get(name.id())))
        .flatMap(name -> Optional.ofNullable(found.get(name.id())).stream())
        .toList();
  }

  /** What an address of this server names; empty for every other one. */
  public Optional<Named> read(String address) {
    return addresses.read(address);
  }

  /** A name for a file that none of those taken has, also where case does not count; takes it. */
  private static String free(String name, Set<String> taken) {
    int dot = name.lastIndexOf('.');
    String extension = dot > 0 && name.length() - dot <= EXTENSION ? name.substring(dot) : "";
    String stem = name.substring(0, name.length() - extension.length());
    String fits = (FileName.cut(stem, NAME_BYTES) + extension).replaceAll("[<>:\"|?*]", "_");
    String free = fits;
    for (int number = 2; !taken.add(folded(free)); number++) {
      free = number + "-" + fits;
    }
    return free;
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** What a tool call of the agent has given to people; empty when it has not come to that. */
  public Optional<Attachment> givenBy(Scope scope, SessionId session, String callId) {
    return database.with(SessionAttachmentSql.class, sql -> sql.givenBy(scope, session, callId));
  }

  /** Keeps a file of the agent; in the transaction that holds the session's lock. */
  public Attachment give(
      SessionId session, IncomingAttachment incoming, FilePart file, String callId) {
    return database.inTransaction(tx -> {
      var kept = attachments.keep(incoming, file, null);
      Attachments.use(tx, incoming.scope(), List.of(kept.attachmentId()));
      tx.on(SessionAttachmentSql.class).insertGiven(session, kept.attachmentId(), callId);
      return kept;
    });
  }

  /** Keeps a file for the session's machines; in the transaction that holds the session's lock. */
  public Attachment hide(
      SessionId session, IncomingAttachment incoming, FilePart file, String key) {
    return database.inTransaction(tx -> {
      var kept = attachments.keep(incoming, file, null);
      tx.on(SessionAttachmentSql.class).insertGiven(session, kept.attachmentId(), key);
      return kept;
    });
  }

  /** Those that only its machines get, whose key begins so. */
  public Set<AttachmentId> hidden(Scope scope, SessionId session, String prefix) {
    return database.with(SessionAttachmentSql.class, sql -> sql.hidden(scope, session, prefix));
  }

  /** Has one session have what another has; each of them may leave it. */
  public void share(Tx tx, SessionId from, SessionId to) {
    var sql = tx.on(SessionAttachmentSql.class);
    var ids = sql.lockAll(from);
    Attachments.lock(tx, ids);
    sql.share(from, to);
  }

  /** Removes what this key has given; in the transaction that holds the session's lock. */
  public void takeBack(Scope scope, SessionId session, String callId) {
    var _ =
        database.inTransaction(tx -> {
          var sql = tx.on(SessionAttachmentSql.class);
          var taken = sql.deleteGiven(session, callId);
          taken.filter(id -> !sql.isUsed(id)).ifPresent(id -> Attachments.discard(tx, scope, id));
          return taken;
        });
  }
}
