package io.agentservice.server.base.settings;

/**
 * One line of the reference of settings in docs/operations.md.
 *
 * @param secret whether its value is masked wherever the server writes a text
 */
public record Setting(String name, String defaultValue, String meaning, boolean secret) {}
