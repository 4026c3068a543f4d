/** Reads single settings from variables, with what the reference says of them. */
@NullMarked
package io.agentservice.server.base.settings.reading;

import org.jspecify.annotations.NullMarked;
