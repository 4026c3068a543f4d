/**
 * Keeps the index of branches like their repositories: looks, fetches, reads what differs, and
 * erases what nobody may read any more.
 */
@NullMarked
package io.agentservice.server.context.indexing.work;

import org.jspecify.annotations.NullMarked;
