/**
 * Lists and their pages (completions.md 5): a feature offers a {@link
 * io.agentservice.server.base.http.lists.Listing}, and {@link
 * io.agentservice.server.base.http.lists.Lists} reads the paging parameters, asks for the {@link
 * io.agentservice.server.base.http.lists.Window} and signs the cursors. Uses {@code requests}.
 */
@NullMarked
package io.agentservice.server.base.http.lists;

import org.jspecify.annotations.NullMarked;
