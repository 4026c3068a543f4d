package io.agentservice.cli.session.replay;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.server.agent.replay.CallResult;
import io.agentservice.server.agent.replay.ReplayedTools;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.text.Cut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Goes through the events of an export and carries out its calls, up to the first difference. */
final class Replay {
  private static final int SHOWN = 200;

  private final ExportFile export;
  private final Calls machine;
  private final Varying varying;
  private final Map<String, String> attachments;
  private final Map<String, JsonObject> begun = new HashMap<>();
  private final Map<String, Long> taken = new TreeMap<>();
  private final Map<String, Long> but = new TreeMap<>();
  private final BiConsumer<String, String> step;
  private final Consumer<String> tell;
  private long steps;
  private long ran;
  private @Nullable JsonObject divergence;

  /**
   * On a machine that begins as the session did.
   *
   * @param recordedPlace the working directory then; null: not known
   * @param step hears of each call what it was and what came of it
   * @param tell hears what people should know beside that
   */
  Replay(
      ExportFile export,
      Calls machine,
      @Nullable String recordedPlace,
      BiConsumer<String, String> step,
      Consumer<String> tell) {
    this.export = export;
    this.machine = machine;
    this.varying = new Varying(recordedPlace, machine.directory());
    this.attachments = export.attachments();
    this.step = step;
    this.tell = tell;
  }

  /** Runs it; answers what came of it, for programs. */
  JsonObject run() {
    var _ = export.events(this::take);
    return JsonObject.of(
        "type",
        "replay",
        "outcome",
        divergence == null ? "same" : "different",
        "calls",
        steps,
        "same",
        divergence == null ? ran : ran - 1,
        "same_but_for",
        new JsonObject(new TreeMap<>(but)),
        "taken_from_the_log",
        new JsonObject(new TreeMap<>(taken)),
        "without_a_result",
        (long) begun.size(),
        "divergence",
        divergence);
  }

  private void take(SessionEvent event) {
    if (divergence != null) {
      return; // what follows has another beginning
    }
    var data = event.source().object("data");
    switch (event.type()) {
      case "user_message" -> data.objects("files").forEach(this::place);
      case "tool_intent" -> begun.put(String.valueOf(data.text("call_id")), data);
      case "tool_result" -> {
        var call = begun.remove(String.valueOf(data.text("call_id")));
        if (call != null) { // else it was refused before anything was done
          again(event.seq(), call, data);
        }
      }
      default -> {
        // Nothing that was done on the machine.
      }
    }
  }

  /** A file that people gave. */
  private void place(JsonObject file) {
    var work = Path.of(machine.directory());
    var target = work.resolve(String.valueOf(file.text("path"))).normalize();
    var held = attachments.get(String.valueOf(file.text("attachment_id")));
    if (target.equals(work) || !Inside.holds(work, target)) {
      tell.accept("%s is no place in the working directory".formatted(file.text("path")));
      return;
    }
    try {
      Files.createDirectories(Objects.requireNonNull(target.getParent()));
    } catch (IOException e) {
      throw CommandFailure.usage("can't write %s: %s".formatted(target, e.getMessage()), null);
    }
    if (held == null || !export.copy(held, work, work.relativize(target))) {
      tell.accept("the file %s that people gave is not in the export".formatted(file.text("path")));
    }
  }

  private void again(long seq, JsonObject call, JsonObject data) {
    steps++;
    var tool = String.valueOf(call.text("tool"));
    var input = call.object("input");
    var then = CallResult.recorded(data.toJson());
    var why = then.cutOff() != null ? then.cutOff() : ReplayedTools.taken(tool, input.toJson());
    if (why != null) {
      taken.merge(tool, 1L, Long::sum);
      step.accept(words(tool, input), "taken from the log: " + why);
      return;
    }
    ran++;
    var now = machine.run(tool, input);
    switch (Comparison.of(then, now, varying)) {
      case Comparison.Same(var kinds) -> {
        kinds.forEach(kind -> but.merge(kind, 1L, Long::sum));
        step.accept(
            words(tool, input),
            kinds.isEmpty() ? "the same" : "the same but for " + String.join(", ", kinds));
      }
      case Comparison.Different(var lines) -> {
        divergence =
            JsonObject.of(
                "step", steps, "seq", seq, "tool", tool, "input", input, "difference", lines);
        step.accept(words(tool, input), "different");
      }
    }
  }

  /** A call on one line. */
  private static String words(String tool, JsonObject input) {
    var about =
        input.text("command") != null
            ? input.text("command")
            : input.text("path") != null ? input.text("path") : input.text("job");
    return about == null ? tool : tool + " " + Cut.to(SHOWN, about.strip().replaceAll("\\s+", " "));
  }
}
