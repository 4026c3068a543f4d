/**
 * JSON Schemas that strangers write (draft 7): whether one can be used at all, and what is wrong
 * with a value by one.
 *
 * <p>Invariants: nothing is fetched; patterns match in linear time; whatever a schema and a value
 * say, the caller has an answer within seconds, and what is computed meanwhile stands on a platform
 * thread, where it takes no other session's turn. Start with {@link
 * io.agentservice.server.base.jsonschema.JsonSchema}. Depends on nothing of ours.
 */
@NullMarked
package io.agentservice.server.base.jsonschema;

import org.jspecify.annotations.NullMarked;
