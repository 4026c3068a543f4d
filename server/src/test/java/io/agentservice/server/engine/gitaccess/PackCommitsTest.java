package io.agentservice.server.engine.gitaccess;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.GitHost;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What packs of the machine's own git say of commits. */
class PackCommitsTest {
  @TempDir private Path directory;

  private String git(String... arguments) {
    return GitHost.git(directory, arguments).strip();
  }

  private String commit(String name) throws IOException {
    Files.writeString(directory.resolve(name), "content of " + name + "\n");
    git("add", "--all");
    git("commit", "--quiet", "--message=" + "The same words in each, and many. ".repeat(100));
    return git("rev-parse", "HEAD");
  }

  /** The objects that the arguments of {@code git rev-list} name. */
  private byte[] pack(String objects, String... options) throws Exception {
    var list = directory.resolve("list");
    Files.writeString(list, objects.replace(' ', '\n') + "\n");
    var command = new ArrayList<>(List.of("git", "pack-objects", "--revs", "--stdout", "--quiet"));
    command.addAll(List.of(options));
    var process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectInput(list.toFile())
            .start();
    byte[] pack = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    Files.delete(list);
    return pack;
  }

  private static PackCommits read(byte[] pack, int idBytes, int piece) {
    var commits = new PackCommits(idBytes);
    for (int from = 0; from < pack.length && !commits.isOver(); from += piece) {
      byte[] part = Arrays.copyOfRange(pack, from, Math.min(pack.length, from + piece));
      commits.feed(part, 0, part.length);
    }
    return commits;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha1", "sha256"})
  void whatHasComeFromACommitIsToldInPiecesOfAnySize(String hash) throws Exception {
    git("init", "--quiet", "--initial-branch=main", "--object-format=" + hash);
    String first = commit("a");
    String second = commit("b");
    String third = commit("c");
    git("checkout", "--quiet", "-b", "side", first);
    String side = commit("d");
    git("checkout", "--quiet", "main");
    git("merge", "--quiet", "--no-edit", "side");
    String merged = git("rev-parse", "HEAD");
    byte[] pack = pack("main ^" + first, "--thin", "--delta-base-offset", "--window=50");
    for (int piece : new int[] {1, 7, 31, 4096, pack.length}) {
      try (var commits = read(pack, hash.equals("sha1") ? 20 : 32, piece)) {
        assertThat(commits.isOver()).isTrue();
        assertThat(commits.leads(first, merged)).isTrue();
        assertThat(commits.leads(second, third)).isTrue();
        assertThat(commits.leads(side, merged)).isTrue();
        assertThat(commits.leads(side, side)).isTrue();
        assertThat(commits.leads(side, third)).isFalse();
        assertThat(commits.leads(merged, third)).isFalse();
      }
    }
  }

  @Test
  void commitsThatAreToldByOthersAreRead() throws Exception {
    git("init", "--quiet", "--initial-branch=main");
    String first = commit("a");
    for (int i = 0; i < 20; i++) {
      commit("f" + i);
    }
    byte[] pack = pack("main", "--delta-base-offset", "--window=50", "--depth=50");
    Files.write(directory.resolve("x.pack"), pack);
    git("index-pack", directory.resolve("x.pack").toString());
    assertThat(git("verify-pack", "-v", directory.resolve("x.idx").toString()))
        .as("some commits are deltas")
        .containsPattern("commit +[0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9a-f]{40}");
    try (var commits = read(pack, 20, 1000)) {
      assertThat(commits.leads(first, git("rev-parse", "HEAD"))).isTrue();
    }
  }

  @Test
  void nothingIsOverBeforeTheLastObject() throws Exception {
    git("init", "--quiet", "--initial-branch=main");
    commit("a");
    byte[] pack = pack("main");
    try (var commits = read(Arrays.copyOf(pack, pack.length - 21), 20, 10)) {
      assertThat(commits.isOver()).isFalse();
    }
    try (var commits = read(Arrays.copyOf(pack, pack.length - 20), 20, 10)) {
      assertThat(commits.isOver()).isTrue();
    }
  }

  /** A pack of objects of one kind, each of so many bytes of zeros. */
  private static PackCommits readZeros(int type, int objects, int size) {
    var commits = new PackCommits(20);
    byte[] head =
        ByteBuffer.allocate(12).put("PACK".getBytes(UTF_8)).putInt(2).putInt(objects).array();
    commits.feed(head, 0, head.length);
    for (int i = 0; i < objects && !commits.isOver(); i++) {
      var out = new ByteArrayOutputStream();
      int left = size >>> 4;
      out.write((type << 4) | (size & 15) | (left > 0 ? 128 : 0));
      for (; left > 0; left >>>= 7) {
        out.write((left & 127) | (left > 127 ? 128 : 0));
      }
      commits.feed(out.toByteArray(), 0, out.size());
      try (var deflater = new Deflater()) {
        var piece = new byte[1 << 16];
        var zeros = new byte[1 << 20];
        for (int given = 0; given < size; given += zeros.length) {
          deflater.setInput(zeros, 0, Math.min(zeros.length, size - given));
          for (int count = deflater.deflate(piece); count > 0; count = deflater.deflate(piece)) {
            commits.feed(piece, 0, count);
          }
        }
        deflater.finish();
        for (int count = deflater.deflate(piece); count > 0; count = deflater.deflate(piece)) {
          commits.feed(piece, 0, count);
        }
      }
    }
    return commits;
  }

  @Test
  void aFileOfAnySizeIsReadWithoutKeepingIt() {
    try (var commits = readZeros(3, 1, 1 << 30)) {
      assertThat(commits.isOver()).isTrue();
      assertThat(commits.kept()).isZero();
    }
  }

  @Test
  void ofCommitsOnlySoManyBytesAreKept() {
    try (var commits = readZeros(1, 40, 1 << 20)) {
      assertThat(commits.isOver()).isTrue();
      assertThat(commits.kept()).isPositive().isLessThanOrEqualTo(PackCommits.MOST_BYTES);
    }
  }

  @Test
  void whatIsNoPackOrABrokenOneSaysNothingMore() throws Exception {
    git("init", "--quiet", "--initial-branch=main");
    String first = commit("a");
    String second = commit("b");
    byte[] pack = pack("main");
    var dice = new Random(7);
    for (int i = 0; i < 2000; i++) {
      byte[] broken = pack.clone();
      for (int bits = 0; bits <= dice.nextInt(3); bits++) {
        broken[dice.nextInt(broken.length - 20)] ^= (byte) (1 << dice.nextInt(8));
      }
      try (var commits = read(broken, 20, 64)) {
        assertThat(commits.leads(second, first)).isFalse();
      }
    }
    try (var commits = read("no pack at all".getBytes(UTF_8), 20, 3)) {
      assertThat(commits.isOver()).isTrue();
    }
  }
}
