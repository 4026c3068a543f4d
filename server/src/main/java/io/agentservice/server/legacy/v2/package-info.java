/**
 * Version 2 of the API (api-legacy.md 4): for personal legacy keys of the account's administrators.
 * A translation like that of version 1; knows no database.
 */
@NullMarked
package io.agentservice.server.legacy.v2;

import org.jspecify.annotations.NullMarked;
