package io.agentservice.cli.terminal;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Texts as people give them. */
public final class Prompts {
  /** Stands for standard input, since the system takes no argument of more than 128 KiB. */
  private static final String STANDARD_INPUT = "-";

  private static final int LARGEST = 16 << 20; // bytes

  private Prompts() {}

  /**
   * The text of an argument; for {@code -} all of standard input.
   *
   * @param what what it is, for the message when there is none
   * @throws CommandFailure when it is blank
   */
  public static String read(String what, String given) {
    return read(what, given, System.in);
  }

  /** As above with a standard input of one's own. */
  static String read(String what, String given, InputStream input) {
    var text = given.equals(STANDARD_INPUT) ? all(input) : given;
    if (text.isBlank()) {
      throw CommandFailure.usage(
          "the %s is empty".formatted(what),
          "give a text for the agent, or - and the text on standard input");
    }
    return text;
  }

  /**
   * What nobody is to read: asked for at a terminal and not shown, else all of standard input but
   * for the end of its last line.
   *
   * @throws CommandFailure when it is empty
   */
  @SuppressWarnings("SystemConsoleNull") // never null on this JDK, but its declaration allows it
  public static String hidden(String what) {
    var console = System.console();
    if (console == null || !console.isTerminal()) {
      return nonEmpty(what, withoutEnd(all(System.in)));
    }
    char[] typed = console.readPassword("%s (not shown): ", what);
    return nonEmpty(what, typed == null ? "" : new String(typed));
  }

  /** The same of a file; null: as above. */
  public static String hidden(String what, @Nullable String file) {
    return file == null ? hidden(what) : nonEmpty(what, withoutEnd(file(file)));
  }

  private static String withoutEnd(String text) {
    return text.replaceFirst("\\R\\z", "");
  }

  private static String nonEmpty(String what, String secret) {
    if (secret.isEmpty()) {
      throw CommandFailure.usage(
          "the %s is empty".formatted(what), "type it, or give it on standard input");
    }
    return secret;
  }

  /**
   * The text of a file; for {@code -} all of standard input.
   *
   * @throws CommandFailure when there is none, or it can't be read
   */
  static String file(String name) {
    if (name.equals(STANDARD_INPUT)) {
      return all(System.in);
    }
    try (var input = Files.newInputStream(Path.of(name))) {
      return text(name, input);
    } catch (NoSuchFileException | InvalidPathException _) {
      throw CommandFailure.usage("there is no file " + name, "name one, or - and standard input");
    } catch (AccessDeniedException _) {
      throw CommandFailure.failed(name + " can't be read: you may not", null);
    } catch (IOException e) {
      throw CommandFailure.failed("%s can't be read: %s".formatted(name, e.getMessage()), null);
    }
  }

  /** The JSON object in such a file. */
  public static JsonObject object(String name) {
    try {
      return JsonObject.parse(file(name));
    } catch (JsonException _) {
      throw CommandFailure.usage(
          name + " holds no JSON object", "it is to hold what the service takes; see docs/api");
    }
  }

  private static String all(InputStream input) {
    try {
      return text("standard input", input);
    } catch (IOException e) {
      throw CommandFailure.failed("can't read standard input: " + e.getMessage(), null);
    }
  }

  /** No device without end is read into memory, and nothing is sent that only looks like text. */
  private static String text(String name, InputStream input) throws IOException {
    byte[] bytes = input.readNBytes(LARGEST + 1);
    if (bytes.length > LARGEST) {
      throw CommandFailure.failed(
          "%s holds more than %d MiB".formatted(name, LARGEST >> 20), "no request may be as large");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      throw CommandFailure.failed(name + " is no text in UTF-8", null);
    }
  }
}
