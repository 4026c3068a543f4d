package io.agentservice.remote.gateway;

import io.agentservice.remote.base.ExitCode;
import java.util.Optional;

/** What the gateway says by closing or refusing a connection (fleet.md 6). */
final class CloseCodes {
  private CloseCodes() {}

  static End meaning(int closeCode) {
    return switch (closeCode) {
      case 4000 -> new End.Stop(ExitCode.OK, "the session is suspended or over");
      case 4401 -> new End.Stop(ExitCode.TOKEN, "the connect token is not valid");
      case 4403 -> new End.Stop(ExitCode.CLAIM, "the claim was released or taken over");
      case 4409 -> new End.Stop(ExitCode.REPLACED, "another remote took the connection");
      default -> new End.Lost("closed with " + closeCode);
    };
  }

  /** {@code closeCode}: what a connection would have got, where the refusal names it. */
  static End meaningOfRefusal(int httpStatus, Optional<String> closeCode) {
    return closeCode
        .filter(code -> code.matches("4\\d{3}"))
        .map(code -> meaning(Integer.parseInt(code)))
        .orElseGet(() -> meaningOfRefusal(httpStatus));
  }

  /** 502 to 504 come from a server that can't serve now, or from a balancer that finds none. */
  private static End meaningOfRefusal(int httpStatus) {
    return switch (httpStatus) {
      case 401 -> new End.Stop(ExitCode.TOKEN, "the connect token is not valid");
      case 403 ->
          new End.Stop(
              ExitCode.CLAIM,
              "the connect token is for another session, or the account's IP access list does not"
                  + " hold this machine's address");
      case 502, 503, 504 -> new End.Lost("the service can't serve now, status " + httpStatus, true);
      default -> new End.Lost("refused with status " + httpStatus);
    };
  }
}
