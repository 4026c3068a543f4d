package io.agentservice.server.agent.loop.tools;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.engine.machine.Machine;
import java.util.function.Consumer;

/**
 * What a tool works with.
 *
 * @param live hears a command's output while it runs, already masked
 */
public record Desk(Machine machine, Redactor redactor, Consumer<String> live) {}
