package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.agent.loop.log.Course;
import java.util.function.Supplier;

/**
 * An earlier session that the agent may read.
 *
 * @param course what has happened in it up to now; read when it is asked for
 */
public record LinkedSession(String id, String title, Supplier<Course> course) {}
