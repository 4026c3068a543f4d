/** What calls cost, exact, by a table of list prices or the operator's own price. */
@NullMarked
package io.agentservice.llm.prices;

import org.jspecify.annotations.NullMarked;
