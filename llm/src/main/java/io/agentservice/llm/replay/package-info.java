/** The recorded model and the form of its recordings. */
@NullMarked
package io.agentservice.llm.replay;

import org.jspecify.annotations.NullMarked;
