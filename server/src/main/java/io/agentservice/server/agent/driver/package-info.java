/**
 * Where the parts of a running session meet: the gateway says that a remote came or went, the
 * sessions say what that means, and the loop is started or stopped. Nothing of its own is kept
 * here.
 */
@NullMarked
package io.agentservice.server.agent.driver;

import org.jspecify.annotations.NullMarked;
