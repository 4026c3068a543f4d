package io.agentservice.server.base.http;

import io.javalin.http.Context;
import java.util.Map;

/**
 * A request before anybody has asked who makes it.
 *
 * @param names parts of its path, decoded, by their names in the route's
 * @param id as in {@code X-Request-Id}
 * @param ip the address it came from
 */
record Arrival(Context context, Route route, Map<String, String> names, String id, String ip) {}
