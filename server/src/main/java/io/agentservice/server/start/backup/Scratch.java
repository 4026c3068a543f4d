package io.agentservice.server.start.backup;

import io.agentservice.postgres.machine.Claim;
import io.agentservice.postgres.machine.Trees;
import io.agentservice.server.base.settings.InstallationSettings.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A directory for the moment of a verification. What killed ones have left is removed by the next.
 */
final class Scratch implements AutoCloseable {
  private static final String PREFIX = "agent-backup-";
  private static final String CLAIM = "claim";

  private final Path place;
  private final Claim claim;

  private Scratch(Path place, Claim claim) {
    this.place = place;
    this.claim = claim;
  }

  static Scratch open(Path above, Store store) throws IOException {
    var place = Files.createTempDirectory(above, PREFIX);
    var claim =
        Claim.take(place.resolve(CLAIM))
            .orElseThrow(() -> new IOException(place + " is somebody else's"));
    var scratch = new Scratch(place, claim);
    try {
      for (var other : scratch.others(above)) {
        removeLeft(other, store);
      }
    } catch (IOException _) {
      // One that went away as we looked: what is left is no concern of this verification.
    }
    return scratch;
  }

  /** Where PostgreSQL may be. */
  Path postgres() {
    return place.resolve(Backup.POSTGRES);
  }

  /** Of the same user: in a directory that all may write to, nobody else's is touched. */
  private List<Path> others(Path above) throws IOException {
    var ours = Files.getOwner(place, LinkOption.NOFOLLOW_LINKS);
    var others = new ArrayList<Path>();
    try (var all = Files.newDirectoryStream(above, PREFIX + "*")) {
      for (var one : all) {
        if (!one.equals(place)
            && Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(one, LinkOption.NOFOLLOW_LINKS).equals(ours)) {
          others.add(one);
        }
      }
    }
    return others;
  }

  /** One that is not claimed; whoever makes one at this very moment has no claim in it yet. */
  private static void removeLeft(Path place, Store store) {
    if (Files.notExists(place.resolve(CLAIM))) {
      return;
    }
    Optional<Claim> claim = Optional.empty();
    try {
      claim = Claim.take(place.resolve(CLAIM));
      if (claim.isPresent()) {
        Restoration.remove(place.resolve(Backup.POSTGRES), store);
        Trees.delete(place);
      }
    } catch (IOException | RuntimeException _) {
      // Nor is one whose database does not stop; the next verification tries again.
    } finally {
      claim.ifPresent(Claim::close);
    }
  }

  @Override
  public void close() throws IOException {
    try (claim) {
      Trees.delete(place);
    }
  }
}
