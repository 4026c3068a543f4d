package io.agentservice.worker.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is mounted before bubblewrap, in a user and mount namespace of its own around it: overlays
 * over caches, and links over files, neither of which bubblewrap can (overlays before 0.10). Perl
 * makes the calls: {@code mount} follows links, and is a process for each.
 */
record Mounts(Path perl, @Nullable Layers layers, List<Configuration> configs) {

  /**
   * The number of the call, then words for {@code layer CACHE DIRECTORY} and {@code config FILE
   * DIRECTORY TARGET} until {@code --}, then a command. A cache that can't be mounted is an empty
   * one; a configuration that can't be would be written.
   */
  private static final String SCRIPT =
      """
      my ($empty, $overlay) = ('', 'overlay');
      my $mount = shift;
      while ((my $what = shift) ne '--') {
        if ($what eq 'layer') {
          my ($cache, $own) = (shift, shift);
          mkdir $_ for $own, map { "$own/$_" } qw(upper work merged);
          my ($merged, $options) = ("$own/merged", "lowerdir=$cache,upperdir=$own/upper,workdir=$own/work,userxattr");
          syscall $mount, $overlay, $merged, $overlay, 0, $options;
          next;
        }
        my ($file, $own, $target) = (shift, shift, shift);
        mkdir $own;
        my ($in, $out, $link) = (undef, undef, "$own.link");
        local $/;
        unlink "$own/config", "$own/config.lock";
        open $in, '<', $file and open $out, '>', "$own/config" and print $out scalar <$in> and close $out or die "$file: $!\\n";
        unlink $link; symlink $target, $link or die "$link: $!\\n";
        my $tree = syscall 428, -100, $link, 0x101; # a copy of the link, not of what it leads to
        my $attributes = pack 'Q4', 7, 0, 0, 0; # all that bubblewrap may want of it, which would do that by its name
        $tree >= 0 and syscall(442, $tree, $empty, 0x1000, $attributes, 32) == 0
          and syscall(429, $tree, $empty, -100, $file, 4) == 0 or die "$file can't be covered: $!\\n";
      }
      exec { $ARGV[0] } @ARGV or exit 126;\
      """;

  /**
   * A file that git writes, which the session has a copy of.
   *
   * @param file the repository's
   * @param own directory of the copy, below the directory of layers
   */
  record Configuration(Path file, Path own) {
    private static final Path WITHIN = Path.of("/run/agent");

    static Configuration of(Path file, Path layers) {
      var name = "git-" + Integer.toHexString(file.toString().hashCode());
      return new Configuration(file, layers.resolve(name));
    }

    /** Where the session has the directory of its copy: nothing there leads elsewhere. */
    Path within() {
      return WITHIN.resolve(own.getFileName());
    }

    Path copy() {
      return own.resolve("config");
    }
  }

  /** Words before bubblewrap, which runs as root of a user namespace of its own then. */
  List<String> prefix() {
    var words = new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--mount"));
    boolean arm = System.getProperty("os.arch", "").equals("aarch64");
    words.addAll(List.of(perl.toString(), "-e", SCRIPT, arm ? "40" : "165"));
    for (var layer : layers == null ? List.<Layers.Layer>of() : layers.all()) {
      Stream.of("layer", layer.cache(), layer.layer()).map(Object::toString).forEach(words::add);
    }
    for (var config : configs) {
      Stream.of("config", config.file(), config.own(), config.within().resolve("config"))
          .map(Object::toString)
          .forEach(words::add);
    }
    words.add("--");
    return words;
  }

  boolean isNothing() {
    return layers == null && configs.isEmpty();
  }
}
