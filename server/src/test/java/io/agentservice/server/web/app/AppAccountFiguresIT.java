package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who used how much, and what came of it, in a real browser. */
@Tag("long")
@Timeout(200)
class AppAccountFiguresIT {
  private static final String CONSUMPTION = "/account/consumption";
  private static final String FIGURE = "document.querySelector('.figures strong')?.innerText";
  private static final String BARS = "document.querySelectorAll('.bars rect').length";

  @Test
  void metricsAreShownBetweenTwoDaysAsFiguresBarsAndTables(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.create("Water the plants");
      var session = app.server.create("Mend the cart");
      app.server.sql(
          "UPDATE session SET service_user_id = NULL, user_id = (SELECT user_id FROM human) WHERE session_id = '"
              + session
              + "'");
      app.open("/account/metrics");
      app.untilShown("2 sessions");
      app.until(FIGURE + " === '1 person'");
      app.until(BARS + " === 30");
      assertThat(app.value("document.querySelector('.bars').ariaLabel"))
          .startsWith("Active people by day");
      assertThat(app.value("document.querySelector('.counts').innerText")).contains("the API");
      app.browser.value("document.querySelector('details summary').click()");
      app.until("document.querySelectorAll('details[open] tbody tr').length === 30");
      app.fits("account-metrics");

      app.choose("from", "document.getElementById('until').value");
      app.until(BARS + " === 1");
      app.choose("step", "'month'");
      app.until("document.querySelector('.bars').ariaLabel.startsWith('Active people by month')");
      app.choose("organization", "document.querySelector('#organization option:last-child').value");
      app.untilShown("2 sessions");
      app.allWentWell();
      app.choose("from", "'2020-01-01'");
      app.until("document.querySelector('.records .refusal') !== null");
      assertThat(app.violations("account-metrics-refused")).isEmpty();
    }
  }

  @Test
  void whatSomebodyAndASessionUsedIsShownFromTheirRecords(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Water the plants");
      app.server.sql(
          "SELECT book_acus(s, now(), 1.5) FROM session s WHERE session_id = '" + session + "'");
      app.open("/account/service-users");
      choose(app);
      app.click("What was used");
      app.until("location.pathname === '" + CONSUMPTION + "'");
      app.until(FIGURE + " === '1.50 ACUs'");
      app.untilShown("Sessions of admin");
      app.fits("account-consumption-of");

      app.open("/account/people");
      choose(app);
      app.click("What was used");
      app.until(FIGURE + " === '0 ACUs'");
      app.choose("whose", "'" + session + "'");
      app.until("location.search === '?session=" + session + "'");
      app.until(FIGURE + " === '1.50 ACUs'");
      app.click(session.toString());
      app.until("location.pathname === '" + AppInBrowser.page(session) + "'");
      app.browser.value("history.back()");
      app.until(FIGURE + " === '1.50 ACUs'");
      app.allWentWell();
      app.choose("whose", "'nobody'");
      app.until("document.querySelector('.records .refusal')?.innerText.includes('No such user')");
      assertThat(app.violations("account-consumption-nobody")).isEmpty();
      app.choose("whose", "''");
      app.until("location.search === ''");
      app.until(FIGURE + " === '1.50 ACUs'");
    }
  }

  @Test
  void aLimitOfACycleIsSetRefusedAndLifted(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(CONSUMPTION);
      app.untilShown("None is set here");
      app.set("cycle_acu_limit", "-1");
      app.click("Set the limit");
      app.until("document.querySelector('.field .bad') !== null");
      assertThat(app.violations("account-limit-wrong")).isEmpty();
      app.set("cycle_acu_limit", "many");
      app.click("Set the limit");
      app.untilShown("A number is needed");
      app.set("cycle_acu_limit", "50");
      app.click("Set the limit");
      app.until("document.querySelector('.api-keys li')?.innerText.includes('50 ACUs')");
      assertThat(limits(app)).isEqualTo(1);
      app.fits("account-limits");
      app.click("Lift");
      app.untilShown("None is set here");
      assertThat(limits(app)).isZero();

      app.signIn(Weaker.inAccount(app, "ViewAccountConsumption"));
      app.open(CONSUMPTION);
      app.until(FIGURE + " === '0 ACUs'");
      assertThat(app.value("document.querySelector('main').innerText"))
          .doesNotContain("Limits of a billing cycle");
    }
  }

  /** The first of a list. */
  private static void choose(AppInBrowser app) throws Exception {
    app.until("document.querySelector('.items a') !== null");
    app.browser.value("document.querySelector('.items a').click()");
  }

  private static int limits(AppInBrowser app) throws Exception {
    return app.server
        .api("GET", "/v3/enterprise/consumption/acu-limits/agent", null)
        .path("items")
        .size();
  }
}
