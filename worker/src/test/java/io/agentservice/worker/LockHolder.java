package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Another process that holds the lock of a file until it is closed. */
public final class LockHolder implements AutoCloseable {
  private final Process process;

  private LockHolder(Process process) {
    this.process = process;
  }

  /** Of a file that is there; its directory takes the program's source, too. */
  public static LockHolder of(Path file) throws IOException {
    var source = file.resolveSibling("Hold.java");
    Files.writeString(
        source,
        """
        void main(String[] args) throws Exception {
          var path = java.nio.file.Path.of(args[0]);
          var channel = java.nio.channels.FileChannel.open(
              path, java.nio.file.StandardOpenOption.WRITE);
          IO.println(channel.tryLock() != null ? "held" : "taken");
          System.in.read();
        }
        """);
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var holder =
        new LockHolder(
            new ProcessBuilder(java, source.toString(), file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    assertThat(holder.process.inputReader().readLine()).isEqualTo("held");
    return holder;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(120, TimeUnit.SECONDS).join();
  }
}
