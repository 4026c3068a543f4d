package io.agentservice.worker.doctor;

import io.agentservice.worker.binaries.BinaryException;
import io.agentservice.worker.binaries.BinaryStore;
import io.agentservice.worker.binaries.Platform;
import io.agentservice.worker.binaries.StaticFiles;
import io.agentservice.worker.loop.Stop;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** The remote binary, published and cached. */
final class BinaryChecks {
  private BinaryChecks() {}

  /** A question to the store, between opening and closing it. */
  private interface Question {
    Finding ask(BinaryStore store) throws BinaryException, IOException;
  }

  static Finding published(Subject subject) {
    return ask(
        subject,
        store -> {
          var published = store.published(subject.remote().sha());
          store.verifyPresence(published);
          return Finding.ok("version " + published.sha() + " is published");
        });
  }

  static Finding cached(Subject subject) {
    return ask(
        subject,
        store -> {
          BinaryStore.Published published;
          try {
            published = store.published(subject.remote().sha());
          } catch (BinaryException _) {
            return Finding.skipped("nothing is published to compare with");
          }
          var file = published.file();
          if (!Files.exists(file)) {
            return Finding.ok("none yet of version " + published.sha());
          }
          if (!store.isIntact(published)) {
            return Finding.warning(
                file + " is not what is published",
                "It is replaced at the next start; if it happens again, look who writes there");
          }
          return Files.isExecutable(file)
              ? Finding.ok("version " + published.sha() + " is there and right")
              : Finding.problem(file + " is not executable", "Delete it: it is fetched again");
        });
  }

  private static Finding ask(Subject subject, Question question) {
    var base = subject.server().staticBaseUrl();
    var platform = Platform.current();
    if (platform.isEmpty()) {
      return Finding.problem("There is no remote binary for this kind of machine", null);
    }
    if (base.getHost() == null || !List.of("http", "https").contains(base.getScheme())) {
      return Finding.skipped(base + " is no address");
    }
    try (var files = new StaticFiles(base)) {
      return question.ask(
          new BinaryStore(
              subject.directories().cache(), files, platform.get(), new Stop(), _ -> {}));
    } catch (BinaryException e) {
      return Finding.problem(
          String.valueOf(e.getMessage()),
          subject.remote().sha() == null
              ? "Publish the remote there, or name the place with --static-base-url"
              : "Publish that version, or leave out --remote-binary-sha");
    } catch (IOException e) {
      return Finding.problem("The cache can't be read: " + e.getMessage(), "See cache above");
    }
  }
}
