package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.LogsErrors;
import io.agentservice.server.web.pages.Browser;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Knowledge, playbooks and secrets in a real browser. */
@Tag("long")
@Timeout(200)
@LogsErrors("request failed")
class AppShelfIT {
  @Test
  void aNoteIsWrittenFoundMovedAndDeleted(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/");
      app.click("Knowledge");
      app.untilShown("There is no note yet.");
      app.click("Write the first one");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "Run the tests");
      app.set("trigger", "before a push");
      app.set("body", "Run **make test**.");
      app.browser.value("document.getElementById('body').focus()");
      app.browser.press("s", "Control");
      app.until("location.search.startsWith('?item=note-')");
      assertThat(notes(app).at("/0/trigger").asString()).isEqualTo("before a push");
      app.click("Preview");
      app.until("document.querySelector('.preview strong')?.innerText === 'make test'");

      app.click("Folders\u2026");
      app.until("document.getElementById('folder-name') !== null");
      app.set("folder-name", "Java");
      app.click("Create the folder");
      app.until("document.querySelector('.folders li') !== null");
      assertThat(app.violations("folders")).isEmpty();
      app.browser.press("Escape");
      app.choose("folder_id", "document.querySelector('#folder_id option:last-child').value");
      app.click("Save");
      app.until("document.querySelector('.items .facts').innerText.includes('/Java')");

      add(app, "/knowledge/notes", Map.of("name", "Style", "body", "b", "trigger", "t"));
      app.open("/o/" + app.server.org() + "/knowledge");
      app.until("document.querySelectorAll('.items li').length === 2");
      app.set("search", "push");
      app.until("document.querySelectorAll('.items li').length === 1");
      app.click("Run the tests");
      app.until("document.getElementById('name')?.value === 'Run the tests'");
      assertThat(app.violations("knowledge")).isEmpty();
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("knowledge-narrow")).isEmpty();
      app.browser.width(1000);
      delete(app);
      app.untilShown("No note matches.");
      assertThat(notes(app).size()).isEqualTo(1);
      app.allWentWell();
    }
  }

  @Test
  void whoLeavesWhatIsNotSavedIsAsked(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      add(app, "/knowledge/notes", Map.of("name", "One", "body", "b", "trigger", "t"));
      add(app, "/knowledge/notes", Map.of("name", "Two", "body", "b", "trigger", "t"));
      app.open("/o/" + app.server.org() + "/knowledge");
      app.click("One");
      app.until("document.getElementById('name')?.value === 'One'");
      app.set("name", "Other");
      app.click("Two");
      app.untilShown("Leave without saving?");
      assertThat(app.violations("leaving")).isEmpty();
      stay(app);
      assertThat(app.value("document.getElementById('name').value")).isEqualTo("Other");

      app.browser.value("history.back()");
      app.untilShown("Leave without saving?");
      stay(app);
      app.until("location.search.startsWith('?item=')");
      assertThat(app.value("document.getElementById('name').value")).isEqualTo("Other");
      app.browser.value("document.activeElement.blur()");
      app.browser.press("g");
      app.browser.press("s");
      app.untilShown("Leave without saving?");
      stay(app);

      app.browser.value("history.back()");
      app.untilShown("Leave without saving?");
      app.click("Leave without saving");
      app.until("location.search === ''");
      app.click("One");
      app.until("document.getElementById('name')?.value === 'One'");
      app.click("Two");
      app.until("document.getElementById('name')?.value === 'Two'");
      app.allWentWell();
    }
  }

  private static void stay(AppInBrowser app) throws Exception {
    app.click("Stay");
    app.until("document.querySelector('dialog[open]') === null");
  }

  @Test
  void whatIsOfTheEnterpriseIsReadOnlyAndWhatIsGoneIsSaid(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var note =
          app.server.api(
              "POST",
              "/v3/enterprise/knowledge/notes",
              "{\"name\":\"For all\",\"body\":\"b\",\"trigger\":\"t\"}");
      String list = "/o/" + app.server.org() + "/knowledge";
      app.open(list + "?item=" + note.path("note_id").asString());
      app.untilShown("Of the whole enterprise: it can only be read here.");
      app.until("document.getElementById('name').matches(':disabled')");
      app.until("document.querySelector('.editor button[type=submit]') === null");
      assertThat(app.violations("enterprise")).isEmpty();
      app.open(list + "?item=note-" + "0".repeat(32));
      app.untilShown("No such note, or you may not see it.");
      assertThat(app.violations("note-gone")).isEmpty();
    }
  }

  @Test
  void aListThatCouldNotBeReadIsReadAgain(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      add(app, "/knowledge/notes", Map.of("name", "One", "body", "b", "trigger", "t"));
      app.open("/me");
      app.server.sql("ALTER TABLE note RENAME TO note_elsewhere");
      app.click("Knowledge");
      app.until("document.querySelector('.listing .refusal') !== null");
      assertThat(app.violations("knowledge-refused")).isEmpty();
      app.server.sql("ALTER TABLE note_elsewhere RENAME TO note");
      app.click("Retry");
      app.until("document.querySelector('.items a')?.innerText === 'One'");
      app.until("document.querySelector('.listing .refusal') === null");
    }
  }

  @Test
  void textsOfStrangersDoNothingButStandThere(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String hostile =
          "<img src=https://evil.example/a.png onerror=hacked=1> \u202ereversed " + "x".repeat(150);
      add(
          app,
          "/knowledge/notes",
          Map.of(
              "name", hostile, "body", "![c](https://evil.example/b) " + hostile, "trigger", "t"));
      app.open("/o/" + app.server.org() + "/knowledge");
      app.until("document.querySelector('.items a') !== null");
      app.browser.value("document.querySelector('.items a').click()");
      app.click("Preview");
      app.untilShown("image: c");
      for (int width : new int[] {1000, 390}) {
        app.browser.width(width);
        app.until("document.documentElement.scrollWidth <= window.innerWidth");
      }
      assertThat(app.value("document.body.innerText")).doesNotContain("\u202e");
      assertThat(app.value("String(document.querySelectorAll('main img').length)")).isEqualTo("0");
      assertThat(app.value("typeof hacked")).isEqualTo("undefined");
      app.allWentWell();
    }
  }

  @Test
  void aPlaybookIsWrittenAndStarted(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/o/" + app.server.org() + "/playbooks");
      app.untilShown("There is no playbook yet.");
      app.browser.press("c");
      app.until("document.activeElement.id === 'title'");
      app.set("title", "Mend the build");
      app.set("body", "Read the log first.");
      app.set("macro", "no exclamation mark");
      app.set("structured_output_schema", "{nonsense");
      app.click("Create");
      app.untilShown("This is no JSON");
      app.set("structured_output_schema", "{\"type\": \"object\"}");
      app.click("Create");
      app.until("[...document.querySelectorAll('.field .bad')].length === 1");
      assertThat(app.violations("playbook-wrong")).isEmpty();
      app.set("macro", "!mend");
      app.click("Create");
      app.until("location.search.startsWith('?item=playbook-')");
      app.until("document.querySelector('.items code').innerText === '!mend'");
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      app.browser.width(1000);
      app.click("Start with it");
      app.until("document.getElementById('playbook')?.value.startsWith('playbook-')");
    }
  }

  @Test
  void aSecretIsKeptReplacedAndNeverShown(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/o/" + app.server.org() + "/secrets?item=new");
      app.until("document.activeElement.id === 'key'");
      app.set("key", "NPM_TOKEN");
      app.set("value", "first-value");
      app.click("Create");
      app.until("location.search.startsWith('?item=secret-')");
      app.until("document.getElementById('value').value === ''");
      assertThat(app.value("document.documentElement.outerHTML")).doesNotContain("first-value");
      String before = app.value("location.search");
      app.set("note", "for the registry");
      app.click("Save");
      app.untilShown("Its value is shown to nobody");
      assertThat(secrets(app).at("/0/note").isNull()).isTrue();
      assertThat(app.violations("secret")).isEmpty();
      app.set("value", "second-value");
      app.click("Save");
      app.until("location.search !== " + Browser.quoted(before));
      assertThat(secrets(app).size()).isEqualTo(1);
      assertThat(secrets(app).at("/0/note").asString()).isEqualTo("for the registry");
      delete(app);
      app.untilShown("There is no secret yet.");
      assertThat(secrets(app).size()).isZero();
      assertThat(app.value("JSON.stringify({...localStorage, ...sessionStorage})"))
          .doesNotContain("-value");
    }
  }

  @Test
  void aPastedEnvMakesManySecretsAndWhatWasRefusedStays(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      add(app, "/secrets", Map.of("key", "TAKEN", "value", "v"));
      app.open("/o/" + app.server.org() + "/secrets?item=new");
      app.until("document.activeElement.id === 'key'");
      app.browser.value(
          """
          { const data = new DataTransfer(); data.setData('text/plain', 'A=one\\nTAKEN="two"\\nexport B=three');
            document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); 0 }\
          """);
      app.untilShown("Secrets from a .env");
      app.untilShown("Create 3 secrets");
      assertThat(app.value("document.querySelector('.names').innerText")).doesNotContain("three");
      assertThat(app.violations("env")).isEmpty();
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      app.browser.width(1000);
      app.click("Create 3 secrets");
      app.untilShown("Create 1 secret");
      app.until("document.querySelector('.names .bad') !== null");
      assertThat(app.value("document.querySelector('.names').innerText")).startsWith("TAKEN");
      assertThat(secrets(app).valueStream().map(each -> each.path("key").asString()))
          .containsExactlyInAnyOrder("A", "B", "TAKEN");
    }
  }

  @Test
  void aScheduleIsWrittenSwitchedOffAndDeleted(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/o/" + app.server.org() + "/schedules");
      app.untilShown("There is no schedule yet.");
      app.click("New schedule");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "Nightly");
      app.set("prompt", "Upgrade what is old.");
      app.set("cron_schedule", "0 2 * *");
      app.set("timezone", "Europe/Zurich");
      app.click("Create");
      app.until("document.querySelector('.field .bad') !== null");
      assertThat(app.violations("schedule-wrong")).isEmpty();
      app.set("cron_schedule", "0 2 * * 1-5");
      app.until("document.querySelectorAll('.times li').length === 5");
      assertThat(app.violations("schedule-times")).isEmpty();
      app.click("Create");
      app.until("location.search.startsWith('?item=sched-')");
      app.until("document.querySelector('.items .facts').innerText.includes('next')");
      app.click("Run now");
      app.until("document.querySelector('.runs a[href^=\"/sessions/\"]') !== null");
      assertThat(app.violations("schedule-run")).isEmpty();
      app.click("Switch off");
      app.until("document.querySelector('.items .badge').innerText === 'off'");
      app.untilShown("Next: never.");
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("schedule-narrow")).isEmpty();
      app.browser.width(1000);
      app.click("Switch on");
      app.until("document.querySelector('.items .badge').innerText === 'on'");

      app.choose("schedule_type", "'one_time'");
      app.until("document.getElementById('scheduled_at') !== null");
      app.set("scheduled_at", "2099-01-31T10:00");
      app.click("Save");
      app.until("document.querySelector('.items code').innerText === 'once'");
      var kept = items(app, "/schedules").get(0);
      assertThat(kept.path("scheduled_at").asString()).startsWith("2099-01-31T");
      assertThat(kept.path("cron_schedule").isNull()).isTrue();
      delete(app);
      assertThat(items(app, "/schedules").size()).isZero();
    }
  }

  @Test
  void whoMayNotIsOfferedNothingAndToldWhatIsNeeded(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.signIn(Weaker.inOrganization(app, "ViewOrgSessions"));
      app.open("/o/" + app.server.org() + "/secrets");
      app.untilShown("This needs ManageOrgSecrets.");
      var entries = app.value("document.querySelector('.top nav').innerText");
      assertThat(entries).contains("Sessions").doesNotContain("Secrets");
      assertThat(app.violations("secrets-not-permitted")).isEmpty();
    }
  }

  private static void delete(AppInBrowser app) throws Exception {
    app.click("Delete\u2026");
    app.confirm("delete");
    app.until("document.querySelector('.editor') === null");
  }

  private static JsonNode notes(AppInBrowser app) throws Exception {
    return items(app, "/knowledge/notes");
  }

  private static JsonNode secrets(AppInBrowser app) throws Exception {
    return items(app, "/secrets");
  }

  private static JsonNode items(AppInBrowser app, String path) throws Exception {
    String address = "/v3/organizations/" + app.server.org() + path;
    return app.server.api("GET", address, null).path("items");
  }

  private static void add(AppInBrowser app, String path, Map<String, String> body)
      throws Exception {
    String address = "/v3/organizations/" + app.server.org() + path;
    app.server.api("POST", address, Json.MAPPER.writeValueAsString(body));
  }
}
