package io.agentservice.server.base.http.limits;

import io.agentservice.server.base.auth.Recent;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Whether an account lets its callers come from an address (auth.md 6). This machine's own programs
 * always may, so that a person at it can repair the list.
 */
public final class IpAccess {
  private final Function<AccountId, List<String>> stored;
  private final Recent<AccountId, List<AddressRange>> lists = new Recent<>();

  /** {@code stored}: the ranges of an account as they are kept; none: everybody may come. */
  public IpAccess(Function<AccountId, List<String>> stored) {
    this.stored = stored;
  }

  /**
   * Refuses who comes from elsewhere, or from nobody knows where.
   *
   * @param ip of the peer, or the one that a trusted proxy forwards; as {@link
   *     ClientAddresses#source} says
   * @throws io.agentservice.server.base.problems.ProblemException 403 {@code ip_not_allowed}
   */
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
