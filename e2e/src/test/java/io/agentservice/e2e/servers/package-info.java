/**
 * Three servers on one database, behind a balancer, with a network between each of them and the
 * database that can be cut, slowed and silenced: what an operator has, and what happens to him.
 */
@NullMarked
package io.agentservice.e2e.servers;

import org.jspecify.annotations.NullMarked;
