/**
 * The sign-in, the API's reference, and the plain pages: what is shown without the web app.
 *
 * <p>All is rendered here: streams send the fragments that pages are made of, so pages work without
 * scripts. Text reaches a page through {@link io.agentservice.server.web.pages.html.Html}, which
 * escapes it; no page has inline script or style.
 */
@NullMarked
package io.agentservice.server.web.pages;

import org.jspecify.annotations.NullMarked;
