package io.agentservice.wire.frames;

import io.avaje.json.JsonDataException;
import io.avaje.json.JsonReader;
import io.avaje.json.PropertyNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON whose strings may be of any length: the codec's own reader refuses those above 32 Ki
 * characters, and a file travels as one string of up to 5.6 MB. Malformed text ends in a {@link
 * JsonDataException}.
 */
public final class FrameReader implements JsonReader {
  private static final int FRAME_DEPTH = 64;

  private final String json;
  private final int maxDepth;
  private int at;
  private int depth;
  private boolean afterOpening;

  /** Reads from the beginning; nested as deep as frames may be. */
  public FrameReader(String json) {
    this(json, FRAME_DEPTH);
  }

  /** {@code maxDepth} is how many objects and arrays may be open at once, at least 1. */
  public FrameReader(String json, int maxDepth) {
    this.json = json;
    this.maxDepth = maxDepth;
  }

  /** Throws a {@link JsonDataException} when more than white space follows the value. */
  public void requireEnd() {
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
    try {
      return Math.toIntExact(readLong());
    } catch (ArithmeticException _) {
      throw bad("number too large");
    }
  }

  @Override
  public long readLong() {
    return take("null") ? 0 : number(Long::parseLong);
  }

  @Override
  public double readDouble() {
    return take("null") ? 0 : number(Double::parseDouble);
  }

  @Override
  public BigDecimal readDecimal() {
    return number(BigDecimal::new);
  }

  @Override
  public BigInteger readBigInteger() {
    return number(BigInteger::new);
  }

  @Override
  public @Nullable String readString() {
    return take("null") ? null : string();
  }

  @Override
  public byte[] readBinary() {
    try {
      return Base64.getDecoder().decode(string());
    } catch (IllegalArgumentException _) {
      throw bad("no base64");
    }
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
    if (++depth > maxDepth) {
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

  private <N> N number(Function<String, N> parser) {
    var digits = number();
    try {
      return parser.apply(digits);
    } catch (NumberFormatException _) {
      throw bad("no number");
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
        yield (char) hex(at - 4);
      }
      default -> throw bad("unknown escape");
    };
  }

  private int hex(int from) {
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = Character.digit(json.charAt(i), 16);
      if (digit < 0) {
        throw bad("unknown escape");
      }
      value = value * 16 + digit;
    }
    return value;
  }

  private JsonDataException bad(String what) {
    return new JsonDataException(what + " " + location());
  }
}
