package io.agentservice.server.engine.sessions.children;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.context.playbooks.Playbook;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.engine.children.Children;
import io.agentservice.server.engine.children.Maker;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.mcp.SessionMcpServers;
import io.agentservice.server.engine.sessions.parts.Host;
import io.agentservice.server.engine.sessions.parts.Manner;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.Requester;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.Task;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a child gets of its parent: all that it may do and see, and nothing more. */
record ChildDraft(Sessions sessions, Playbooks playbooks, SessionMcpServers mcpServers) {

  NewSession of(Session parent, AllowedSql.Allowed allowed, WantedChild wanted) {
    var id = parent.sessionId();
    var manner = sessions.manner(id);
    var task = parent.task();
    var own =
        new Task(
                wanted.title(),
                task.tags(),
                wanted.repos() == null ? task.repos() : wanted.repos(),
                task.knowledgeIds(),
                null,
                null,
                wanted.outputSchema(),
                task.agentMode(),
                task.model())
            .by(playbook(parent, wanted.playbook(), manner.childPlaybookId()));
    var made = parent.requester();
    return NewSession.of(wanted.prompt())
        .with(own)
        .with(new Manner(null, true, false, manner.childPlaybookId(), List.of()))
        .with(new Requester(asUser(made), null, null, made.origin(), null, id, made.unlisted()))
        .with(new Host(wanted.platform(), null, parent.host().resumable(), null))
        .with(
            new NewSession.Allowance(
                wanted.budget(),
                allowed.bypassApproval(),
                allowed.approvals(),
                allowed.secretIds(),
                sessions.ownSecrets(id),
                mcpServers.of(id)));
  }

  private @Nullable Playbook playbook(
      Session parent, @Nullable String named, @Nullable PlaybookId usual) {
    var scope = new Scope(parent.accountId(), parent.orgId());
    var id = named == null ? usual : Id.parse(PlaybookId.class, named);
    if (id == null) {
      return named == null ? null : unknown(named);
    }
    var found = playbooks.find(scope, id);
    return named == null ? found.orElse(null) : found.orElseGet(() -> unknown(named));
  }

  private static Playbook unknown(String name) {
    throw Problem.badRequest("unknown_playbook", "There is no playbook " + name, null).exception();
  }

  /** The human whom a service user made the session for. */
  static @Nullable String asUser(Requester made) {
    return made.userId() == null || made.userId().equals(author(made)) ? null : made.userId();
  }

  private static @Nullable String author(Requester made) {
    return Objects.requireNonNullElseGet(made.createdBy(), () -> String.valueOf(made.owner()));
  }

  /** Whoever made the parent: what he may do is judged anew. */
  static Caller caller(Tx tx, Session parent) {
    var made = parent.requester();
    var author = String.valueOf(author(made));
    var scope = new Scope(parent.accountId(), parent.orgId());
    var maker =
        Children.maker(tx, scope, author)
            .orElseThrow(() ->
                Problem.forbidden(
                        "permission_denied",
                        "Whoever has made this session may not use sessions any more")
                    .exception());
    return new Caller(
        new Principal(
            kind(maker.kind()),
            author,
            maker.name(),
            null,
            parent.accountId(),
            new KeyId(author),
            "session",
            parent.orgId(),
            Set.of(),
            Map.of(parent.orgId(), maker.rights())),
        "",
        "");
  }

  private static Principal.Kind kind(Maker.Kind kind) {
    return switch (kind) {
      case HUMAN -> Principal.Kind.PAT_USER;
      case SERVICE_USER -> Principal.Kind.SERVICE_USER;
      case KEY -> Principal.Kind.LEGACY_SERVICE;
    };
  }
}
