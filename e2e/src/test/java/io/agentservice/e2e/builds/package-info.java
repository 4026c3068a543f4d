/** Real projects, built and tested by the commands of real sessions, behind walls and without. */
@NullMarked
package io.agentservice.e2e.builds;

import org.jspecify.annotations.NullMarked;
