/**
 * Benchmarks of whole processes: each {@code *Bench} has a {@code main}, starts what a customer
 * would start, and prints its figures. How to rerun them, and what they gave, stands in {@code
 * bench/README.md}.
 */
@NullMarked
package io.agentservice.bench;

import org.jspecify.annotations.NullMarked;
