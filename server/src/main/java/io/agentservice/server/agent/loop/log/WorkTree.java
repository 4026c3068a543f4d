package io.agentservice.server.agent.loop.log;

import org.jspecify.annotations.Nullable;

/**
 * A work tree of git.
 *
 * @param directory below the working directory, which is {@code .}; absolute when it is around that
 *     one
 * @param commit that it is at; null before its first
 * @param tree git's id of all that is in it
 */
public record WorkTree(String directory, @Nullable String commit, String tree) {}
