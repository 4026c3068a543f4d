/**
 * The pages for people: sign-in, the newest sessions, and a session's timeline while it happens.
 *
 * <p>Everything is rendered here, once: the stream of a page sends the same fragments that the page
 * is made of, each with the id of the element it replaces or adds, and the page's script does
 * nothing but put them in. So a page shows what is there without any script.
 *
 * <p>Invariants: text reaches a page through {@link io.agentservice.server.web.pages.Html} only,
 * which escapes it; templates are constants of the program; no page has inline script or style, and
 * its policy forbids both. May depend on sessions, events, the loop's log and the technical base.
 */
@NullMarked
package io.agentservice.server.web.pages;

import org.jspecify.annotations.NullMarked;
