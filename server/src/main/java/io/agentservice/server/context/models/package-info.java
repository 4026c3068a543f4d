/**
 * Models that an organization has set up beside those of the server. They name the secret that is
 * their key and never hold it. How they are asked stands in {@code agent.driver.models}.
 */
@NullMarked
package io.agentservice.server.context.models;

import org.jspecify.annotations.NullMarked;
