/**
 * The one way to read and write JSON below the server: by Jackson's streaming parser and generator,
 * without reflection. {@link JsonObject} is an object whose fields are looked up by name; {@link
 * Fields} reads those whose kinds are fixed and refuses others; {@link JsonForm} is the JSON of a
 * type. Texts may be as long as memory allows, nesting has a limit, and malformed text is a {@link
 * JsonException}.
 */
@NullMarked
package io.agentservice.wire.json;

import org.jspecify.annotations.NullMarked;
