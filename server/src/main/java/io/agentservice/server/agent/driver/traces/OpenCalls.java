package io.agentservice.server.agent.driver.traces;

import io.agentservice.server.agent.driver.traces.Outlet.Failed;
import io.agentservice.server.agent.driver.traces.Outlet.Named;
import io.agentservice.server.agent.loop.log.CallEndings;
import io.agentservice.server.agent.loop.log.LoopEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls of tools that have begun; each is a span once it is over. For one thread. */
final class OpenCalls {
  private final Outlet outlet;
  private final Map<String, Call> open = new LinkedHashMap<>();

  private record Call(LoopEvent.ToolIntent intent, Instant start, String parentId) {}

  OpenCalls(Outlet outlet) {
    this.outlet = outlet;
  }

  void forget() {
    open.clear();
  }

  /** {@code parentId}: the stretch that it is begun in. */
  void begun(LoopEvent.ToolIntent intent, Instant at, String parentId) {
    open.put(intent.callId(), new Call(intent, at, parentId));
  }

  void ended(LoopEvent.ToolResult result, Instant at) {
    var call = open.remove(result.callId());
    if (call == null) { // it was refused before it began
      return;
    }
    var fields = fields(call.intent());
    var code = result.exitCode();
    fields.with("agent.exit_code", code == null ? null : code.longValue());
    if (outlet.texts()) {
      fields.with("gen_ai.tool.call.result", Texts.result(result.content()));
    }
    outlet.send(named(call), call.start(), at, fields, failed(result));
  }

  private static @Nullable Failed failed(LoopEvent.ToolResult result) {
    if (!result.error()) {
      return null;
    }
    return new Failed(
        CallEndings.isInterrupted(result.content())
            ? "interrupted"
            : CallEndings.isUnknown(result.content()) ? "outcome_unknown" : "tool_error",
        null);
  }

  /** None of them will have a result; {@code error}: why. */
  void abandon(Instant at, String error) {
    open.values()
        .forEach(call ->
            outlet.send(
                named(call), call.start(), at, fields(call.intent()), new Failed(error, null)));
    open.clear();
  }

  private Fields fields(LoopEvent.ToolIntent intent) {
    var fields =
        Fields.of("execute_tool")
            .with("gen_ai.tool.name", intent.tool())
            .with("gen_ai.tool.call.id", intent.callId())
            .with("gen_ai.tool.type", "function");
    return outlet.texts()
        ? fields.with("gen_ai.tool.call.arguments", Texts.arguments(intent.input()))
        : fields;
  }

  private Named named(Call call) {
    return new Named(
        outlet.ids().span("call " + call.intent().commandId()),
        call.parentId(),
        "execute_tool " + call.intent().tool(),
        false);
  }
}
