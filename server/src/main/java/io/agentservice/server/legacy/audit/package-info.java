/**
 * The audit log as versions 1 and 2 read it (api-legacy.md 3, 4): the newest records between two
 * bounds, which are records or times. A translation; knows no database.
 */
@NullMarked
package io.agentservice.server.legacy.audit;

import org.jspecify.annotations.NullMarked;
