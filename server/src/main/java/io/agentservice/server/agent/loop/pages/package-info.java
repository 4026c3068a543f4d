/**
 * Pages of the web as text, for agents: fetched by the service, where its hosts and policy let it.
 */
@NullMarked
package io.agentservice.server.agent.loop.pages;

import org.jspecify.annotations.NullMarked;
