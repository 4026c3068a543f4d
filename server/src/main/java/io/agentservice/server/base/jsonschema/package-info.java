/**
 * Strangers' JSON Schemas (draft 7).
 *
 * <p>Nothing is fetched, patterns are linear, answers come within seconds, and platform threads do
 * the work. Start with {@link io.agentservice.server.base.jsonschema.JsonSchema}.
 */
@NullMarked
package io.agentservice.server.base.jsonschema;

import org.jspecify.annotations.NullMarked;
