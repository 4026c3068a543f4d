/**
 * The documentation as a site: pages made of the Markdown that lies in the source tree, with a
 * search. The server shows it at {@code /docs/guide}; {@link
 * io.agentservice.server.web.guide.SiteWriter} writes the same files into a directory. Addresses in
 * it are relative, so it works wherever it lies, and nothing in it asks another host.
 */
@NullMarked
package io.agentservice.server.web.guide;

import org.jspecify.annotations.NullMarked;
