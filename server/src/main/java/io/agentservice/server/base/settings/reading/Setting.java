package io.agentservice.server.base.settings.reading;

/** A line of the reference in docs/operations.md; a {@code secret} value is masked in all texts. */
public record Setting(String name, String defaultValue, String meaning, boolean secret) {}
