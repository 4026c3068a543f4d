/**
 * The settings: one tree of records, read once from {@code AGENT_*} variables (completions.md 11).
 * Every setting is declared where it is read, with its default and its meaning; docs/operations.md
 * is checked against that by a test.
 */
@NullMarked
package io.agentservice.server.base.settings;

import org.jspecify.annotations.NullMarked;
