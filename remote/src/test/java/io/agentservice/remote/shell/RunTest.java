package io.agentservice.remote.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.remote.process.PortableMachine;
import io.agentservice.remote.program.Program;
import io.agentservice.remote.state.Journal;
import io.agentservice.wire.frames.ToRemote.Exec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
  @TempDir private Path directory;

  @Test
  void aProgramThatNoThreadCanLookAfterIsEnded() throws Exception {
    var exec = new Exec("c-1", 1, List.of("sleep", "600"), null, Map.of(), 0, 0, null, true, null);
    var journal = Journal.open(directory);
    var command = Command.starting(exec.id(), journal.begin(exec));
    var run = new Run(exec, command, journal);
    var program = new Program(Path.of("/bin/sleep"), exec.argv(), directory, Map.of());
    assertThatThrownBy(() ->
            run.start(
                PortableMachine.processes(directory),
                program,
                _ -> {
                  throw new OutOfMemoryError("unable to create native thread");
                }))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(ProcessHandle.of(command.pid()).filter(ProcessHandle::isAlive)).isEmpty();
  }
}
