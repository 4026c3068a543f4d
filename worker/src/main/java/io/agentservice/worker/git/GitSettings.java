package io.agentservice.worker.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a session's git knows of its user's settings: who he is and how he likes his history, and
 * nothing that holds a credential or is run. Git takes it for the machine's settings, so that a
 * repository's and the session's own come first.
 */
public final class GitSettings {
  private static final Pattern CARRIED =
      Pattern.compile(
          "(user|author|committer)\\.(name|email)|user\\.useconfigonly"
              + "|core\\.(autocrlf|eol|safecrlf|abbrev|quotepath|precomposeunicode|whitespace|commentchar)"
              + "|(advice|branch|color|column|fetch|init|log|merge|pull|push|rebase|rerere|status|tag)\\.[a-z0-9]+"
              + "|(color|diff)\\.[a-z0-9]+(\\.[a-z0-9]+)?|commit\\.(cleanup|status|verbose)"
              + "|safe\\.directory|alias\\.[a-z0-9-]+|filter\\.lfs\\.[a-z]+");

  /** Of these sections, or by these names git would run something or read a file. */
  private static final Pattern NEVER =
      Pattern.compile(
          "init\\.templatedir|merge\\.(tool|guitool)|diff\\.(external|tool|guitool|orderfile)"
              + "|diff\\..+\\.(command|textconv)|push\\.gpgsign|log\\.mailmap|merge\\..+\\.driver");

  /**
   * The repository is the session's: a pipe in the place of its settings would be read for good.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private GitSettings() {}

  /** The text of a configuration. Git reads that of the repository too, but runs nothing of it. */
  static String of(Git git, Path work) {
    var text = new StringBuilder("[include]\n\tpath = /etc/gitconfig\n");
    try {
      var listed = git.run(work, "config", "--list", "--show-scope", "-z").split("\0", -1);
      for (int at = 0; at + 1 < listed.length; at += 2) {
        var entry = listed[at + 1].split("\n", 2);
        if (listed[at].equals("global") && entry.length == 2 && isCarried(entry[0], entry[1])) {
          text.append(line(entry[0], entry[1]));
        }
      }
    } catch (IOException _) {
      // There is no git, or it can't read what is there: the session has the machine's settings.
    }
    return text.toString();
  }

  static boolean isCarried(String key, String value) {
    if (!CARRIED.matcher(key).matches() || NEVER.matcher(key).matches()) {
      return false;
    }
    return key.startsWith("alias.")
        ? !value.strip().startsWith("!")
        : !key.startsWith("filter.") || key.endsWith(".required") || value.startsWith("git-lfs ");
  }

  private static String line(String key, String value) {
    int section = key.indexOf('.');
    int name = key.lastIndexOf('.');
    var head = key.substring(0, section);
    if (section < name) {
      head += " \"" + key.substring(section + 1, name) + "\"";
    }
    var quoted = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return "[%s]\n\t%s = \"%s\"\n".formatted(head, key.substring(name + 1), quoted);
  }

  /**
   * Writes them where a session can read them.
   *
   * @param state of the session, beside which the file lies
   * @param variables with HOME and PATH of the session's user
   */
  public static Path write(List<String> user, Map<String, String> variables, Path work, Path state)
      throws IOException {
    var home =
        Map.of("HOME", variables.getOrDefault("HOME", "/nonexistent"), "GIT_CONFIG_NOSYSTEM", "1");
    var file = state.resolveSibling("gitconfig");
    Files.writeString(file, of(new Git(user, home, PATIENCE), work));
    return file;
  }
}
