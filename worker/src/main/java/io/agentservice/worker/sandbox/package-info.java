/**
 * The wall around a remote and all that it starts (docs/isolation.md): {@link
 * io.agentservice.worker.sandbox.Sandbox} says whether and how, {@link
 * io.agentservice.worker.sandbox.Walls} what is seen behind it.
 */
@NullMarked
package io.agentservice.worker.sandbox;

import org.jspecify.annotations.NullMarked;
