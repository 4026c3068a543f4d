/**
 * What people ask of a session's machine (design/web.md 7.3): asked where its remote is connected,
 * of another server by way of the database. What can be asked, and how, is of the packages that
 * show it.
 */
@NullMarked
package io.agentservice.server.agent.desk;

import org.jspecify.annotations.NullMarked;
