/** The models that the operator has set up, by name. */
@NullMarked
package io.agentservice.llm.models;

import org.jspecify.annotations.NullMarked;
