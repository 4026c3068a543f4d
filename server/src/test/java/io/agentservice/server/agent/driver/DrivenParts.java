package io.agentservice.server.agent.driver;

import io.agentservice.llm.models.LiveLlms;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.OwnModels;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.driver.models.KeyRests;
import io.agentservice.server.agent.driver.models.ModelSources;
import io.agentservice.server.agent.driver.models.SessionModel;
import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.blobs.DirectoryBlobs;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.context.attachments.Attachments;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** What sessions as their loops see them are made of, on a database. */
final class DrivenParts {
  private DrivenParts() {}

  /** The server's usual model, of which none is set up: nothing is asked. */
  static SessionModel model(OrgId org) {
    var none = LlmSettings.from(Map.of());
    var sources =
        new ModelSources(
            new LiveLlms(none),
            OwnModels.of(none, _ -> List.of()),
            null,
            null,
            null,
            new KeyRests());
    return new SessionModel(sources, org, null, replay -> replay, InstantSource.system());
  }

  private static SessionContext context(Database database, Vault vault, Path home) {
    var none = SessionContext.of(database, vault);
    return new SessionContext(
        none.notes(),
        none.playbooks(),
        none.secrets(),
        new Attachments(database, DirectoryBlobs.in(home.resolve("blobs")), vault, 100),
        none.addresses(),
        none.tags(),
        none.git(),
        none.models(),
        none.mcpServers());
  }

  /** All of the sessions, on a database. */
  static SessionsFeature feature(Database database, Path home) {
    var signals = new EventSignals();
    var vault = new Vault(MasterKey.fresh());
    var core =
        new Core(
            new LiveSettings(Settings.read(Map.of("AGENT_HOME", home.toString()))),
            database,
            vault,
            () -> Redactor.NONE,
            new EventLog(database, signals),
            signals,
            new Lists(new Cursors(new byte[32])),
            new Addresses(null, null, null),
            new Background(),
            new Metrics());
    return SessionsFeature.wire(
        core,
        context(database, vault, home),
        new Queue(database, new FeedSignal(), 300, 60),
        new Placement(_ -> null, "{}"),
        new ConnectTokens(new byte[32]));
  }
}
