package io.agentservice.server.web.guide;

import io.agentservice.server.web.pages.html.Html;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * {@code make docs}: writes the site of this version into {@code DIRECTORY/VERSION}, beside those
 * of others, and the list of all as {@code DIRECTORY/index.html}.
 */
public final class SiteWriter {
  private SiteWriter() {}

  /** {@code arguments}: the directory. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("usage: SiteWriter DIRECTORY");
      System.exit(2);
    }
    write(Path.of(arguments[0]));
  }

  static void write(Path directory) throws IOException {
    var place = Files.createDirectories(directory.resolve(Site.VERSION));
    for (var file : Site.files().entrySet()) {
      Files.writeString(place.resolve(file.getKey()), file.getValue().text());
    }
    Files.writeString(directory.resolve("index.html"), versions(directory).toString());
  }

  private static Html versions(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      var links =
          entries
              .filter(Files::isDirectory)
              .map(version -> version.getFileName().toString())
              .sorted(Comparator.reverseOrder())
              .map(version ->
                  Html.of("<li><a href=\"{}/index.html\">{}</a></li>\n", version, version))
              .toList();
      return Html.of(
          """
          <!doctype html>
          <html lang="en">
          <head>
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <meta name="color-scheme" content="light dark">
          <title>agent service: the documentation by version</title>
          <link rel="stylesheet" href="{}/guide.css">
          </head>
          <body>
          <main>
          <h1>agent service: the documentation by version</h1>
          <ul>
          {}</ul>
          </main>
          </body>
          </html>
          """,
          Site.VERSION,
          Html.join(links));
    }
  }
}
