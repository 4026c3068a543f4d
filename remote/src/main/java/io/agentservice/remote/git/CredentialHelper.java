package io.agentservice.remote.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.agentservice.remote.base.ExitCode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The program that git asks for a credential ({@code agent-remote credential SOCKET get}, see
 * gitcredentials(7)): hands the question to the remote and its answer to git.
 */
public final class CredentialHelper {
  /** The first line of an answer that holds a credential. */
  static final String GRANTED = "granted";

  private static final String MAIN = "io.agentservice.remote.Main";

  private CredentialHelper() {}

  /**
   * The shell command that git is configured with. Git also wants to have credentials stored and
   * erased, for which nothing needs to be started.
   */
  static String command(Path socket) {
    var words = new ArrayList<>(List.of("env"));
    for (var variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
      words.addAll(List.of("-u", variable));
    }
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    words.add("-Xlog:disable"); // what it says of an archive that does not fit, git would read
    var classes =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath())
            .toList();
    var archive = classes.getFirst().resolveSibling("agent-remote.jsa");
    if (Files.exists(archive)) {
      words.add("-XX:SharedArchiveFile=" + archive);
    }
    words.add("-cp");
    words.add(classes.stream().map(Path::toString).collect(joining(File.pathSeparator)));
    words.addAll(List.of(MAIN, "credential", socket.toString()));
    var program = words.stream().map(CredentialHelper::quoted).collect(joining(" "));
    return "!f() { test \"$1\" != get || %s get; }; f".formatted(program);
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Answers git once.
   *
   * @param arguments socket and operation
   * @return exit code
   */
  public static int run(
      List<String> arguments, InputStream in, PrintStream out, PrintStream errors) {
    if (arguments.size() != 2) {
      errors.println("usage: agent-remote credential SOCKET get|store|erase");
      return ExitCode.CONFIGURATION;
    }
    if (!arguments.getLast().equals("get")) {
      return ExitCode.OK;
    }
    List<String> answer;
    try {
      answer = ask(Path.of(arguments.getFirst()), in.readNBytes(CredentialSocket.MOST_BYTES));
    } catch (IOException e) {
      answer = List.of("the session's remote can't be asked for a credential");
    }
    if (answer.isEmpty() || !answer.getFirst().equals(GRANTED)) {
      errors.println("agent: " + (answer.isEmpty() ? "no credential" : answer.getFirst()));
      out.print("quit=1\n"); // else git would ask a person
    } else {
      out.print(String.join("\n", answer.subList(1, answer.size())) + "\n");
    }
    out.flush();
    return ExitCode.OK;
  }

  private static List<String> ask(Path socket, byte[] question) throws IOException {
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      Channels.newOutputStream(channel).write(question);
      channel.shutdownOutput();
      return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8).lines().toList();
    }
  }
}
