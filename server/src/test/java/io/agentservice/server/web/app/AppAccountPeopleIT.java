package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The people of the whole account, in a real browser. */
@Tag("long")
@Timeout(200)
class AppAccountPeopleIT {
  private static final String PAGE = "/account/people";
  private static final String USERS = "users";
  private static final String ROWS = "document.querySelectorAll('.items li').length";
  private static final String REFUSAL = "document.querySelector('.editor .refusal')";

  @Test
  void severalAreInvitedAtOnceGivenAnotherRoleAndRemoved(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(PAGE);
      app.until("document.querySelector('.items a')?.innerText === 'admin'");
      app.click("Invite people");
      app.until("document.activeElement.id === 'emails'");
      assertThat(app.violations("account-invite")).isEmpty();
      app.set("emails", "Ada L. <ada@example.org>, ben@example.org\nADA@example.org");
      app.click("Invite");
      app.until("location.search.startsWith('?item=user-')");
      app.untilShown("Invited; has not signed in yet.");
      app.until(ROWS + " === 3");
      assertThat(Members.all(app, USERS).size()).isEqualTo(3);
      String ada = app.value("new URLSearchParams(location.search).get('item')");
      assertThat(app.value("document.querySelector('.editor h2').innerText"))
          .isEqualTo("ada@example.org");

      app.choose("role_id", "'account_admin'");
      app.click("Save");
      app.until(
          "document.querySelector('.items [aria-current]').closest('li').innerText.includes('Admin')");
      assertThat(Members.role(app, USERS, ada)).isEqualTo("account_admin");
      app.choose("shown", "'invited'");
      app.until(ROWS + " === 2");
      app.fits("account-people");

      app.click("Remove\u2026");
      app.untilShown(
          "The person leaves the account and loses all roles: Admin in the whole account.");
      assertThat(app.violations("account-remove")).isEmpty();
      app.confirm("remove");
      app.until("document.querySelector('.editor') === null && " + ROWS + " === 1");
      assertThat(Members.all(app, USERS).size()).isEqualTo(2);
      app.allWentWell();
    }
  }

  @Test
  void whatIsNoAddressAndARoleThatExceedsTheCallersIsSaid(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.signIn(Weaker.inAccount(app, "ManageAccountMembership", "ViewAccountMembership"));
      app.open(PAGE + "?item=new");
      app.until("document.activeElement.id === 'emails'");
      app.set("emails", "ada@example.org, no-address");
      app.click("Invite");
      app.until(
          "document.querySelector('.field .bad')?.innerText === 'No address of mail: no-address'");
      assertThat(app.violations("account-invite-wrong")).isEmpty();
      app.set("emails", "ada@example.org");
      app.until("document.querySelector('#enterprise_role_id [value=account_admin]') !== null");
      app.choose("enterprise_role_id", "'account_admin'");
      app.click("Invite");
      app.until(REFUSAL + "?.innerText.includes('permissions that you do not hold yourself')");
      assertThat(app.violations("account-invite-exceeds")).isEmpty();
      assertThat(Members.all(app, USERS).size()).isEqualTo(1);
    }
  }

  @Test
  void whoWasRemovedMeanwhileIsSaidToBeGone(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String ada = Members.invite(app, "ada@example.org");
      app.open(PAGE + "?item=" + ada);
      app.until("document.getElementById('role_id')?.value === 'account_member'");
      app.server.api("DELETE", "/v3/enterprise/members/users/" + ada, null);
      app.choose("role_id", "'account_admin'");
      app.click("Save");
      app.until(REFUSAL + "?.innerText.includes('No such user')");
      app.open(PAGE + "?item=" + ada);
      app.untilShown("No such person, or you may not see it.");
      assertThat(app.violations("account-person-gone")).isEmpty();
    }
  }

  @Test
  void whoMayOnlyLookIsOfferedNoFormAndToldWhatItNeeds(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.signIn(Weaker.inAccount(app, "ViewAccountMembership"));
      app.open("/account");
      app.click("admin");
      app.untilShown("Changing it needs ManageAccountMembership.");
      app.until("document.getElementById('role_id').matches(':disabled')");
      assertThat(app.value("document.querySelector('main').innerText"))
          .doesNotContain("Invite", "Remove", "Save", "What was used");
      assertThat(app.violations("account-people-look")).isEmpty();
      app.open(PAGE + "?item=new");
      app.untilShown("This needs ManageAccountMembership.");
      app.signIn(Weaker.inAccount(app, "ManageOrganizations"));
      app.open(PAGE);
      app.untilShown("This needs ViewAccountMembership.");
      assertThat(app.violations("account-people-not-permitted")).isEmpty();
    }
  }

  @Test
  void whoIsThereByAGroupIsShownWithItAndOnlyRemoved(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.sql(
          "INSERT INTO human (user_id, account_id, name, email) SELECT 'idp|a&b=c#d+e/f%41', account_id, 'Ada', 'ada@example.org' FROM account");
      Members.register(app, "writers");
      Members.give(app, "writers", null, "account_member");
      Members.give(app, "writers", app.server.org(), "org_member");
      Members.join(app, "writers", "idp|a&b=c#d+e/f%41");
      app.open(PAGE);
      app.until(ROWS + " === 2");
      app.choose("shown", "'groups'");
      app.until(ROWS + " === 1");
      app.click("Ada");
      app.untilShown("Member in the whole account by the group writers of the identity provider.");
      app.untilShown("Member in Default by the group writers");
      app.untilShown("No role in the whole account was given");
      assertThat(app.violations("account-person-by-group")).isEmpty();
      app.click("Remove\u2026");
      app.untilShown("loses all roles: Member by writers in the whole account, those in Default.");
      app.confirm("remove");
      app.until("document.querySelector('.editor') === null");
      assertThat(app.server.value("SELECT count(*) FROM human WHERE deleted_at IS NULL"))
          .isEqualTo("1");
      app.allWentWell();
    }
  }

  @Test
  void itIsReachedAndUsedByTheKeyboardAlone(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/");
      app.untilShown("No sessions here yet.");
      app.browser.press("g");
      app.browser.press("a");
      app.until("location.pathname === '/account/organizations'");
      app.until("document.querySelector('.items a') !== null");
      app.browser.press("2");
      app.until("location.pathname === '" + PAGE + "'");
      app.until("document.querySelector('.items a')?.innerText === 'admin'");
      app.browser.press("c");
      app.until("document.activeElement.id === 'emails'");
      app.browser.type("ada@example.org");
      app.browser.press("s", "Control");
      app.until("location.search.startsWith('?item=user-')");
      assertThat(Members.all(app, USERS).size()).isEqualTo(2);
      app.allWentWell();
    }
  }

  @Test
  void namesOfStrangersDoNothingButStandThere(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String ada = Members.invite(app, "ada@example.org");
      app.server.sql(
          "UPDATE human SET name = '<img src=https://evil.example/a.png onerror=hacked=1> \u202ereversed "
              + "x".repeat(150)
              + "' WHERE user_id = '"
              + ada
              + "'");
      app.open(PAGE + "?item=" + ada);
      app.until("document.getElementById('role_id') !== null");
      for (int width : new int[] {1000, 390}) {
        app.browser.width(width);
        app.until(AppInBrowser.FITS);
      }
      app.click("Remove\u2026");
      app.until("document.querySelector('dialog[open] input') !== null");
      assertThat(app.value("document.body.innerText")).doesNotContain("\u202e");
      assertThat(app.value("String(document.querySelectorAll('main img').length)")).isEqualTo("0");
      assertThat(app.value("typeof hacked")).isEqualTo("undefined");
      app.allWentWell();
    }
  }

  @Test
  void whatCannotBeReadOfTheProgramIsSaidAndReadAgain(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/");
      app.untilShown("No sessions here yet.");
      app.offline(true);
      app.click("Account");
      app.untilShown("This part of the page could not be read");
      assertThat(app.violations("account-unread")).isEmpty();
      app.offline(false);
      app.click("Retry");
      app.until("document.querySelector('.items a') !== null");
    }
  }
}
