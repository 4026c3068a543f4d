package io.agentservice.server.agent.loop;

import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.Part;
import io.agentservice.llm.models.Llms;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.model.Models;
import io.agentservice.server.agent.loop.session.LoopSettings;
import io.agentservice.server.base.ids.SessionId;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A session in memory, a machine in a directory, and the loops that drive one on the other. */
abstract class LoopScene {
  @TempDir Path directory;
  final MemorySession session = new MemorySession();

  /** What was written before is not said. */
  static final String VOID = "[void]";

  /** What was seen of the model's words while it wrote them. */
  final Queue<String> written = new ConcurrentLinkedQueue<>();

  final Loops loops;
  LocalMachine machine;

  LoopScene() {
    this(Script.SETTINGS);
  }

  LoopScene(LoopSettings settings) {
    loops = new Loops(settings, new Written());
  }

  private final class Written implements LiveOutput {
    @Override
    public void modelText(SessionId session, String piece) {
      written.add(piece);
    }

    @Override
    public void modelRestarts(SessionId session) {
      written.add(VOID);
    }

    @Override
    public void toolOutput(SessionId session, String callId, String piece) {}
  }

  @BeforeEach
  void open() {
    machine = new LocalMachine(directory);
  }

  @AfterEach
  void close() {
    loops.close();
    machine.close();
    ReplayedPrompts.check(session.log());
  }

  LocalMachine.Connection start(Script script) {
    return start(script.model());
  }

  LocalMachine.Connection start(Llms llms) {
    return start(() -> new Model(llms.defaultLlm(), Script.PRICE, ModelLimits.NONE));
  }

  LocalMachine.Connection start(Models model) {
    var connection = machine.connect();
    loops.start(session.claim(), connection, model);
    return connection;
  }

  String resultText(int index) {
    return ((Part.Text) session.events(LoopEvent.ToolResult.class).get(index).content().getFirst())
        .text();
  }
}
