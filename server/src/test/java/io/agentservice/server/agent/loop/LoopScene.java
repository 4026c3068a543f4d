package io.agentservice.server.agent.loop;

import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.Part;
import io.agentservice.llm.models.Llms;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.model.Models;
import io.agentservice.server.agent.loop.session.LoopSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A session in memory, a machine in a directory, and the loops that drive one on the other. */
abstract class LoopScene {
  @TempDir Path directory;
  final MemorySession session = new MemorySession();
  final Loops loops;
  LocalMachine machine;

  LoopScene() {
    this(Script.SETTINGS);
  }

  LoopScene(LoopSettings settings) {
    loops = new Loops(settings, LiveOutput.NONE);
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
