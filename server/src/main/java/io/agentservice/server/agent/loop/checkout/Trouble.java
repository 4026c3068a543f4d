package io.agentservice.server.agent.loop.checkout;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Why a repository can't be checked out. The name in lower case is the code of the event. */
enum Trouble {
  NO_GIT("the machine has no git", ""),
  NO_SHELL("the machine has no shell to run git with", ""),
  NO_RIGHT_TO_WRITE("the working directory can't be written to", "Permission denied|Read-only"),
  NAME_TAKEN("something else stands in its place, in the directory %s", ""),
  DISK_FULL("the machine's disk is full", "No space left|Disk quota exceeded"),
  SIGN_IN(
      "the host asks for a sign-in: either there is no such repository, or no git permission of this"
          + " organization covers it, or the token of its connection is refused",
      "Authentication failed|could not read (Username|Password)|error: 401|terminal prompts disabled"
          + "|to nobody without a credential|refuses the token of the git connection"),
  REMOTE_TOO_OLD(
      "the host asks for a sign-in, and the agent-remote of this machine can't ask the service for a"
          + " credential: it is too old, or its state directory has too long a path",
      ""),
  NOT_FOUND(
      "the host has no such repository, or does not show it to this organization",
      "not found|error: 404|does not exist|does not appear to be a git repository|shows the git"
          + " connection no repository"),
  REF_NOT_FOUND("it has no branch, tag or commit of that name", ""),
  FORBIDDEN("the host forbids it", "error: 403|access denied"),
  HOST_DOWN(
      "its host can't be reached or does not answer",
      "Could not resolve|Failed to connect|Could(n't| not) connect|Connection (refused|reset|timed"
          + " out)|too slow|Operation timed out|error: 5\\d\\d|early EOF|disconnect|hung"
          + " up|unable to access|SSL|certificate|takes no more requests|broke the connection|can't be"
          + " reached"),
  TIMED_OUT("it took longer than the limit of %s s (AGENT_GIT_CHECKOUT_SECONDS)", ""),
  MACHINE_STOPPED("the machine stopped again and again while it was cloned", ""),
  GIT_FAILED("git failed", "");

  private static final Pattern TELLING = Pattern.compile("(fatal|error|remote|ERROR): .*");
  private static final int LONGEST = 300;

  private final String words;
  private final Pattern signs;

  Trouble(String words, String signs) {
    this.words = words;
    this.signs = Pattern.compile(signs, Pattern.CASE_INSENSITIVE);
  }

  /** What the last lines of git's output mean. */
  static Trouble of(List<String> said) {
    for (Trouble trouble : values()) {
      boolean has =
          !trouble.signs.pattern().isEmpty()
              && said.stream()
                  .filter(line -> TELLING.matcher(line).matches())
                  .anyMatch(line -> trouble.signs.matcher(line).find());
      if (has) {
        return trouble;
      }
    }
    return GIT_FAILED;
  }

  String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** In a sentence, with what git said of it. */
  String words(String what, List<String> said) {
    String because =
        said.stream().filter(TELLING.asMatchPredicate()).reduce((_, b) -> b).orElse("");
    String cut = because.length() > LONGEST ? because.substring(0, LONGEST) + "..." : because;
    return words.formatted(what) + (cut.isEmpty() ? "" : " (" + cut + ")");
  }
}
