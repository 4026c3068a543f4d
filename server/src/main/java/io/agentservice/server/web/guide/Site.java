package io.agentservice.server.web.guide;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.web.pages.html.Html;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;

/** All its files by their names: a page for each document that the first leads to, near or far. */
final class Site {
  /** The document that is the table of contents, too. */
  static final String FIRST = "docs/README.md";

  /** Of this build. */
  static final String VERSION =
      Objects.requireNonNullElse(Site.class.getPackage().getImplementationVersion(), "development");

  private static final String HTML = "text/html; charset=utf-8";

  /** {@code type}: of the media. */
  record File(String type, String text) {}

  /** A line of the search; {@code anchor} is empty for the beginning of a page. */
  record Entry(String file, String title, String anchor, String heading, String text) {}

  private Site() {}

  static Map<String, File> files() {
    var documents = documents();
    var first = Objects.requireNonNull(documents.get(FIRST));
    var files = new TreeMap<String, File>();
    for (var document : documents.values()) {
      var page = page(document, contents(first, document.file()));
      files.put(document.file(), new File(HTML, page.toString()));
    }
    files.put("search.json", new File("application/json", index(documents.values())));
    files.put("guide.css", new File("text/css; charset=utf-8", Sources.file("guide.css")));
    files.put("guide.js", new File("text/javascript; charset=utf-8", Sources.file("guide.js")));
    return files;
  }

  /** By their paths in the source tree. */
  static Map<String, Document> documents() {
    var documents = new LinkedHashMap<String, Document>();
    var waiting = new ArrayDeque<>(List.of(FIRST));
    while (!waiting.isEmpty()) {
      var path = waiting.removeFirst();
      if (!documents.containsKey(path)) {
        var document = Document.read(path);
        documents.put(path, document);
        waiting.addAll(document.links());
      }
    }
    return documents;
  }

  private static String index(Iterable<Document> documents) {
    var entries = new ArrayList<Entry>();
    for (var document : documents) {
      var title = document.title();
      for (var section : document.sections()) {
        entries.add(
            new Entry(document.file(), title, section.anchor(), section.heading(), section.text()));
      }
    }
    return Json.MAPPER.writeValueAsString(entries);
  }

  private static Html page(Document document, Html contents) {
    return Html.of(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{} - agent service</title>
        <link rel="stylesheet" href="guide.css">
        <script src="guide.js" defer></script>
        </head>
        <body>
        <header>
        <a href="index.html">agent service {}</a>
        <a id="to-pages" href="#pages">All pages</a>
        <form id="search" role="search" hidden>
        <input id="words" type="search" aria-label="Search the documentation" placeholder="Search ( / )" autocomplete="off">
        </form>
        </header>
        <section id="found" aria-label="What was found" aria-live="polite" hidden></section>
        <main>
        {}</main>
        <nav id="pages" aria-label="Pages">
        {}</nav>
        </body>
        </html>
        """,
        document.title(),
        VERSION,
        Html.made(document.html()),
        contents);
  }

  /** The headings of the first document and the links below each, as they stand on a page. */
  private static Html contents(Document first, String page) {
    var parts = new ArrayList<Html>();
    first
        .root()
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Heading heading) {
                if (heading.getLevel() == 2) {
                  parts.add(Html.of("<h2>{}</h2>\n", Document.text(heading)));
                }
              }

              @Override
              public void visit(Link link) {
                var to = link.getDestination();
                var here = to.equals(page) ? Html.of(" aria-current=\"page\"") : Html.NONE;
                parts.add(Html.of("<a href=\"{}\"{}>{}</a>\n", to, here, Document.text(link)));
              }
            });
    return Html.join(parts);
  }
}
