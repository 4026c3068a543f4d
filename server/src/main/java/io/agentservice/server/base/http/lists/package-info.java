/**
 * Lists and their pages (completions.md 5): a feature offers a {@link
 * io.agentservice.server.base.http.lists.Listing}, {@link
 * io.agentservice.server.base.http.lists.Lists} reads parameters and signs cursors.
 */
@NullMarked
package io.agentservice.server.base.http.lists;

import org.jspecify.annotations.NullMarked;
