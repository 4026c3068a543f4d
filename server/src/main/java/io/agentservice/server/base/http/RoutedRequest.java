package io.agentservice.server.base.http;

import io.agentservice.server.base.http.requests.Request;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** A request with its route, not yet authenticated. */
record RoutedRequest(
    HttpServletRequest received,
    HttpServletResponse response,
    Route route,
    Request request,
    RequestMeters.Watch watch) {}
