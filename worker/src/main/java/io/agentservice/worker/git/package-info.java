/**
 * What the worker does with git for sessions behind walls (ADR 0066): mirrors that they read,
 * settings of their user, and what of a configuration is kept. May depend on nothing of the worker.
 */
@NullMarked
package io.agentservice.worker.git;

import org.jspecify.annotations.NullMarked;
