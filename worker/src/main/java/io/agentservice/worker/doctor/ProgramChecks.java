package io.agentservice.worker.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** What sessions need of the machine. */
final class ProgramChecks {
  private static final int FEW_FILES = 1024;
  private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +(\\d+)");

  /** A display and its VNC server in one program; any of them will do. */
  private static final List<String> DESKTOPS = List.of("Xtigervnc", "Xvnc");

  private ProgramChecks() {}

  static Finding shell(Subject subject) {
    return subject
        .program("sh")
        .map(sh -> Finding.ok(sh.toString()))
        .orElseGet(() ->
            Finding.problem(
                "There is no sh in PATH: neither the remote nor a command can be started",
                "Set PATH as a login shell has it, or install a shell"));
  }

  static Finding git(Subject subject) {
    return subject
        .program("git")
        .map(git -> Finding.ok(git.toString()))
        .orElseGet(() ->
            Finding.warning(
                "There is no git in PATH: agents can't see or record changes",
                "Install git, or add its directory to PATH"));
  }

  static Finding chrome(Subject subject) {
    var chrome = subject.variable("AGENT_CHROME_PATH");
    if (chrome.isEmpty()) {
      return Finding.ok("none: sessions have no browser");
    }
    var file = Path.of(chrome.get());
    return Files.isRegularFile(file) && Files.isExecutable(file)
        ? Finding.ok(file.toString())
        : Finding.problem(
            "AGENT_CHROME_PATH names no executable file: " + file,
            "Set it to the browser's program, or unset it");
  }

  static Finding desktop(Subject subject) {
    var wanted = subject.variable("AGENT_OUTPOST_DESKTOP");
    if (wanted.isEmpty() || wanted.get().equalsIgnoreCase("false")) {
      return Finding.ok("off");
    }
    if (!wanted.get().equalsIgnoreCase("true")) {
      return Finding.warning(
          "AGENT_OUTPOST_DESKTOP is neither true nor false: it counts as false", "Set it to true");
    }
    return DESKTOPS.stream()
        .flatMap(name -> subject.program(name).stream())
        .findFirst()
        .map(program -> Finding.ok(program.toString()))
        .orElseGet(() ->
            Finding.problem(
                "A desktop is wanted, but there is no Xtigervnc in PATH: sessions have none",
                "Install TigerVNC's standalone server, or unset AGENT_OUTPOST_DESKTOP"));
  }

  static Finding openFiles(Subject subject) {
    try {
      var limit = OPEN_FILES.matcher(Files.readString(subject.process().resolve("limits")));
      if (!limit.find()) {
        return Finding.ok("no limit");
      }
      long files = Long.parseLong(limit.group(1));
      return files >= FEW_FILES
          ? Finding.ok(files + " at once")
          : Finding.warning(
              "Only " + files + " files may be open at once: builds of sessions will fail",
              "Raise it: LimitNOFILE=65536 in systemd, ulimit -n in a shell");
    } catch (IOException _) {
      return Finding.skipped("this system does not say");
    }
  }
}
