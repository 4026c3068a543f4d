package io.agentservice.server.identity.openid;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.base.settings.OpenIdSettings;
import io.agentservice.server.identity.members.IdpGroups;
import io.agentservice.server.identity.signins.SignIns;
import java.net.URI;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Signing in with the identity provider. */
public final class OpenId {
  public static final String BACK = "/login/callback";

  private static final String METHOD = "oidc";
  private static final Pattern ERROR = Pattern.compile("[a-z_]{1,40}");

  private final Database database;
  private final SignIns signIns;
  private final Addresses addresses;
  private final OpenIdSettings settings;
  private final Provider provider;

  public OpenId(Database database, SignIns signIns, Addresses addresses, OpenIdSettings settings) {
    this.database = database;
    this.signIns = signIns;
    this.addresses = addresses;
    this.settings = settings;
    provider = new Provider(settings);
  }

  /** {@code address} is the provider's, {@code token} a secret for the browser. */
  public record Beginning(URI address, String token) {
    @Override
    public String toString() {
      return "Beginning[]";
    }
  }

  /** Begins one; 502 or 503 when the provider does not answer as it should. */
  public Beginning begin() {
    var ticket = SignInTicket.create();
    return new Beginning(provider.address(ticket, back()), ticket.token());
  }

  /**
   * What a browser comes back with.
   *
   * @param token null when the browser has none
   * @param state of the sign-in
   * @param code null with an error
   * @param issuer null when the provider does not tell
   */
  public record Return(
      @Nullable String token,
      @Nullable String state,
      @Nullable String code,
      @Nullable String error,
      @Nullable String issuer) {
    @Override
    public String toString() {
      return "Return[]";
    }
  }

  /**
   * Ends a sign-in, refreshes the human's groups and answers the web session's token. Throws 400
   * when it has lapsed or was begun elsewhere; 401 for an untrusted answer; 403; 502 or 503 from
   * the provider.
   */
  public String end(Return back, String ip, String source, String requestId) {
    var ticket = ticket(back);
    if (back.issuer() != null && !provider.isIssuer(back.issuer())) {
      throw Provider.untrusted("the answer names another issuer");
    }
    if (back.code() == null) {
      String error = back.error();
      boolean shown = error != null && ERROR.matcher(error).matches();
      throw Problem.other(
              403,
              "permission_denied",
              "The identity provider did not sign you in" + (shown ? ": " + error : ""),
              "Try again, or sign in with a key or a password")
          .exception();
    }
    // Asked first, so that a code, which is good once, is not spent while the database is away.
    var account = database.with(OpenIdSql.class, OpenIdSql::account);
    var tokens = provider.redeem(back.code(), ticket, back());
    try {
      var person = provider.person(tokens, ticket);
      signIns.checkSource(account, source);
      return open(account, person, new SignIns.Origin(METHOD, ip, requestId));
    } catch (ProblemException e) {
      int status = e.problem().status();
      if (status == 401 || status == 403) { // of a person, not of the provider's health
        signIns.refused(account, METHOD);
      }
      throw e;
    }
  }

  private static SignInTicket ticket(Return back) {
    if (back.token() == null || back.state() == null) {
      throw SignInTicket.lapsed();
    }
    var ticket = new SignInTicket(back.token());
    if (!ticket.began(back.state())) {
      throw SignInTicket.lapsed();
    }
    return ticket;
  }

  private String open(AccountId account, Person person, SignIns.Origin origin) {
    return database.inTransaction(tx -> {
      var human = HumanLookup.find(tx, account, person, settings.admission());
      var groups = IdpGroups.refresh(tx, account, human, person.groups());
      return signIns.open(tx, account, human, origin, Map.of("idp_group_names", groups));
    });
  }

  private URI back() {
    return URI.create(addresses.base() + BACK);
  }
}
