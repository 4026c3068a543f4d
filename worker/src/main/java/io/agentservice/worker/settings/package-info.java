/** What a worker is told, by flags and variables or by the program that it runs in. */
@NullMarked
package io.agentservice.worker.settings;

import org.jspecify.annotations.NullMarked;
