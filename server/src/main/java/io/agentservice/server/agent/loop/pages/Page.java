package io.agentservice.server.agent.loop.pages;

import org.jspecify.annotations.Nullable;

/**
 * What was read.
 *
 * @param address behind the redirects that were followed
 * @param type of media, without parameters
 * @param title of an HTML page, or null
 * @param cut whether it is longer than what was read of it
 */
public record Page(String address, String type, @Nullable String title, String text, boolean cut) {}
