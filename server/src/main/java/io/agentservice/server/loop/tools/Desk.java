package io.agentservice.server.loop.tools;

import io.agentservice.server.machine.Machine;
import io.agentservice.server.redaction.Redactor;
import java.util.function.Consumer;

/**
 * What a tool works with.
 *
 * @param live hears a command's output while it runs, already masked
 */
public record Desk(Machine machine, Redactor redactor, Consumer<String> live) {}
