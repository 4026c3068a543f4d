/** What sessions are asked by: a registered model of their organization, or one of the server's. */
@NullMarked
package io.agentservice.server.agent.driver.models;

import org.jspecify.annotations.NullMarked;
