package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.process.Stranger;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kernel refuses to a session besides files, how much it gets, and what still works. */
class HardeningTest extends WalledIn {

  @Test
  void theKernelRefusesWhatLeadsOut() throws Exception {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "the numbers are those of x86-64");
    start(
        """
        for call in 248 249 250 308 161 155 165 166 428 429 430 431 432 433 442 304 321 298 323 \\
            425 426 427 300 175 313 176 246 320 169 167 168 163 179 103 164 227 305 153 172 173; do
          perl -e 'exit(syscall($ARGV[0], 0, 0, 0, 0, 0, 0) == -1 && $! == 1 ? 0 : 1)' $call \\
            || echo $call >> through
        done
        perl -e 'syscall(435, 0, 0); exit($! != 38)' || echo clone3 >> through
        unshare -U true && echo unshare >> through
        test ! -e /proc/self/fd/9 || echo filter >> through
        exit 0\
        """,
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("through")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java | \"$JAVA\" -version",
        "git | git init -q r && git -C r status",
        "node | node -e 'process.exit(require(\"child_process\").spawnSync(\"true\").status)'",
        "python3 | python3 -c 'import subprocess, threading; t = threading.Thread(target=print); t.start(); t.join(); subprocess.check_call([\"true\"])'",
        "script | script -qec 'stty size && tty' /dev/null",
        "gdb | gdb -batch -ex run --args true",
        "strace | strace -f true",
        "chromium | chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir=$HOME/c --dump-dom about:blank | grep -q '<html'"
      })
  void whatBuildsUseStarts(String program, String command) throws Exception {
    start(
        """
        JAVA='%s/bin/java'; test %s = java || command -v %2$s || { echo no > missing; exit 0; }
        ( %s ) > output 2>&1 </dev/null\
        """
            .formatted(System.getProperty("java.home"), program, command),
        sandbox());
    var exit = exit();
    assumeTrue(!Files.exists(work.resolve("missing")), program + " is not installed here");
    assertThat(exit.code()).as(text(work.resolve("output")) + text(directory.logPath())).isZero();
  }

  @Test
  void aForkBombEndsAtTheLimitOfItsSession() throws Exception {
    try (var stranger = new Stranger()) { // root's processes are not counted
      be(stranger);
      var grants =
          new Grants(List.of(), List.of(), List.of(), Limits.of("processes=64"), Loopback.NOTHING);
      start(
          """
          perl -e 'for (1..500) { my $p = fork(); last if !defined $p; if (!$p) { sleep 60; exit }
              $n++ } print $n' > forks
          touch full; while :; do read -r line; done\
          """,
          sandbox(grants));
      until(() -> Files.exists(work.resolve("full")));
      assertThat(Integer.parseInt(text(work.resolve("forks")))).isBetween(10, 64);

      assertThat(user.enters(temporary)).as("the user's processes outside").isTrue();
    }
  }

  private void be(Stranger stranger) throws IOException {
    user = stranger.user();
    for (var passed : List.of(temporary, data, data.resolve("sessions"))) {
      Files.setPosixFilePermissions(passed, PosixFilePermissions.fromString("rwx--x--x"));
    }
    stranger.directory(work);
    environment.put("HOME", stranger.directory(temporary.resolve("theirs")).toString());
  }

  @Test
  void aProcessThatTakesTooMuchMemoryGetsNone() throws Exception {
    start(
        """
        perl -e '$x = "x" x (32 << 20); print length($x)' > little || exit 3
        perl -e '$x = "x" x (512 << 20); print length($x)' > much && exit 4
        exit 0\
        """,
        sandbox(
            new Grants(
                List.of(), List.of(), List.of(), Limits.of("memory=128M"), Loopback.NOTHING)));
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("little")).hasContent(Integer.toString(32 << 20));
  }

  @Test
  void filesAreLimitedAndTheKernelEndsSessionsBeforeTheirWorker() throws Exception {
    start(
        "ulimit -Hn > files; cat /proc/self/oom_score_adj > score",
        sandbox(
            new Grants(List.of(), List.of(), List.of(), Limits.of("files=300"), Loopback.NOTHING)));
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("files")).content().isEqualToIgnoringWhitespace("300");
    int own = Integer.parseInt(Files.readString(Path.of("/proc/self/oom_score_adj")).strip());
    assertThat(Integer.parseInt(Files.readString(work.resolve("score")).strip()))
        .isEqualTo(Math.min(1_000, own + 300));
  }

  @Test
  void memoryIsNoDiskBeyondOneGigabyte() throws Exception {
    start(
        """
        df -k --output=size /dev/shm | tail -1 > shared; echo x > /dev/full-of-files && exit 1
        echo x > "%s/planted" && exit 2; exit 0\
        """
            .formatted(data),
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("shared")).content().isEqualToIgnoringWhitespace("1048576");
  }
}
