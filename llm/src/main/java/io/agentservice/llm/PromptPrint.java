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

  public static PromptPrint of(Prompt prompt) {
    int parts = prompt.messages().stream().mapToInt(message -> message.parts().size()).sum();
    return of(prompt, parts);
  }

  private static PromptPrint of(Prompt prompt, int parts) {
    var tools = sha256();
    prompt
        .tools()
        .forEach(tool ->
            update(
                tools,
                JsonMapper.shared()
                    .writeValueAsBytes(
                        List.of(tool.name(), tool.description(), tool.inputSchema()))));
    var system = sha256();
    update(system, prompt.system().getBytes(UTF_8));
    return new PromptPrint(hex(system), hex(tools), parts, messages(prompt, parts));
  }

  /** A digest of the first parts; of all where there are fewer. */
  private static String messages(Prompt prompt, int parts) {
    var digest = sha256();
    int left = parts;
    for (var message : prompt.messages()) {
      for (var part : message.parts()) {
        if (left-- > 0) {
          update(digest, message.role().name().getBytes(UTF_8));
          update(digest, JsonMapper.shared().writeValueAsBytes(part));
        }
      }
    }
    return hex(digest);
  }

  /** The first piece of a later prompt that does not begin as here; null when all do. */
  public @Nullable Piece brokenBy(Prompt later) {
    var its = of(later, parts);
    if (!its.tools.equals(tools)) {
      return Piece.TOOLS;
    }
    if (!its.system.equals(system)) {
      return Piece.SYSTEM;
    }
    return its.messages.equals(messages) ? null : Piece.MESSAGES;
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

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
