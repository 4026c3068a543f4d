package io.agentservice.server;

import io.agentservice.llm.models.LiveLlms;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.OwnModels;
import io.agentservice.server.agent.driver.CheckoutPlans;
import io.agentservice.server.agent.driver.Driver;
import io.agentservice.server.agent.driver.Sources;
import io.agentservice.server.agent.driver.StepMeters;
import io.agentservice.server.agent.driver.mcp.McpSources;
import io.agentservice.server.agent.driver.models.KeyRests;
import io.agentservice.server.agent.driver.models.ModelSources;
import io.agentservice.server.agent.driver.models.OutsideNetwork;
import io.agentservice.server.agent.driver.stalls.AgentStalls;
import io.agentservice.server.agent.driver.stalls.Doings;
import io.agentservice.server.agent.driver.stalls.Reasons;
import io.agentservice.server.agent.driver.traces.OtlpTraces;
import io.agentservice.server.agent.driver.traces.Traces;
import io.agentservice.server.agent.insights.ModelAnalyst;
import io.agentservice.server.agent.loop.Loops;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.pages.Pages;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Author;
import io.agentservice.server.agent.loop.session.LoopSettings;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.base.settings.OutsideSettings;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.base.settings.traces.TraceSettings;
import io.agentservice.server.engine.gitaccess.GitAccess;
import io.agentservice.server.engine.outposts.NetworkPolicies;
import io.agentservice.server.engine.sessions.mcp.SessionMcpServers;
import io.agentservice.server.engine.stalls.Stalls;
import io.agentservice.server.identity.members.MembersFeature;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

record Agent(ModelSources models, Loops loops, Driver driver, AgentStalls stalls, Traces traces) {

  /** {@code live} hears what models say and commands put out; {@code server}: its own models. */
  static Agent wire(
      Core core,
      Identity identity,
      Context context,
      Engine engine,
      GitAccess access,
      LiveOutput live,
      LiveLlms server) {
    var settings = core.settings();
    var outside = settings.limits().outside();
    var choice = LlmSettings.from(settings.variables().values());
    var models = models(choice, outside, context, server);
    var doings = new Doings(live, InstantSource.system());
    var traces = traces(core);
    var loops = new Loops(core.live().of(Agent::loopSettings), traces.before(doings));
    core.metrics()
        .gauge("loops", "Sessions whose agent runs on this node", () -> loops.sessions().size());
    var notes = context.knowledge().notes();
    var sessions = engine.sessions();
    var rules = engine.guardrails();
    engine
        .insights()
        .insights()
        .analyst(new ModelAnalyst(server, core.log(), sessions.sessions(), notes, rules));
    var policy = settings.fleet().networkPolicy();
    var policies = new NetworkPolicies(core.database(), policy);
    var sources =
        new Sources(
            notes,
            context.searches().searches(),
            context.git().repositories(),
            access,
            new CheckoutPlans(
                context.git(), settings.content().checkouts(), people(identity.members())),
            engine.children().children(),
            new McpSources(
                context.mcp().servers(),
                new SessionMcpServers(core.database()),
                context.secrets().secrets(),
                new OutsideHttp(new OutsideHosts(outside.mcpHosts(), "AGENT_MCP_PRIVATE_HOSTS")),
                policies::hosts),
            models,
            policies,
            pages(outside, new AllowedHosts(policy)));
    return new Agent(
        models,
        loops,
        new Driver(
            sessions,
            sources,
            core.log(),
            core.signals(),
            loops,
            rules,
            new StepMeters(core.metrics()),
            doings,
            traces),
        stalls(engine.stalls().stalls(), loops, doings, core.live(), choice),
        traces);
  }

  private static ModelSources models(
      LlmSettings choice, OutsideSettings outside, Context context, LiveLlms server) {
    var hosts = new OutsideHosts(outside.modelHosts(), "AGENT_MODEL_PRIVATE_HOSTS");
    return new ModelSources(
        server,
        OwnModels.of(choice, OutsideNetwork.of(hosts)),
        context.models().models(),
        context.models().ofAccounts(),
        context.secrets().secrets(),
        new KeyRests());
  }

  private static Traces traces(Core core) {
    var settings = TraceSettings.of(core.settings().variables());
    return settings == null
        ? Traces.NONE
        : OtlpTraces.of(settings, Version.TEXT, core.metrics(), InstantSource.system());
  }

  private static LoopSettings loopSettings(Settings settings) {
    var limits = settings.limits();
    var defaults =
        LoopSettings.defaults(Duration.ofSeconds(limits.modelOutageSeconds()))
            .holding(Duration.ofSeconds(limits.waitHoldSeconds()));
    var output = LlmSettings.from(settings.variables().values()).outputTokens();
    return output == null ? defaults : defaults.withOutput(output);
  }

  private static AgentStalls stalls(
      Stalls stalls, Loops loops, Doings doings, LiveSettings live, LlmSettings models) {
    var reasons =
        live.of(now ->
            new Reasons(
                stalls.after(),
                models.longestCall(),
                Duration.ofSeconds(now.limits().modelOutageSeconds()),
                now.content().checkouts().limit()));
    return new AgentStalls(stalls, loops::sessions, doings, reasons, InstantSource.system());
  }

  /** Null: agents may read none. */
  private static @Nullable Pages pages(OutsideSettings outside, AllowedHosts policy) {
    return outside.fetch()
        ? new Pages(
            new OutsideHttp(new OutsideHosts(outside.fetchHosts(), "AGENT_FETCH_PRIVATE_HOSTS")),
            policy)
        : null;
  }

  private static CheckoutPlans.People people(MembersFeature members) {
    return (account, user) ->
        members
            .members()
            .human(account, user)
            .map(human -> Author.of(human.name(), human.email()))
            .orElse(null);
  }
}
