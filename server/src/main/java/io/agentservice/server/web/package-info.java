/**
 * What a browser sees: the pages and what is streamed to them. Uses every wing below; nothing uses
 * it.
 */
@NullMarked
package io.agentservice.server.web;

import org.jspecify.annotations.NullMarked;
