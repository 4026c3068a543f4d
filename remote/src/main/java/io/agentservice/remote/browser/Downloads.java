package io.agentservice.remote.browser;

import io.agentservice.remote.browser.Json.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The browser's downloads: kept under their ids in a directory of their own until fetched. */
final class Downloads {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final int NAME_CHARACTERS = 120;

  private final Path directory;
  private final List<Download> all = new CopyOnWriteArrayList<>();

  Downloads(Path directory) {
    this.directory = directory;
  }

  private static final class Download {
    private final String id;
    private final String name;
    private volatile String state = "inProgress";
    private volatile long bytes;

    Download(String id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  void allow(Chrome chrome, Deadline deadline) throws BrowserException, InterruptedException {
    chrome.call(
        null,
        "Browser.setDownloadBehavior",
        Map.of(
            "behavior",
            "allowAndName",
            "downloadPath",
            directory.toString(),
            "eventsEnabled",
            true),
        deadline);
  }

  void begin(Node params) {
    all.add(new Download(params.text("guid"), params.text("suggestedFilename")));
  }

  void progress(Node params) {
    for (var download : all) {
      if (download.id.equals(params.text("guid"))) {
        download.bytes = (long) params.number("receivedBytes");
        download.state = params.text("state");
      }
    }
  }

  /** How many have begun, to know later ones by. */
  int count() {
    return all.size();
  }

  /** Waits until one after the first {@code known} has begun; false when none does in time. */
  boolean awaitBegin(int known, Deadline deadline) throws InterruptedException {
    while (all.size() <= known) {
      if (deadline.isOver()) {
        return false;
      }
      deadline.pause(LOOK_AGAIN);
    }
    return true;
  }

  /**
   * Waits for the end of the download after {@code number} others and moves it. A null path is
   * {@code downloads} in the working directory.
   */
  Path fetch(Chrome chrome, int number, @Nullable Path path, Path workDirectory, Deadline deadline)
      throws BrowserException, InterruptedException {
    var download = all.get(number);
    while (download.state.equals("inProgress")) {
      if (deadline.isOver() || chrome.hasEnded()) {
        chrome.send(null, "Browser.cancelDownload", Map.of("guid", download.id));
        throw new BrowserException(
            "the download of %s is not complete in time: %,d bytes so far; give it a longer timeout"
                .formatted(fileName(download.name), download.bytes));
      }
      deadline.pause(LOOK_AGAIN);
    }
    if (!download.state.equals("completed")) {
      throw new BrowserException("the download of " + fileName(download.name) + " was broken off");
    }
    try {
      return move(directory.resolve(download.id), fileName(download.name), path, workDirectory);
    } catch (IOException e) {
      throw new BrowserException("io", "the download cannot be saved: " + e.getMessage());
    }
  }

  private static Path move(Path from, String name, @Nullable Path path, Path workDirectory)
      throws IOException {
    if (path != null && !Files.isDirectory(path)) {
      var parent = path.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      return Files.move(from, path, StandardCopyOption.REPLACE_EXISTING);
    }
    var folder = path != null ? path : workDirectory.resolve("downloads");
    Files.createDirectories(folder);
    return Files.move(from, free(folder, name));
  }

  /** A name that is not taken. */
  private static Path free(Path folder, String name) {
    var dot = name.lastIndexOf('.');
    var stem = dot > 0 ? name.substring(0, dot) : name;
    var end = dot > 0 ? name.substring(dot) : "";
    var target = folder.resolve(name);
    for (var i = 1; Files.exists(target); i++) {
      target = folder.resolve(stem + " (" + i + ")" + end);
    }
    return target;
  }

  /** A server's suggestion without path parts. */
  private static String fileName(String suggested) {
    var last = suggested.substring(suggested.replace('\\', '/').lastIndexOf('/') + 1);
    var clean = last.replaceAll("\\p{Cntrl}", "").strip();
    var start = Math.max(0, clean.length() - NAME_CHARACTERS);
    var name = clean.substring(start);
    return name.isEmpty() || name.matches("\\.+") ? "download" : name;
  }
}
