package io.agentservice.server.base.settings.reading;

/**
 * A line of the reference in docs/operations.md.
 *
 * @param secret its value is masked in all texts
 * @param reloadable a server that runs takes another value from its files
 */
public record Setting(
    String name, String defaultValue, String meaning, boolean secret, boolean reloadable) {}
