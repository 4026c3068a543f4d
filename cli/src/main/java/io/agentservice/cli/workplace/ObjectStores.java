package io.agentservice.cli.workplace;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the objects of a user's repository are, which checkouts beside it borrow: sessions behind
 * walls see none of his directories, and git there would have no commit without them.
 */
public final class ObjectStores {
  private ObjectStores() {}

  /** Of the repository around the directory and of the submodules that are checked out. */
  public static List<Path> of(Path directory) {
    var stores = new ArrayList<Path>();
    collect(directory, stores);
    return stores.stream().distinct().toList();
  }

  private static void collect(Path directory, List<Path> stores) {
    var top = Path.of(Git.run(directory, "rev-parse", "--show-toplevel"));
    var store = of(top, "objects");
    // A session that worked in the repository itself could have put a link there.
    if (Files.isDirectory(store, LinkOption.NOFOLLOW_LINKS)) {
      stores.add(store);
    }
    for (var link : Git.stagedLinks(top)) {
      var submodule = top.resolve(link.path());
      if (Files.exists(submodule.resolve(".git"))) {
        collect(submodule, stores);
      }
    }
  }

  /** Whether it borrows itself: what it borrows is read by nobody behind walls. */
  static boolean borrows(Path repository) {
    return Files.exists(of(repository, "objects/info/alternates"));
  }

  private static Path of(Path repository, String inGit) {
    return repository
        .resolve(Git.run(repository, "rev-parse", "--git-common-dir"))
        .resolve(inGit)
        .normalize();
  }
}
