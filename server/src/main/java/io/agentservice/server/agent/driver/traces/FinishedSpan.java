package io.agentservice.server.agent.driver.traces;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A span as it is sent; ids are lower-case hex.
 *
 * @param parentId null at the top of its trace
 * @param outward whether another program did the work
 * @param attributes texts, whole and decimal numbers, and lists of texts
 * @param error why it failed, a word; null: it did not
 * @param reason the same in a sentence, if that may be told
 */
record FinishedSpan(
    String traceId,
    String spanId,
    @Nullable String parentId,
    String name,
    boolean outward,
    Instant start,
    Instant end,
    Map<String, Object> attributes,
    @Nullable String error,
    @Nullable String reason) {}
