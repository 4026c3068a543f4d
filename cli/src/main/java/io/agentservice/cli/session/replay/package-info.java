/**
 * {@code agent session replay}: the tool calls of an exported session, carried out again by the
 * same tools on a remote of this machine, and compared with what was recorded (ADR 0100, {@code
 * docs/export.md}). Without a model and without a service.
 *
 * <p>Invariants: what changes something beyond the machine is never done again; every wait has a
 * limit; no process and no directory stays but one that was named.
 */
@NullMarked
package io.agentservice.cli.session.replay;

import org.jspecify.annotations.NullMarked;
