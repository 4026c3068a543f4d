package io.agentservice.cli.workplace;

import io.agentservice.cli.process.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A submodule that the user has checked out.
 *
 * @param path in the whole checkout
 * @param of the user's
 * @param commit the one to work on
 */
record Submodule(String path, Path of, String commit) {

  /**
   * All of a commit, outer ones first; without those that the user has not checked out.
   *
   * @param top of the user's repository
   * @throws CommandFailure when one lacks its commit
   */
  static List<Submodule> of(Path top, String commit) {
    var all = new ArrayList<Submodule>();
    collect(top, "", commit, all);
    return List.copyOf(all);
  }

  private static void collect(Path repository, String prefix, String commit, List<Submodule> all) {
    for (var link : Git.links(repository, commit)) {
      var there = repository.resolve(link.path());
      if (!Files.exists(there.resolve(".git"))) {
        continue;
      }
      if (!Git.succeeds(there, "cat-file", "-e", link.commit() + "^{commit}")) {
        throw CommandFailure.usage(
            "the submodule %s lacks its commit %s".formatted(there, link.commit()),
            "git submodule update --init --recursive");
      }
      var path = prefix + link.path();
      all.add(new Submodule(path, there, link.commit()));
      collect(there, path + "/", link.commit(), all);
    }
  }
}
