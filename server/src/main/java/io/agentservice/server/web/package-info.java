/** Pages, and what is streamed to them. Nothing uses it. */
@NullMarked
package io.agentservice.server.web;

import org.jspecify.annotations.NullMarked;
