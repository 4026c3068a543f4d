package io.agentservice.server.engine.sessions.children;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.engine.children.Child.OnParentEnd;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.engine.lifecycle.OnLifecycle;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.SessionsFeature;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** Tests that play agents which start others, on the database of a whole server. */
abstract class OnChildren extends OnLifecycle {
  Sessions sessions;
  SessionChildren children;

  @BeforeEach
  void wireChildren() {
    var signals = new EventSignals();
    var vault = new Vault(MasterKey.fresh());
    var core =
        new Core(
            new LiveSettings(Settings.read(settings())),
            database,
            vault,
            () -> Redactor.NONE,
            new EventLog(database, signals),
            signals,
            new Lists(new Cursors(new byte[32])),
            new Addresses(null, null, null),
            new Background(),
            new Metrics());
    var feature =
        SessionsFeature.wire(
            core,
            SessionContext.of(database, vault),
            new Queue(database, new FeedSignal(), 300, 60),
            new Placement(_ -> null, "{}"),
            new ConnectTokens(new byte[32]));
    sessions = feature.sessions();
    children =
        new SessionChildren(
            database,
            sessions,
            feature.turns(),
            feature.transitions(),
            new Playbooks(database),
            () -> new ChildBounds(2, 4));
  }

  static WantedChild wanted(String name, @Nullable Integer budget) {
    return wanted(Id.create(SessionId.class), name, budget);
  }

  static WantedChild wanted(SessionId id, String name, @Nullable Integer budget) {
    return new WantedChild(
        id, name, "Do " + name, null, null, null, null, budget, null, OnParentEnd.END);
  }

  /** Starts one; its id. */
  String start(String parent, WantedChild wanted) {
    return children.start(new SessionId(parent), tenure(parent), wanted).sessionId().value();
  }

  /** Starts one with a machine of its own; its id. */
  String startRunning(String parent, WantedChild wanted) {
    String id = start(parent, wanted);
    claim(id, "w-" + id).ok();
    connect(id);
    return id;
  }

  String status(String id) {
    return admin.get(one(id)).ok().text("/status");
  }
}
