/**
 * The web app's delivery (ADR 0068): the shell that every address of the app answers, and the built
 * files.
 *
 * <p>The program itself is in the module {@code web}. Where it was not built its addresses lead to
 * the plain pages.
 */
@NullMarked
package io.agentservice.server.web.app;

import org.jspecify.annotations.NullMarked;
