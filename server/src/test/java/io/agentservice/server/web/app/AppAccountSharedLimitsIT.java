package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Groups of organizations that share a limit, in a real browser. */
@Tag("long")
@Timeout(200)
class AppAccountSharedLimitsIT {
  private static final String ALL = "/v3/enterprise/org-group-limits";

  private static JsonNode groups(AppInBrowser app) throws Exception {
    return app.server.api("GET", ALL, null).path("groups");
  }

  private static String organization(AppInBrowser app, String name) throws Exception {
    return app.server
        .api("POST", "/v3/enterprise/organizations", "{\"name\":\"%s\"}".formatted(name))
        .path("org_id")
        .asString();
  }

  @Test
  void aGroupIsMadeRenamedChangedAndDeletedAndOthersStay(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String blue = organization(app, "Blue");
      String green = organization(app, "Green");
      app.server.api(
          "PUT", ALL, "{\"groups\":{\"old\":{\"org_ids\":[\"%s\"]}}}".formatted(app.server.org()));
      app.open("/account/shared-limits");
      app.untilShown("no limit");
      app.click("New group");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "colours");
      app.set("organizations", "blue\n" + green);
      app.set("limit", "50");
      app.click("Create");
      app.until("location.search === '?item=group%20colours'");
      assertThat(groups(app).at("/colours/org_ids").toString())
          .isEqualTo("[\"%s\",\"%s\"]".formatted(blue, green));
      assertThat(app.value("document.getElementById('organizations').value"))
          .isEqualTo("Blue\nGreen");

      app.set("name", "paints");
      app.set("limit", "");
      app.set("organizations", "Blue");
      app.click("Save");
      app.until("location.search === '?item=group%20paints'");
      assertThat(List.copyOf(groups(app).propertyNames()))
          .containsExactlyInAnyOrder("old", "paints");
      assertThat(groups(app).at("/paints/max_cycle_acus").isNull()).isTrue();
      app.fits("account-shared-limits");

      app.click("Delete\u2026");
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(List.copyOf(groups(app).propertyNames())).containsExactly("old");
      app.allWentWell();
    }
  }

  @Test
  void whatIsWrongIsSaidAtItsField(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      organization(app, "Blue");
      app.server.api(
          "PUT", ALL, "{\"groups\":{\"old\":{\"org_ids\":[\"%s\"]}}}".formatted(app.server.org()));
      app.open("/account/shared-limits?item=new");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "old");
      app.click("Create");
      app.untilShown("There is a group of this name");
      app.set("name", "colours");
      app.set("organizations", "Blue\nPurple");
      app.click("Create");
      app.untilShown("There is no organization Purple");
      app.set("organizations", "Blue");
      app.set("limit", "-1");
      app.click("Create");
      app.untilShown("A whole number of ACUs is needed");
      app.set("limit", "");
      app.set("organizations", "Blue\n" + app.server.org());
      app.click("Create");
      app.until("document.querySelector('.editor .bad') !== null");
      assertThat(app.violations("account-shared-limits-wrong")).isEmpty();
      assertThat(List.copyOf(groups(app).propertyNames())).containsExactly("old");
    }
  }
}
