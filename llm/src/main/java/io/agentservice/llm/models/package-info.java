/**
 * The models that the operator has set up, by their names: {@link io.agentservice.llm.models.Llms}
 * is what other modules ask for one.
 */
@NullMarked
package io.agentservice.llm.models;

import org.jspecify.annotations.NullMarked;
