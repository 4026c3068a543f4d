package io.agentservice.server;

import io.agentservice.llm.LlmSettings;
import io.agentservice.llm.Llms;
import io.agentservice.server.agent.driver.Driver;
import io.agentservice.server.agent.driver.Sources;
import io.agentservice.server.agent.insights.ModelAnalyst;
import io.agentservice.server.agent.loop.LiveOutput;
import io.agentservice.server.agent.loop.LoopSettings;
import io.agentservice.server.agent.loop.Loops;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.time.Duration;

/** The wing {@code agent}, wired. */
record Agent(Llms models, Loops loops, Driver driver) {

  /** {@code live} hears what models say and commands put out. */
  static Agent wire(
      SessionsFeature.Base base,
      Context context,
      Engine engine,
      LiveOutput live,
      Settings settings) {
    var models = new Llms(LlmSettings.from(settings.values()));
    var outage = Duration.ofSeconds(settings.limits().modelOutageSeconds());
    var loops = new Loops(LoopSettings.defaults(outage), live);
    var notes = base.context().notes();
    var sessions = engine.sessions();
    var rules = engine.guardrails();
    sessions
        .insights()
        .analyst(new ModelAnalyst(models, base.log(), sessions.sessions(), notes, rules));
    var sources = new Sources(notes, context.searches().searches());
    return new Agent(
        models,
        loops,
        new Driver(sessions, sources, base.log(), base.signals(), loops, models, rules));
  }
}
