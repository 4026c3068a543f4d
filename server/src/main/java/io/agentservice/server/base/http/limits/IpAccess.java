package io.agentservice.server.base.http.limits;

import io.agentservice.server.base.auth.ShortLivedCache;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Whether an account admits an address (auth.md 6); always this machine's programs, to repair the
 * list.
 */
public final class IpAccess {
  private final Function<AccountId, List<String>> stored;
  private final ShortLivedCache<AccountId, List<AddressRange>> lists = new ShortLivedCache<>();

  /** {@code stored}: an account's ranges; none admits everybody. */
  public IpAccess(Function<AccountId, List<String>> stored) {
    this.stored = stored;
  }

  /** Throws a 403 {@code ip_not_allowed}; {@code ip} as by {@link ClientAddresses#source}. */
  public void check(AccountId account, String ip) {
    if (!allows(account, ip)) {
      throw (ip.equals(ClientAddresses.HIDDEN)
              ? Problem.other(
                  403,
                  "ip_not_allowed",
                  "The account has an access list, and your address is hidden by a proxy on the server's machine",
                  "The operator names the proxy by AGENT_TRUSTED_PROXIES")
              : Problem.forbidden(
                  "ip_not_allowed", "The account's access list does not hold your address " + ip))
          .exception();
    }
  }

  /**
   * Whether a caller of the account may come from there; what a stream is asked again and again.
   */
  public boolean allows(AccountId account, String ip) {
    var allowed = lists.get(account, () -> read(account));
    if (allowed.isEmpty()) {
      return true;
    }
    var address = AddressRange.address(ip);
    return address != null
        && (address.isLoopbackAddress()
            || allowed.stream().anyMatch(range -> range.contains(address)));
  }

  private List<AddressRange> read(AccountId account) {
    return stored.apply(account).stream()
        .map(AddressRange::parse)
        .map(Objects::requireNonNull)
        .toList();
  }

  /** What was read a moment ago. */
  public void forget() {
    lists.forget();
  }
}
