package io.agentservice.server.identity.keys;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which organizations may get legacy keys (interface.md 9); null for all. */
public record LegacyKeyRule(@Nullable Instant before) {

  /** 422 on {@code org_id} for an organization that gets none, or that is not there. */
  void check(Tx tx, AccountId account, OrgId org) {
    var created =
        tx.on(LegacyKeySql.class)
            .organizationCreated(account, org)
            .orElseThrow(() -> refusal("unknown_reference", "No such organization"));
    if (before != null && !created.isBefore(before)) {
      throw refusal(
          "not_allowed",
          "Organizations made since %s get no legacy keys: make a key of a service user or a personal token"
              .formatted(LocalDate.ofInstant(before, ZoneOffset.UTC)));
    }
  }

  private static RuntimeException refusal(String type, String msg) {
    return Problem.invalid(new Failure(List.of("body", "org_id"), msg, type)).exception();
  }
}
