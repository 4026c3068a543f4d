package io.agentservice.cli.up;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.LocalWorker;
import io.agentservice.cli.service.LocalWorkers;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.cli.workplace.Git;
import io.agentservice.cli.workplace.GitLook;
import io.agentservice.cli.workplace.ObjectStores;
import io.agentservice.cli.workplace.SideWorkspaces;
import io.agentservice.client.http.ClientException;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.settings.Workspaces;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The workers of {@code agent up}: one in the user's directory, or several, whose sessions have a
 * checkout of their own each.
 *
 * @param number how many
 * @param beside whether sessions work beside the directory
 */
record UpWorkers(int number, boolean beside) {
  /** More work at a time than a machine of people does well. */
  private static final int MOST_BY_ITSELF = 4;

  private static final int MOST = 64;

  /**
   * As many as were asked for, else as the machine has cores; one where git can't keep them apart.
   *
   * @param asked null: not said
   */
  static UpWorkers of(@Nullable Integer asked, Path directory, Consumer<String> tell) {
    return of(asked, Runtime.getRuntime().availableProcessors(), directory, tell);
  }

  static UpWorkers of(@Nullable Integer asked, int cores, Path directory, Consumer<String> tell) {
    int wanted = asked != null ? asked : Math.min(MOST_BY_ITSELF, cores);
    if (wanted < 1 || wanted > MOST) {
      throw CommandFailure.usage("--workers must be 1 to " + MOST, null);
    }
    if (wanted == 1) {
      return new UpWorkers(1, false);
    }
    var hindrance = hindrance(directory);
    if (hindrance == null) {
      return new UpWorkers(wanted, true);
    }
    if (asked != null) {
      throw CommandFailure.usage(
          "several workers need a git repository to work side by side: " + hindrance,
          "git init and a first commit, or --workers 1");
    }
    tell.accept("one session at a time: " + hindrance);
    return new UpWorkers(1, false);
  }

  private static @Nullable String hindrance(Path directory) {
    if (GitLook.at(directory) instanceof GitLook.None none) {
      return none.why();
    }
    return Git.succeeds(directory, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        ? null
        : directory + " has no commit to begin with";
  }

  /** In a few words, where sessions work. */
  String words(Path directory) {
    return beside
        ? "%d at a time beside %s, each result a branch agent/...".formatted(number, directory)
        : directory.toString();
  }

  /**
   * Starts them; the cleanup stops them together.
   *
   * @param onEnd called when one ends, also when nobody told it to
   */
  void start(
      UpService service,
      Home home,
      Path directory,
      Reports reports,
      IntConsumer onEnd,
      Cleanup cleanup) {
    var data = home.directory("worker");
    var borrowed = beside ? ObjectStores.of(directory) : List.<Path>of();
    var settings =
        LocalWorker.settings(service.client(), service.workerKey(), data, directory, borrowed);
    var own = beside ? settings.in(workspaces(service, home, directory, reports)) : settings;
    var _ = LocalWorkers.start(number, own, reports.progress(), onEnd, cleanup);
  }

  /** Who hears of what they do, and of branches. */
  record Reports(Progress progress, Consumer<String> lines) {}

  private static Workspaces workspaces(
      UpService service, Home home, Path directory, Reports reports) {
    return new SideWorkspaces(
        directory, home.directory("checkouts"), id -> title(service, id), reports.lines());
  }

  /** The subject of its commit. */
  private static String title(UpService service, String sessionId) {
    try {
      var client = service.client();
      var session = client.sessions(Connection.organization(client.self())).get(sessionId).title();
      return PlainText.line(Objects.requireNonNullElse(session, "Session " + sessionId));
    } catch (ClientException _) {
      return "Session " + sessionId;
    }
  }
}
