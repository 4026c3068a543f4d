package io.agentservice.server.base.http;

import io.agentservice.server.base.http.requests.Request;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * A request with its route.
 *
 * @param request as it came: nobody has asked yet who makes it
 */
record Call(
    HttpServletRequest received, HttpServletResponse response, Route route, Request request) {}
