package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.ids.AccountId;

/** A remote's address as the access list takes it, and its session's account. */
record Origin(AccountId account, String ip) {}
