@NullMarked
package io.agentservice.server.engine.pullrequests;

import org.jspecify.annotations.NullMarked;
