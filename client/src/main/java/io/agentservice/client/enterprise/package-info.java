/** What belongs to the whole account. */
@NullMarked
package io.agentservice.client.enterprise;

import org.jspecify.annotations.NullMarked;
