/**
 * What all pages are made of: markup, the frame around a page, styles and scripts, and how times,
 * numbers and long texts are written.
 */
@NullMarked
package io.agentservice.server.web.pages.html;

import org.jspecify.annotations.NullMarked;
