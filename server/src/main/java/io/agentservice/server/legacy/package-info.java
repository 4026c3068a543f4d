/** Earlier versions as translations to the features, without SQL and rules. Nothing uses it. */
@NullMarked
package io.agentservice.server.legacy;

import org.jspecify.annotations.NullMarked;
