package io.agentservice.server.agent.loop;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.McpServer;
import io.agentservice.server.agent.loop.log.McpStanding;
import io.agentservice.server.agent.loop.mcp.McpClients;
import io.agentservice.server.agent.loop.mcp.McpEndpoint;
import io.agentservice.server.agent.loop.mcp.McpException;
import io.agentservice.server.agent.loop.mcp.McpLimits;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToServer.JournalEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * What a loop does about MCP servers: has them listed before the model's first turn, and their
 * programs started. A program is of one run of a loop: what an earlier one had is stopped.
 */
final class McpDesk {
  private static final Logger LOG = LoggerFactory.getLogger(McpDesk.class);

  private final LoopSession session;
  private final Machine machine;
  private final Supplier<History> history;
  private final StopSwitch stop;
  private final Consumer<List<LoopEvent>> log;
  private final McpLimits limits;
  private final McpClients clients;

  McpDesk(
      LoopSession session,
      Machine machine,
      Supplier<History> history,
      StopSwitch stop,
      Redactor redactor,
      McpLimits limits,
      Consumer<List<LoopEvent>> log) {
    this.session = session;
    this.machine = machine;
    this.history = history;
    this.stop = stop;
    this.log = log;
    this.limits = limits;
    this.clients = new McpClients(machine, session.mcp(), redactor, limits);
  }

  McpClients clients() {
    return clients;
  }

  /** Programs that an earlier loop has left. */
  void stopEarlier() {
    var earlier = history.get().mcp().commands();
    machine.hello().journal().stream()
        .filter(entry -> entry.running() && earlier.contains(entry.id()))
        .map(JournalEntry::id)
        .forEach(id -> machine.signal(id, "KILL"));
  }

  /** Has the tools of all servers stand in the log, or why they don't. */
  void list() {
    var mcp = history.get().mcp();
    if (mcp.isClosed()) {
      return;
    }
    var due = clients.look().stream().filter(one -> mcp.awaits(one.name())).toList();
    if (due.isEmpty()) {
      return;
    }
    due.forEach(one -> begin(one.name()));
    log.accept(List.copyOf(stop.wait(() -> listed(due))));
  }

  /** Before a call: its program is there, and it is known how its server is reached. */
  void prepare(String tool, JsonNode input) {
    var offered = history.get().mcp().of(tool, input);
    if (offered.isPresent()) {
      clients.look();
      begin(offered.get().server());
    }
  }

  private void begin(String server) {
    if (stop.wait(() -> clients.needsStart(server))) {
      String id = Id.create(EventId.class).value();
      log.accept(List.of(new McpServer(server, McpStanding.STARTING, id, List.of(), null)));
      clients.start(server, id);
    }
  }

  /** All at once: each may take its time. */
  private List<McpServer> listed(List<McpEndpoint> due) throws InterruptedException {
    var asking = due.stream().<Callable<McpServer>>map(one -> () -> ready(one)).toList();
    var news = new ArrayList<McpServer>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long limit = limits.listing().plusSeconds(5).toMillis();
      var answers = threads.invokeAll(asking, limit, TimeUnit.MILLISECONDS);
      for (int i = 0; i < due.size(); i++) {
        news.add(outcome(due.get(i), answers.get(i)));
      }
    }
    return news;
  }

  private McpServer ready(McpEndpoint endpoint) {
    var tools = clients.list(endpoint);
    return new McpServer(endpoint.name(), McpStanding.READY, null, tools, null);
  }

  private McpServer outcome(McpEndpoint endpoint, Future<McpServer> answer)
      throws InterruptedException {
    String reason;
    try {
      return answer.get();
    } catch (CancellationException e) {
      reason = "it did not say what it has in time";
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case McpException known -> reason = known.phrase();
        case MachineLostException lost -> throw lost;
        case null, default -> {
          LOG.error("mcp server failed session={} server={}", session.id(), endpoint.name(), e);
          reason = "the service failed to ask it";
        }
      }
    }
    return new McpServer(endpoint.name(), McpStanding.UNAVAILABLE, null, List.of(), reason);
  }
}
