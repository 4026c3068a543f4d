package io.agentservice.server.base.http;

import io.agentservice.server.base.auth.Recent;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Objects;

/**
 * Whether an account lets its callers come from an address (auth.md 6). This machine's own programs
 * always may, so that a person at it can repair the list.
 */
final class IpAccess {
  private final Database database;
  private final Recent<AccountId, List<AddressRange>> lists = new Recent<>();

  IpAccess(Database database) {
    this.database = database;
  }

  /**
   * Refuses who comes from elsewhere.
   *
   * @param ip of the peer, or the one that a trusted proxy forwards
   * @throws io.agentservice.server.base.problems.ProblemException 403 {@code ip_not_allowed}
   */
  void check(AccountId account, String ip) {
    var allowed = lists.get(account, () -> read(account));
    if (allowed.isEmpty()) {
      return;
    }
    var address = AddressRange.address(ip);
    boolean welcome =
        address != null
            && (address.isLoopbackAddress()
                || allowed.stream().anyMatch(range -> range.contains(address)));
    if (!welcome) {
      throw Problem.forbidden(
              "ip_not_allowed", "The account's access list does not hold your address " + ip)
          .exception();
    }
  }

  private List<AddressRange> read(AccountId account) {
    return database.with(GateSql.class, sql -> sql.ipRanges(account.value())).stream()
        .map(AddressRange::parse)
        .map(Objects::requireNonNull)
        .toList();
  }

  /** What was read a moment ago. */
  void forget() {
    lists.forget();
  }
}
