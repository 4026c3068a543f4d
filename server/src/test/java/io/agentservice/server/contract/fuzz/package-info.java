/**
 * Requests by dice: every operation of the specification that the server publishes, with what its
 * schemas ask for and with what nobody should send.
 */
package io.agentservice.server.contract.fuzz;
