/**
 * Traces of sessions by OpenTelemetry (ADR 0107): made of what loops write and of what stands in
 * the logs, so that no loop knows of them. Only {@code OtlpTraces} and what stands below it know
 * OpenTelemetry's classes, which nobody loads where nothing is traced.
 */
@NullMarked
package io.agentservice.server.agent.driver.traces;

import org.jspecify.annotations.NullMarked;
