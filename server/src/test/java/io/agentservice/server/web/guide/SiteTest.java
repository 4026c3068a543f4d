package io.agentservice.server.web.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SiteTest {
  private static final Path TREE = Path.of("..");

  private final Map<String, Site.File> files = Site.files();

  private Map<String, org.jsoup.nodes.Document> pages() {
    var pages = new TreeMap<String, org.jsoup.nodes.Document>();
    files.forEach((name, file) -> {
      if (name.endsWith(".html")) {
        pages.put(name, Jsoup.parse(file.text()));
      }
    });
    return pages;
  }

  @Test
  void everyDocumentIsAPage() throws IOException {
    try (var found = Files.walk(TREE.resolve("docs"))) {
      var documents =
          found
              .filter(file -> file.toString().endsWith(".md"))
              .map(file -> TREE.relativize(file).toString())
              .toList();
      assertThat(documents).hasSizeGreaterThan(100);
      assertThat(Site.documents().keySet())
          .containsAll(documents)
          .contains("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "deploy/compose/README.md");
    }
  }

  @Test
  void everyLinkLeadsToSomethingThatIsThere() {
    var pages = pages();
    var astray = new ArrayList<String>();
    pages.forEach((name, page) -> {
      for (var link : page.select("a[href]")) {
        var to = link.attr("href");
        if (to.contains("://")) {
          continue;
        }
        var parts = to.split("#", 2);
        var target = parts[0].isEmpty() ? page : pages.get(parts[0]);
        boolean there =
            target != null && (parts.length == 1 || target.getElementById(parts[1]) != null);
        if (!there) {
          astray.add(name + ": " + to);
        }
      }
    });
    assertThat(astray).isEmpty();
  }

  @Test
  void noPageAsksAnotherHostOrHoldsAScript() {
    pages()
        .forEach((name, page) -> {
          assertThat(page.select("[src], link[href]").eachAttr("src"))
              .as(name)
              .containsOnly("guide.js");
          assertThat(page.select("link[href]").eachAttr("href")).containsExactly("guide.css");
          assertThat(page.select("script:not([src]), style, [style]")).as(name).isEmpty();
          assertThat(page.select("*").stream().flatMap(e -> e.attributes().asList().stream()))
              .as(name)
              .noneMatch(attribute -> attribute.getKey().startsWith("on"));
          assertThat(files.get(name).text()).doesNotContain("<!--");
        });
  }

  @Test
  void aPageHasTheContentsAndShowsWhereItStands() {
    var page = pages().get("operations.html");
    assertThat(page.title()).isEqualTo("Operations - agent service");
    assertThat(page.select("nav h2").eachText()).contains("Set up and run");
    assertThat(page.select("nav a[aria-current=page]").eachText()).containsExactly("Operations");
    assertThat(page.select("nav a").size()).isGreaterThan(25);
    assertThat(page.select("main table td").size()).isGreaterThan(100);
    assertThat(page.select("th:empty")).isEmpty();
  }

  @Test
  void aPictureIsSaidInWords() {
    var page = pages().get("readme.html");
    assertThat(page.select("img")).isEmpty();
    assertThat(page.select("main").text()).contains("A session in the web app");
  }

  @Test
  void headingsOfOneNameAreToldApart() {
    pages()
        .forEach((name, page) -> {
          var ids = page.select("main [id]").eachAttr("id");
          assertThat(ids).as(name).doesNotHaveDuplicates();
        });
  }

  @Test
  void theSearchKnowsTheSectionsOfAllPages() {
    var sections = Json.MAPPER.readTree(files.get("search.json").text());
    var astray = new ArrayList<String>();
    var pages = pages();
    for (JsonNode section : sections) {
      var page = pages.get(section.path("file").asString());
      var anchor = section.path("anchor").asString();
      if (!anchor.isEmpty() && page.getElementById(anchor) == null) {
        astray.add(section.path("file").asString() + "#" + anchor);
      }
    }
    assertThat(astray).isEmpty();
    assertThat(sections.valueStream())
        .anySatisfy(section -> {
          assertThat(section.path("file").asString()).isEqualTo("operations.html");
          assertThat(section.path("text").asString()).contains("AGENT_STALL_SECONDS");
        });
  }

  @Test
  void itIsWrittenBesideThoseOfOtherVersions(@TempDir Path directory) throws IOException {
    Files.createDirectory(directory.resolve("0.0.1"));
    SiteWriter.write(directory);
    SiteWriter.write(directory); // once more is no harm
    var links =
        Jsoup.parse(Files.readString(directory.resolve("index.html"))).select("a").eachAttr("href");
    assertThat(links).containsExactlyInAnyOrder("0.0.1/index.html", Site.VERSION + "/index.html");
    try (var written = Files.list(directory.resolve(Site.VERSION))) {
      assertThat(written.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(files.keySet());
    }
  }
}
