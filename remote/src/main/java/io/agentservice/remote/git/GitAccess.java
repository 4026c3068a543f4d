package io.agentservice.remote.git;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.git.GitAddresses.Repository;
import io.agentservice.remote.program.SessionVariables;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Configures the git of the session's commands and answers its questions for credentials: each goes
 * to the server, and again to the next connection while it has no answer.
 */
public final class GitAccess implements AutoCloseable {
  /** What a remote calls it that git's questions are answered. */
  public static final String CAPABILITY = "git";

  private static final Duration LONGEST = Duration.ofSeconds(40);

  private final GitAddresses addresses;
  private final Map<String, String> variables;
  private final SessionVariables session;
  private final Map<String, Question> waiting = new ConcurrentHashMap<>();
  private final AtomicInteger asked = new AtomicInteger();
  private @Nullable CredentialSocket socket;
  private volatile @Nullable Sender sender;

  private GitAccess(
      GitAddresses addresses, Map<String, String> variables, SessionVariables session) {
    this.addresses = addresses;
    this.variables = variables;
    this.session = session;
  }

  /** Sends a frame to the server. */
  @FunctionalInterface
  public interface Sender {
    /** Does nothing once the connection has ended. */
    void send(ToServer frame) throws InterruptedException;
  }

  private record Question(
      ToServer.Credential frame, CompletableFuture<ToRemote.Credential> answer) {}

  /**
   * Listens for git's helper; when that can't be had the reason is logged, and git goes without.
   *
   * @param gateway websocket address of the session
   * @param variables the remote's own
   * @param session hears how git is configured
   */
  public static GitAccess open(
      URI gateway, Path stateDirectory, Map<String, String> variables, SessionVariables session) {
    var access = new GitAccess(GitAddresses.beside(gateway), Map.copyOf(variables), session);
    try {
      access.socket = new CredentialSocket(stateDirectory, access::answer);
    } catch (IOException | UnsupportedOperationException e) {
      Log.warn("git gets no credentials of the service: " + e.getMessage());
    }
    return access;
  }

  /** Whether git's questions are answered on this machine. */
  public boolean available() {
    return socket != null;
  }

  /** A server has welcomed this remote: commands that start from now on find these hosts by it. */
  public void connected(List<String> hosts, Sender to) throws InterruptedException {
    var listening = socket;
    if (listening == null) {
      return;
    }
    session.configureGit(
        addresses.settings(hosts, CredentialHelper.command(listening.path()), variables));
    sender = to;
    for (var question : waiting.values()) {
      to.send(question.frame());
    }
  }

  /** The server's answer to a question; one that nobody waits for any more is dropped. */
  public void answered(ToRemote.Credential credential) {
    var question = waiting.get(credential.id());
    if (question != null) {
      question.answer().complete(credential);
    }
  }

  /** What the helper is told: a first word or the reason for none, and the lines for git. */
  private String answer(String question) {
    var lines =
        Arrays.stream(question.split("\n")) // a carriage return is part of a value
            .filter(line -> line.indexOf('=') > 0)
            .map(line -> line.split("=", 2))
            .collect(Collectors.toMap(line -> line[0], line -> line[1], (_, last) -> last));
    return addresses.asked(lines).map(this::ask).orElse("no repository of the service");
  }

  private String ask(Repository repository) {
    var id = "git-" + asked.incrementAndGet();
    var frame = new ToServer.Credential(id, repository.host(), repository.path());
    var question = new Question(frame, new CompletableFuture<>());
    waiting.put(id, question);
    try {
      var to = sender;
      if (to != null) {
        to.send(frame);
      }
      return told(question.answer().get(LONGEST.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException _) {
      return "the service does not answer; try again";
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return "the session ends";
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      waiting.remove(id);
    }
  }

  private static String told(ToRemote.Credential credential) {
    return credential.password() == null
        ? line(String.valueOf(credential.reason()))
        : "%s\nusername=%s\npassword=%s\n"
            .formatted(
                CredentialHelper.GRANTED,
                line(String.valueOf(credential.username())),
                line(credential.password()));
  }

  private static String line(String text) {
    return text.replaceAll("\\R", " ");
  }

  @Override
  public void close() {
    var listening = socket;
    if (listening != null) {
      listening.close();
    }
  }
}
