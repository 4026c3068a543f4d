package io.agentservice.worker.sessions;

import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.process.HookProcess;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the operator's programs with the worker's environment, without tokens. */
final class Hooks {
  private final WorkerSettings settings;
  private final Stop stop;
  private final Progress progress;

  Hooks(WorkerSettings settings, Stop stop, Progress progress) {
    this.settings = settings;
    this.stop = stop;
    this.progress = progress;
  }

  /** Why the operator does not want this session now; null when it may be claimed. */
  @Nullable String objection(QueueEntry entry) {
    var hook = settings.hooks().preClaim();
    return hook == null ? null : run(hook, entry, variables("pre-claim", entry), Level.DRAIN);
  }

  /** After a session; whatever the hook does, the worker goes on. */
  void after(
      QueueEntry entry, SessionDirectory directory, @Nullable Integer exitCode, Outcome outcome) {
    var hook = settings.hooks().postExit();
    if (hook == null) {
      return;
    }
    var variables = variables("post-exit", entry);
    variables.put("AGENT_HOOK_EXIT_CODE", exitCode == null ? "" : exitCode.toString());
    variables.put("AGENT_HOOK_OUTCOME", outcome.name().toLowerCase(Locale.ROOT));
    variables.put("AGENT_HOOK_STATE_DIR", directory.state().toString());
    var failure = run(hook, entry, variables, Level.KILL);
    if (failure != null) {
      progress.tell(new WorkerEvent.HookFailed(entry.metadata().sessionId(), failure));
    }
  }

  /** What went wrong, in a few words; null for exit 0. */
  private @Nullable String run(
      Path hook, QueueEntry entry, Map<String, String> variables, Level until) {
    var launch =
        new HookProcess.Launch(
            hook,
            variables,
            settings.directories().work(),
            FleetJson.ENTRY.toJson(withoutToken(entry)) + "\n",
            settings.hooks().limit());
    try {
      var result = HookProcess.run(launch, stop, until);
      if (result.successful()) {
        return null;
      }
      var end = lastLine(result.output());
      var how =
          result.exitCode() != null
              ? "exit " + result.exitCode()
              : stop.reached(until)
                  ? "killed, the worker ends"
                  : "killed after " + settings.hooks().limit().toSeconds() + " s";
      return end.isEmpty() ? how : how + ": " + end;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private Map<String, String> variables(String which, QueueEntry entry) {
    var variables = new HashMap<>(settings.environment());
    variables.values().removeIf(value -> value.contains(settings.token()));
    variables.put("AGENT_HOOK", which);
    variables.put("AGENT_HOOK_SESSION_ID", entry.metadata().sessionId());
    variables.put("AGENT_HOOK_OUTPOST_ID", entry.metadata().outpostId());
    variables.put("AGENT_HOOK_KIND", entry.spec().kind());
    variables.put("AGENT_HOOK_PLATFORM", entry.spec().platform());
    return variables;
  }

  private static QueueEntry withoutToken(QueueEntry entry) {
    var s = entry.status();
    return new QueueEntry(
        entry.metadata(),
        entry.spec(),
        new QueueEntry.Status(
            s.phase(), s.acceptorId(), s.claimDeadline(), s.sessionStatus(), null, s.gatewayUrl()));
  }

  private static String lastLine(String text) {
    return text.substring(text.lastIndexOf('\n') + 1);
  }
}
