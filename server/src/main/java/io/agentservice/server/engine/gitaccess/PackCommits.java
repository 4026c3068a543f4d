package io.agentservice.server.engine.gitaccess;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The commits of a pack, read as it passes by (gitformat-pack(5)): their ids are computed, so what
 * is said of them is so. Keeps the commits alone, and of them no more than {@link #MOST_BYTES}.
 */
final class PackCommits implements AutoCloseable {
  /** Of commits in one pack, together. */
  static final int MOST_BYTES = 16 << 20;

  /** Of all objects together: more costs too much time. */
  private static final long MOST_INFLATED = 8L << 30;

  private static final int HEAD = 12;
  private static final int COMMIT = 1;
  private static final int TAG = 4;
  private static final int DELTA_BY_OFFSET = 6;
  private static final int DELTA_BY_ID = 7;
  private static final int PIECE = 32 << 10;

  private static final byte[] NONE = {};

  private enum Step {
    HEAD,
    TYPE,
    OFFSET,
    BASE,
    DATA,
    OVER
  }

  private final int idBytes;
  private final Inflater inflater = new Inflater();
  private final byte[] piece = new byte[PIECE];
  private final Map<Long, byte[]> commits = new HashMap<>();
  private final Map<String, List<String>> parents = new HashMap<>();
  private Step step = Step.HEAD;
  private int taken;
  private long position;
  private long left;
  private long start;
  private int type;
  private long size;
  private long offset;
  private long made;
  private long inflated;
  private long kept;
  private ByteArrayOutputStream content = new ByteArrayOutputStream();
  private byte[] base = NONE;
  private boolean keeps;

  /** {@code idBytes}: 20 or 32, by the repository's hash. */
  PackCommits(int idBytes) {
    this.idBytes = idBytes;
  }

  /** Whether a commit is another one, or has come from it by commits of the pack alone. */
  boolean leads(String from, String to) {
    var next = new ArrayDeque<String>(List.of(to));
    var seen = new HashSet<String>();
    while (!next.isEmpty()) {
      String commit = next.remove();
      if (commit.equals(from)) {
        return true;
      }
      if (seen.add(commit)) {
        next.addAll(parents.getOrDefault(commit, List.of()));
      }
    }
    return false;
  }

  /** Whether nothing more is read: all objects are, or something was not understood. */
  boolean isOver() {
    return step == Step.OVER;
  }

  /** How many bytes of commits there are. */
  long kept() {
    return kept;
  }

  /** Reads on; from the first thing on that is not understood, nothing is. */
  void feed(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && step != Step.OVER) {
      int before = at;
      if (step == Step.DATA) {
        at = inflate(bytes, at, to);
      } else {
        take(bytes[at] & 0xff);
        at++;
      }
      position += at - before;
    }
  }

  private void take(int value) {
    switch (step) {
      case HEAD -> head(value);
      case TYPE -> type(value);
      case OFFSET -> offset(value);
      case BASE -> {
        taken++;
        if (taken == idBytes) {
          data();
        }
      }
      case DATA, OVER -> throw new IllegalStateException();
    }
  }

  private void head(int value) {
    content.write(value);
    if (content.size() == HEAD) {
      byte[] head = content.toByteArray();
      boolean pack = new String(head, 0, 4, StandardCharsets.US_ASCII).equals("PACK");
      for (int i = 8; i < HEAD; i++) {
        left = (left << 8) | (head[i] & 0xff);
      }
      step = pack ? step : Step.OVER;
      object();
    }
  }

  private void object() {
    taken = 0;
    step = left == 0 || step == Step.OVER ? Step.OVER : Step.TYPE;
    left--;
  }

  private void type(int value) {
    if (taken == 0) {
      start = position;
      type = (value >> 4) & 7;
      size = value & 15;
    } else if (taken < 8) {
      size |= (value & 127L) << (7 * taken - 3);
    } else {
      step = Step.OVER; // nothing is as large
      return;
    }
    taken++;
    if (value < 128) {
      taken = 0;
      switch (type) {
        case DELTA_BY_OFFSET -> step = Step.OFFSET;
        case DELTA_BY_ID -> step = Step.BASE;
        default -> {
          step = type >= COMMIT && type <= TAG ? step : Step.OVER;
          data();
        }
      }
    }
  }

  private void offset(int value) {
    offset = taken == 0 ? value & 127 : ((offset + 1) << 7) | (value & 127);
    taken++;
    if (value < 128) {
      data();
    } else if (taken == 8) {
      step = Step.OVER;
    }
  }

  private void data() {
    if (step == Step.OVER) {
      return;
    }
    step = Step.DATA;
    made = 0;
    inflater.reset();
    content = new ByteArrayOutputStream();
    base = type == DELTA_BY_OFFSET ? commits.getOrDefault(start - offset, NONE) : NONE;
    keeps = type == COMMIT || base.length > 0;
    if (keeps && kept + size > MOST_BYTES) {
      step = Step.OVER;
    }
  }

  private int inflate(byte[] bytes, int from, int to) {
    inflater.setInput(bytes, from, to - from);
    try {
      while (true) {
        int count = inflater.inflate(piece);
        made += count;
        inflated += count;
        if (made > size || inflated > MOST_INFLATED || inflater.needsDictionary()) {
          step = Step.OVER;
          return to;
        }
        if (keeps) {
          content.write(piece, 0, count);
        }
        if (inflater.finished()) {
          int rest = inflater.getRemaining();
          whole();
          return to - rest;
        }
        if (count == 0) {
          return to; // all of it is in
        }
      }
    } catch (DataFormatException _) {
      step = Step.OVER;
      return to;
    }
  }

  private void whole() {
    if (made != size) {
      step = Step.OVER;
      return;
    }
    if (keeps) {
      byte[] found = content.toByteArray();
      byte[] commit = type == COMMIT ? found : Delta.apply(base, found);
      if (commit.length == 0 || kept + commit.length > MOST_BYTES) {
        step = Step.OVER;
        return;
      }
      kept += commit.length;
      commits.put(start, commit);
      parents.put(id(commit), parents(commit));
    }
    object();
  }

  private static List<String> parents(byte[] commit) {
    var all = new ArrayList<String>();
    var lines = new String(commit, StandardCharsets.ISO_8859_1).lines().iterator();
    boolean hasTree = lines.hasNext() && lines.next().startsWith("tree ");
    while (hasTree && lines.hasNext()) {
      String line = lines.next();
      if (!line.startsWith("parent ")) {
        break;
      }
      all.add(line.substring("parent ".length()));
    }
    return all;
  }

  private String id(byte[] commit) {
    try {
      var digest = MessageDigest.getInstance(idBytes == 20 ? "SHA-1" : "SHA-256");
      digest.update(("commit " + commit.length + "\0").getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(commit));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has both", e);
    }
  }

  @Override
  public void close() {
    inflater.end();
  }
}
