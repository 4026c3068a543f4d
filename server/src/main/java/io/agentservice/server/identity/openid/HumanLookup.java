package io.agentservice.server.identity.openid;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.settings.OpenIdSettings.Admission;
import java.util.regex.Pattern;

/** Which human of the account somebody is. */
final class HumanLookup {
  /** An id that is none of ours and no path (completions.md 3). */
  private static final Pattern ID = Pattern.compile("(?!(service-)?user-)[!-~&&[^.]][!-~]{0,254}");

  private HumanLookup() {}

  /**
   * By subject, on the first sign-in by address, or a new human if all are let in; throws a 403.
   */
  static UserId find(Tx tx, AccountId account, Person person, Admission admission) {
    var sql = tx.on(OpenIdSql.class);
    sql.lockAll(account);
    var id =
        sql.known(account, person).orElseGet(() -> onFirstSignIn(sql, account, person, admission));
    sql.update(account, id, person);
    return id;
  }

  private static UserId onFirstSignIn(
      OpenIdSql sql, AccountId account, Person person, Admission admission) {
    if (person.email() == null) {
      throw refused(
          "The identity provider does not vouch for your address",
          "Verify your address of mail there, then sign in again");
    }
    var invited = sql.invited(account, person);
    if (invited.isPresent()) {
      if (Boolean.TRUE.equals(invited.get().knownThere())) {
        throw refused(
            "Your address belongs to another person of the identity provider",
            "Ask an administrator to remove that person and to invite you");
      }
      return invited.get().userId();
    }
    return switch (admission) {
      case INVITED ->
          throw refused("You are not invited", "Ask an administrator to invite your address");
      case ALL -> {
        boolean free =
            ID.matcher(person.subject()).matches() && !sql.isTaken(account, person.subject());
        var id = free ? new UserId(person.subject()) : Id.create(UserId.class);
        sql.insert(id, account);
        yield id;
      }
    };
  }

  private static RuntimeException refused(String detail, String hint) {
    return Problem.other(403, "permission_denied", detail, hint).exception();
  }
}
