package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.audit.AuditCheck;
import io.agentservice.server.base.audit.AuditCheck.Verdict;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.Await;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Whether the audit log is whole, found out by a real browser. */
@Tag("long")
@Timeout(200)
class AppAccountAuditIT {
  private static final String PAGE = "/account/audit";
  private static final String HEAD =
      "document.querySelector('section [role=status] code').innerText";

  @Test
  void theLogIsFoundWholeAndExportedAsTheCommandChecksIt(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      for (String name :
          new String[] {"\u00fc \ud83d\ude00", "\"x\" \\ </b>", "devin-" + "a".repeat(32)}) {
        organization(app, name);
      }
      sealed(app);
      app.open(PAGE);
      app.click("Verify");
      app.untilShown("chain ok.");
      String head = app.value(HEAD);
      app.fits("account-audit-whole");

      app.browser.value(
          "{ const make = URL.createObjectURL; URL.createObjectURL = blob => { window.saved = blob; return make(blob); }; 0 }");
      app.click("Export");
      app.until("window.saved !== undefined");
      var check = new AuditCheck(null);
      app.browser
          .awaited("window.saved.text()")
          .asString()
          .lines()
          .forEach(line -> check.take((ObjectNode) Json.MAPPER.readTree(line)));
      var whole = (Verdict.Whole) check.finish();
      assertThat(whole.head()).hasToString(head);
      assertThat(whole.unsealed()).isZero();
      app.allWentWell();
    }
  }

  @Test
  void theFirstRecordThatWasChangedOrRemovedIsNamed(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      for (int i = 0; i < 3; i++) {
        organization(app, "acme " + i);
      }
      sealed(app);
      app.open(PAGE);
      tamper(app, "UPDATE audit_log SET action = 'delete_org' WHERE audit_log_id = (%s)");
      app.click("Verify");
      app.untilShown("The first record that was changed has the place 2:");
      assertThat(app.violations("account-audit-broken")).isEmpty();
      tamper(app, "DELETE FROM audit_log WHERE audit_log_id = (%s)");
      app.click("Verify");
      app.untilShown("The first record that was removed has the place 2:");
      app.allWentWell();
    }
  }

  /** Writes past the triggers that keep the log, at the second place of its chain. */
  private static void tamper(AppInBrowser app, String statement) throws Exception {
    String second = "SELECT audit_log_id FROM audit_seal WHERE position = 2";
    app.server.sql("SET session_replication_role = replica; " + statement.formatted(second));
  }

  private static void organization(AppInBrowser app, String name) throws Exception {
    app.server.api(
        "POST",
        "/v3/enterprise/organizations",
        Json.MAPPER.writeValueAsString(Map.of("name", name)));
  }

  private static void sealed(AppInBrowser app) {
    Await.until(() -> {
      try {
        return "0".equals(app.server.value("SELECT count(*) FROM audit_unsealed"));
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
  }
}
