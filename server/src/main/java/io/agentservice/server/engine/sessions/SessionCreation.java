package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.costs.AcuRates;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.models.RegisteredModels;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.Place;
import io.agentservice.server.engine.sessions.attachments.SessionAttachments;
import io.agentservice.server.engine.sessions.mcp.SessionMcpServers;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.NewSession.Created;
import io.agentservice.server.engine.sessions.parts.NewSession.Prepared;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.Task;
import io.agentservice.server.engine.sessions.parts.TraceParent;
import io.agentservice.server.engine.sessions.secrets.SessionSecrets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes sessions (api-org.md 1.2); {@code rates} hold for a session's life. */
record SessionCreation(
    Database database,
    SessionSecrets secrets,
    Placement placement,
    Transitions transitions,
    SessionAttachments attachments,
    SessionLimits limits,
    Supplier<AcuRates> rates) {

  Prepared prepare(OrgId org, NewSession wanted) {
    var allowance = wanted.allowance();
    var redactor = secrets.redactor(allowance.secrets(), org, allowance.secretIds());
    String prompt = redactor.mask(wanted.prompt());
    String given = wanted.task().title();
    String title = given == null ? Task.titleOf(prompt) : redactor.mask(given);
    return new Prepared(wanted, prompt, title);
  }

  Session create(SessionId id, OrgId org, Prepared prepared, Caller caller) {
    return create(id, org, prepared, caller, _ -> {});
  }

  /** {@code beginning} gives it more, in the same transaction. */
  Session create(
      SessionId id, OrgId org, Prepared prepared, Caller caller, Consumer<Tx> beginning) {
    var wanted = prepared.wanted();
    return database.inTransaction(tx -> {
      var sql = tx.on(SessionSql.class);
      var account = caller.principal().accountId();
      var requester = wanted.requester();
      Impersonation.check(sql, org, requester.userId(), "create_as_user_id", caller);
      var scope = new Scope(account, org);
      Place place =
          placement
              .choose(tx, account, org, requester.parentSessionId(), wanted.host().platform())
              .orElse(null);
      sql.insert(
          id,
          scope,
          filled(tx, org, prepared, place, caller.principal()),
          rates.get(),
          Task.titleOf(prepared.prompt()));
      secrets.keep(tx, id, wanted.allowance().secrets());
      SessionMcpServers.keep(tx, id, wanted.allowance().mcpServers());
      var session = transitions.lock(tx, id).orElseThrow();
      var author = Impersonation.author(sql, org, requester.origin(), caller, requester.userId());
      var attached = attachments.give(tx, scope, id, wanted.prompt(), wanted.attached());
      var event = Id.create(EventId.class);
      Messages.queue(tx, id, event, prepared.prompt(), attached, author);
      session.log("created", told(event, wanted.trace()));
      var limit = limits.reached(tx, session);
      if (limit.isPresent()) {
        session.sleep(Trigger.CREATE_AT_LIMIT, limit.get(), caller);
      } else if (place != null) {
        session.place(Trigger.PLACE, place);
      }
      session.audit(caller, wanted.purpose().auditAction(), wanted.told(id, org));
      transitions.write(tx, session);
      beginning.accept(tx);
      return sql.find(account, id).orElseThrow();
    });
  }

  /** The log keeps what its trace belongs to: it is read wherever the session goes on. */
  private static Map<String, String> told(EventId message, @Nullable TraceParent trace) {
    return trace == null
        ? Map.of("event_id", message.value())
        : Map.of("event_id", message.value(), TraceParent.NAME, trace.text());
  }

  /** What is wanted, with what is filled in for it. */
  private static NewSession filled(
      Tx tx, OrgId org, Prepared prepared, @Nullable Place place, Principal caller) {
    var wanted = prepared.wanted();
    var task = wanted.task().titled(prepared.title());
    if (task.tags().isEmpty()) {
      task = task.tagged(tx.on(SessionSql.class).defaultTag(org).map(List::of).orElse(List.of()));
    }
    if (task.model() == null) {
      task = task.asking(RegisteredModels.standard(tx, org));
    }
    return wanted
        .with(task)
        .with(wanted.requester().as(caller))
        .with(wanted.host().at(place == null ? null : place.outpostId()));
  }

  Created createOnce(OrgId org, Prepared prepared, Caller caller) {
    var scope = new Scope(caller.principal().accountId(), org);
    String author = caller.principal().author();
    return database.inTransaction(tx -> {
      var sql = tx.on(SessionSql.class);
      sql.lockPrompts(author);
      return sql.samePrompt(scope, author, prepared.prompt())
          .flatMap(id -> sql.findShown(scope.accountId(), id))
          .map(found -> new Created(found, false))
          .orElseGet(
              () -> new Created(create(Id.create(SessionId.class), org, prepared, caller), true));
    });
  }
}
