/**
 * What a process of ours is set up with: its variables, and the files that these name. Knows no
 * other package.
 */
@NullMarked
package io.agentservice.wire.settings;

import org.jspecify.annotations.NullMarked;
