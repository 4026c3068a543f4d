package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.ids.AccountId;

/**
 * Where a remote is, and whose session it serves: what the account's access list is asked about.
 *
 * @param ip of the peer, or the one that a trusted proxy forwards; as the access list takes it
 */
record Origin(AccountId account, String ip) {}
