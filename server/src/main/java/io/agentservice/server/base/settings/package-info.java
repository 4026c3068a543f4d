/**
 * The settings: records read once from {@code AGENT_*} variables (completions.md 11), declared
 * where they are read; a test checks docs/operations.md.
 */
@NullMarked
package io.agentservice.server.base.settings;

import org.jspecify.annotations.NullMarked;
