package io.agentservice.llm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells whether a prompt begins as an earlier one, which providers keep in their caches, without
 * keeping that one. Stored in event logs.
 *
 * @param system a digest of it, 16 hexadecimal digits, as the others
 * @param tools a digest of all, in their order
 * @param parts how many the messages have together
 * @param messages a digest of those parts and whose they are; where a message ends does not matter
 */
public record PromptPrint(String system, String tools, int parts, String messages) {

  /** What a prompt begins with, in the order in which providers see it. */
  public enum Piece {
    TOOLS,
    SYSTEM,
    MESSAGES
  }

  private static final int DIGITS = 16;

  /** How a prompt looks, and the first piece that is not as another began; null when all are. */
  public record Following(PromptPrint print, @Nullable Piece broken) {}

  public static PromptPrint of(Prompt prompt) {
    return following(null, prompt).print();
  }

  /** In one pass over a prompt that can be long. {@code last}: null for none. */
  public static Following following(@Nullable PromptPrint last, Prompt prompt) {
    var digest = sha256();
    String begun = null;
    int parts = 0;
    for (var message : prompt.messages()) {
      for (var part : message.parts()) {
        if (last != null && parts == last.parts) {
          begun = hex(copy(digest));
        }
        update(digest, message.role().name().getBytes(UTF_8));
        update(digest, JsonMapper.shared().writeValueAsBytes(part));
        parts++;
      }
    }
    var print = new PromptPrint(system(prompt), tools(prompt), parts, hex(digest));
    var beginning = begun == null ? print.messages : begun;
    return new Following(print, last == null ? null : last.brokenBy(print, beginning));
  }

  private static String system(Prompt prompt) {
    var digest = sha256();
    update(digest, prompt.system().getBytes(UTF_8));
    return hex(digest);
  }

  private static String tools(Prompt prompt) {
    var digest = sha256();
    for (var tool : prompt.tools()) {
      var all = List.of(tool.name(), tool.description(), tool.inputSchema());
      update(digest, JsonMapper.shared().writeValueAsBytes(all));
    }
    return hex(digest);
  }

  private @Nullable Piece brokenBy(PromptPrint next, String beginning) {
    if (!next.tools.equals(tools)) {
      return Piece.TOOLS;
    }
    if (!next.system.equals(system)) {
      return Piece.SYSTEM;
    }
    return beginning.equals(messages) ? null : Piece.MESSAGES;
  }

  /** With its length, so that two texts can't pass for two others. */
  private static void update(MessageDigest digest, byte[] bytes) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      digest.update((byte) (bytes.length >> shift));
    }
    digest.update(bytes);
  }

  private static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
  }

  private static MessageDigest copy(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e); // that of the JDK can be
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
