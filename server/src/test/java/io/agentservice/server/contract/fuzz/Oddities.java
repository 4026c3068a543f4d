package io.agentservice.server.contract.fuzz;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What a program meets that is open to the world. */
final class Oddities {
  /** JSON of any kind; some of it is none. */
  private static final List<String> JSON =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "-0.0",
          "1.5",
          "2147483648",
          "9223372036854775807",
          "9223372036854775808",
          "1e400",
          "1e-400",
          "1e999999999",
          "1" + "0".repeat(300),
          "9".repeat(2000),
          "NaN",
          "01",
          "\"\"",
          "\" \"",
          "\"\\u0000\"",
          "\"a\\u0000b\"",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\\ud83d\\ude00\"",
          "\"\\ufeff\\u202e\\u0007\\u001b[31m\"",
          "\"\\ufffe\\uffff\"",
          "\"'; --\\\"<b>{{x}}${x}%s%n\\\\\"",
          "\"../../etc/passwd\"",
          "\"2024-02-30T25:61:61Z\"",
          "\"+292278994-08-17T07:12:55.807Z\"",
          "\"* * * * *\"",
          "\"0 0 31 2 *\"",
          "\"http://[::1\"",
          "\"(a+)+$\"",
          "\"unended",
          quoted("a", 255),
          quoted("a", 256),
          quoted("ä", 5000),
          quoted("\\ud83d\\ude00", 20_000),
          quoted("a", 300_000),
          "[]",
          "{}",
          "[null]",
          "[[[]]]",
          "[1,\"a\",null,{}]",
          "{\"\":null}",
          "{\"a\":1,\"a\":2}",
          "{\"__proto__\":{},\"$ref\":\"#\"}",
          nested(90),
          nested(101),
          nested(50_000),
          "{\"a\":".repeat(150) + "1" + "}".repeat(150),
          "[" + "0,".repeat(10_000) + "0]",
          "[" + "\"x\",".repeat(300) + "\"x\"]",
          "[" + "{},".repeat(5000) + "{}]");

  /** Texts of a parameter or a header. */
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "0",
          "-1",
          "1",
          "200",
          "201",
          "2147483648",
          "9223372036854775808",
          "1e3",
          "1.0",
          "NaN",
          "true",
          "TRUE",
          "null",
          "x",
          ",",
          ",,,",
          "a,b",
          "[]",
          "{}",
          "{\"first\":1}",
          "[1",
          "ä😀",
          "\0",
          "a\0b",
          "\u202e\u0007",
          "\ufeff",
          "..",
          ".",
          "../..",
          "a/b",
          "a;b=c",
          "a\\b",
          "%",
          "%00",
          "'\"--",
          "+",
          "a b",
          "0".repeat(32),
          "a".repeat(300),
          "a".repeat(5000),
          "1,".repeat(300),
          "2024-01-01",
          "253402300800",
          "-62135596801");

  private static final List<String> MEDIA_TYPES =
      List.of(
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
          "multipart/form-data; boundary=x",
          "application/json; charset=utf-16",
          "application/json; charset=nonsense",
          "application/json;;;",
          "application/problem+json",
          "*/*",
          "json",
          "application/" + "j".repeat(3000));

  private final Random random;

  Oddities(Random random) {
    this.random = random;
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  private static String quoted(String part, int times) {
    return '"' + part.repeat(times) + '"';
  }

  String json() {
    return pick(JSON);
  }

  String text() {
    return pick(TEXTS);
  }

  String mediaType() {
    return pick(MEDIA_TYPES);
  }

  private String pick(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** A body that was damaged on its way, or never was JSON. */
  byte[] damaged(byte[] body) {
    return switch (random.nextInt(8)) {
      case 0 -> new byte[0];
      case 1 -> join(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, body);
      case 2 -> new String(body, UTF_8).getBytes(UTF_16);
      case 3 -> join(body, body);
      case 4 -> join(body, new byte[] {0});
      case 5 -> noise();
      case 6 -> Arrays.copyOf(body, body.length == 0 ? 0 : random.nextInt(body.length));
      default -> overwritten(body);
    };
  }

  private byte[] noise() {
    byte[] noise = new byte[random.nextInt(200)];
    random.nextBytes(noise);
    return noise;
  }

  /** One byte is another, often one that UTF-8 does not know. */
  private byte[] overwritten(byte[] body) {
    if (body.length == 0) {
      return noise();
    }
    byte[] changed = body.clone();
    byte[] bad = {(byte) 0xff, (byte) 0xc0, (byte) 0xed, 0, (byte) random.nextInt(256)};
    changed[random.nextInt(changed.length)] = bad[random.nextInt(bad.length)];
    return changed;
  }

  private static byte[] join(byte[] first, byte[] second) {
    var all = new ByteArrayOutputStream();
    all.writeBytes(first);
    all.writeBytes(second);
    return all.toByteArray();
  }
}
