package io.agentservice.client.fleet;

import io.agentservice.client.http.ApiException;
import io.agentservice.wire.fleet.QueueEntry;

/** What came of a claim or a renewal (fleet.md 3). */
public sealed interface ClaimAnswer {

  /** The entry is ours until its deadline; it carries the connect token. */
  record Claimed(QueueEntry entry) implements ClaimAnswer {}

  /** It is not: another worker was first, the session ended, or there is no such entry. */
  record Refused(ApiException problem) implements ClaimAnswer {}
}
