package io.agentservice.server.agent.loop.shell;

import java.util.Set;

/** What is known of programs that run others. */
final class Programs {
  static final Set<String> SHELLS =
      Set.of("sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "rbash", "csh", "tcsh");

  /** They run the program that their arguments name, after options of theirs. */
  static final Set<String> WRAPPERS =
      Set.of(
          "env",
          "sudo",
          "doas",
          "su",
          "runuser",
          "setpriv",
          "time",
          "timeout",
          "nice",
          "ionice",
          "nohup",
          "setsid",
          "stdbuf",
          "unbuffer",
          "command",
          "builtin",
          "exec",
          "coproc",
          "chrt",
          "taskset",
          "chroot",
          "unshare",
          "nsenter",
          "bwrap",
          "firejail",
          "flock",
          "strace",
          "ltrace",
          "catchsegv",
          "valgrind",
          "watch",
          "script",
          "xvfb-run",
          "dbus-run-session",
          "systemd-run",
          "busybox",
          "toybox",
          "xargs",
          "parallel",
          "entr",
          "ssh-agent",
          "faketime",
          "proxychains",
          "torsocks",
          "rlwrap",
          "ssh",
          "hyperfine",
          "perf");

  /** Those of them that have one argument of their own before the program. */
  static final Set<String> WITH_ARGUMENT =
      Set.of("su", "runuser", "chroot", "flock", "taskset", "chrt", "ssh");

  /** Those of them that open a shell when no program is named. */
  static final Set<String> OPENING_SHELLS =
      Set.of(
          "sudo",
          "doas",
          "su",
          "runuser",
          "chroot",
          "unshare",
          "nsenter",
          "script",
          "ssh",
          "bwrap",
          "firejail");

  /** Those of them that also take a whole command in one argument. */
  static final Set<String> TAKING_TEXT =
      Set.of(
          "su",
          "runuser",
          "watch",
          "script",
          "flock",
          "parallel",
          "entr",
          "env",
          "hyperfine",
          "ssh");

  /** Arguments of theirs may be a program with its arguments; mostly they are not. */
  static final Set<String> CARRIERS =
      Set.of("docker", "podman", "nerdctl", "kubectl", "uv", "npx", "pnpx", "bunx", "pnpm", "yarn");

  /** They run what stands in a file or what is typed, which nobody sees here. */
  static final Set<String> UNSEEN =
      Set.of(
          "source",
          ".",
          "fc",
          "bind",
          "compgen",
          "complete",
          "at",
          "batch",
          "crontab",
          "tmux",
          "screen",
          "expect");

  /** What these variables hold is run by others. */
  static final Set<String> RUN_AS_COMMANDS =
      Set.of(
          "GIT_SSH",
          "GIT_SSH_COMMAND",
          "GIT_EDITOR",
          "GIT_SEQUENCE_EDITOR",
          "GIT_PAGER",
          "GIT_EXTERNAL_DIFF",
          "GIT_ASKPASS",
          "GIT_PROXY_COMMAND",
          "SSH_ASKPASS",
          "EDITOR",
          "VISUAL",
          "PAGER",
          "BROWSER",
          "PROMPT_COMMAND",
          "SHELL",
          "RSYNC_RSH",
          "PERL5OPT",
          "RUBYOPT");

  /** What these hold changes what a shell, or any program, does. */
  static final Set<String> UNTAME =
      Set.of("BASH_ENV", "ENV", "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "IFS", "PS4");

  /** Options of {@code find} and {@code fd} before a command. */
  static final Set<String> OF_FIND =
      Set.of("-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch");

  /** Options of shells with a value. */
  static final Set<String> OF_SHELLS = Set.of("-o", "+o", "-O", "+O", "--rcfile", "--init-file");

  private Programs() {}
}
