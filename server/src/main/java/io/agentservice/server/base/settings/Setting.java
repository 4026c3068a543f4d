package io.agentservice.server.base.settings;

/** One line of the reference of settings in docs/operations.md. */
public record Setting(String name, String defaultValue, String meaning) {}
