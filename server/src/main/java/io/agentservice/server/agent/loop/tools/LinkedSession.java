package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.agent.loop.log.Course;
import java.util.function.Supplier;

/** {@code course} is read when it is asked for. */
public record LinkedSession(String id, String title, Supplier<Course> course) {}
