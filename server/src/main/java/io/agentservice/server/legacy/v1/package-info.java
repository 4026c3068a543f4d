/**
 * Versions 1 and 2 of the API (api-legacy.md): other addresses and shapes of the same things. Here
 * requests and answers are translated; rules, statements and audit records are those of the
 * features, so nothing in this package knows the database.
 */
@NullMarked
package io.agentservice.server.legacy.v1;

import org.jspecify.annotations.NullMarked;
