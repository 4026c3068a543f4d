package io.agentservice.wire.frames;

import io.avaje.json.JsonReader;
import io.avaje.json.PropertyNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON text. The codec's own reader refuses strings of more than 64 KiB, and a file
 * travels as one string of up to 5.6 MB; this one has no limit but the frame's. Public for the
 * remote, whose browser sends pictures in the same way.
 *
 * <p>Malformed text ends in an {@link IllegalStateException} (or another runtime exception of a
 * number's parser), never in an endless loop: every step moves on.
 */
public final class FrameReader implements JsonReader {
  private static final int MAX_DEPTH = 64;

  private final String json;
  private int at;
  private int depth;
  private boolean afterOpening;

  /** Reads from the beginning. */
  public FrameReader(String json) {
    this.json = json;
  }

  /** Nothing but white space may follow the value. */
  void requireEnd() {
    skipSpace();
    if (at < json.length()) {
      throw bad("something after the end");
    }
  }

  @Override
  public void beginObject(PropertyNames names) {
    beginObject();
  }

  @Override
  public void beginObject() {
    open('{');
  }

  @Override
  public void endObject() {
    close('}');
  }

  @Override
  public boolean hasNextField() {
    return hasNext('}');
  }

  @Override
  public String nextField() {
    var name = string();
    expect(':');
    return name;
  }

  @Override
  public void beginArray() {
    open('[');
  }

  @Override
  public void endArray() {
    close(']');
  }

  @Override
  public boolean hasNextElement() {
    return hasNext(']');
  }

  @Override
  public boolean isNullValue() {
    return take("null");
  }

  @Override
  public boolean readBoolean() {
    if (take("true")) {
      return true;
    }
    if (take("false") || take("null")) {
      return false;
    }
    throw bad("no boolean");
  }

  @Override
  public int readInt() {
    return Math.toIntExact(readLong());
  }

  @Override
  public long readLong() {
    return take("null") ? 0 : Long.parseLong(number());
  }

  @Override
  public double readDouble() {
    return take("null") ? 0 : Double.parseDouble(number());
  }

  @Override
  public BigDecimal readDecimal() {
    return new BigDecimal(number());
  }

  @Override
  public BigInteger readBigInteger() {
    return new BigInteger(number());
  }

  @Override
  public @Nullable String readString() {
    return take("null") ? null : string();
  }

  @Override
  public byte[] readBinary() {
    return Base64.getDecoder().decode(string());
  }

  @Override
  public String readRaw() {
    skipSpace();
    var from = at;
    skipValue();
    return json.substring(from, at);
  }

  @Override
  public void skipValue() {
    switch (currentToken()) {
      case STRING -> string();
      case NUMBER -> number();
      case BOOLEAN -> readBoolean();
      case NULL -> take("null");
      case BEGIN_OBJECT -> {
        beginObject();
        while (hasNextField()) {
          nextField();
          skipValue();
        }
        endObject();
      }
      case BEGIN_ARRAY -> {
        beginArray();
        while (hasNextElement()) {
          skipValue();
        }
        endArray();
      }
    }
  }

  @Override
  public Token currentToken() {
    return switch (peek()) {
      case '{' -> Token.BEGIN_OBJECT;
      case '[' -> Token.BEGIN_ARRAY;
      case '"' -> Token.STRING;
      case 't', 'f' -> Token.BOOLEAN;
      case 'n' -> Token.NULL;
      default -> Token.NUMBER;
    };
  }

  @Override
  public String location() {
    return "at character " + at;
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    return type.cast(this);
  }

  @Override
  public void unmappedField(String name) {
    // a newer peer may say more than we know
  }

  @Override
  public void close() {}

  private void open(char bracket) {
    expect(bracket);
    afterOpening = true;
    if (++depth > MAX_DEPTH) {
      throw bad("too deep");
    }
  }

  private void close(char bracket) {
    expect(bracket);
    afterOpening = false;
    depth--;
  }

  private boolean hasNext(char closing) {
    if (peek() == closing) {
      return false;
    }
    if (!afterOpening) {
      expect(',');
    }
    afterOpening = false;
    return true;
  }

  private char peek() {
    skipSpace();
    if (at >= json.length()) {
      throw bad("end of text");
    }
    return json.charAt(at);
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw bad("no " + wanted);
    }
    at++;
  }

  private boolean take(String word) {
    skipSpace();
    if (!json.startsWith(word, at)) {
      return false;
    }
    at += word.length();
    return true;
  }

  private void skipSpace() {
    while (at < json.length() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
      at++;
    }
  }

  private String number() {
    skipSpace();
    var from = at;
    while (at < json.length() && "+-.0123456789eE".indexOf(json.charAt(at)) >= 0) {
      at++;
    }
    if (at == from) {
      throw bad("no value");
    }
    return json.substring(from, at);
  }

  private String string() {
    expect('"');
    var from = at;
    var text = new StringBuilder(0);
    while (at < json.length()) {
      var c = json.charAt(at++);
      if (c == '"') {
        var last = json.substring(from, at - 1);
        return text.isEmpty() ? last : text.append(last).toString();
      }
      if (c == '\\') {
        text.append(json, from, at - 1).append(escaped());
        from = at;
      } else if (c < ' ') {
        throw bad("control character in a string");
      }
    }
    throw bad("string without end");
  }

  private char escaped() {
    if (at >= json.length()) {
      throw bad("end of text");
    }
    var c = json.charAt(at++);
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        if (at + 4 > json.length()) {
          throw bad("end of text");
        }
        at += 4;
        yield (char) Integer.parseInt(json, at - 4, at, 16);
      }
      default -> throw bad("unknown escape");
    };
  }

  private IllegalStateException bad(String what) {
    return new IllegalStateException(what + " " + location());
  }
}
