/** Benchmarks of whole processes, a {@code main} for each; see {@code bench/README.md}. */
@NullMarked
package io.agentservice.bench;

import org.jspecify.annotations.NullMarked;
