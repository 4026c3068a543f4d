/** What calls cost, by list prices or the operator's own price. */
@NullMarked
package io.agentservice.llm.prices;

import org.jspecify.annotations.NullMarked;
