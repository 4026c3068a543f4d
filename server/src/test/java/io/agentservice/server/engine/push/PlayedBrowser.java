package io.agentservice.server.engine.push;

import static io.agentservice.server.testing.JsonText.json;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.server.engine.push.sealing.P256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A browser and its push service in one: reads by its own key what was sealed for it. */
final class PlayedBrowser implements AutoCloseable {
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final JsonMapper MAPPER = new JsonMapper();

  private final KeyPair pair = P256.fresh();
  private final byte[] auth = new byte[16];
  private final HttpServer http;
  private final List<Told> told = new CopyOnWriteArrayList<>();
  private final Queue<int[]> answers = new ConcurrentLinkedQueue<>();

  /** A request, read. */
  record Told(JsonNode body, Headers headers) {}

  PlayedBrowser() {
    new SecureRandom().nextBytes(auth);
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.createContext("/", this::take);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.start();
  }

  String origin() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** What its page sends to the server. */
  String subscription(String name) {
    return json(
        "endpoint",
        origin() + "/send/secret-address",
        "p256dh",
        BASE64.encodeToString(P256.bytes((ECPublicKey) pair.getPublic())),
        "auth",
        BASE64.encodeToString(auth),
        "name",
        name);
  }

  /** The next request is answered so; {@code retryAfter} in seconds, -1: not said. */
  void answer(int status, int retryAfter) {
    answers.add(new int[] {status, retryAfter});
  }

  /** All requests up to now. */
  List<Told> told() {
    return List.copyOf(told);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      told.add(new Told(MAPPER.readTree(opened(body)), exchange.getRequestHeaders()));
      int[] answer = answers.poll();
      if (answer != null && answer[1] >= 0) {
        exchange.getResponseHeaders().add("Retry-After", String.valueOf(answer[1]));
      }
      exchange.sendResponseHeaders(answer == null ? 201 : answer[0], -1);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("not sealed for this browser", e);
    }
  }

  /** By RFC 8291, with HMAC alone. */
  private byte[] opened(byte[] body) throws GeneralSecurityException {
    var read = ByteBuffer.wrap(body);
    byte[] salt = new byte[16];
    read.get(salt);
    read.getInt();
    byte[] theirs = new byte[read.get()];
    read.get(theirs);
    byte[] sealed = new byte[read.remaining()];
    read.get(sealed);
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(pair.getPrivate());
    agreement.doPhase(P256.publicKey(theirs), true);
    byte[] ours = P256.bytes((ECPublicKey) pair.getPublic());
    byte[] info =
        ByteBuffer.allocate(14 + 2 * 65 + 1)
            .put("WebPush: info\0".getBytes(StandardCharsets.US_ASCII))
            .put(ours)
            .put(theirs)
            .put((byte) 1)
            .array();
    byte[] secret = mac(mac(auth, agreement.generateSecret()), info);
    byte[] begin = mac(salt, secret);
    byte[] key = mac(begin, "Content-Encoding: aes128gcm\0\1".getBytes(StandardCharsets.US_ASCII));
    byte[] nonce = mac(begin, "Content-Encoding: nonce\0\1".getBytes(StandardCharsets.US_ASCII));
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(key, 0, 16, "AES"),
        new GCMParameterSpec(128, nonce, 0, 12));
    byte[] clear = cipher.doFinal(sealed);
    return Arrays.copyOf(clear, clear.length - 1);
  }

  private static byte[] mac(byte[] key, byte[] text) throws GeneralSecurityException {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text);
  }

  /** The claims of who sent it; throws when that key did not sign them. */
  static JsonNode claims(Told told, String publicKey) throws GeneralSecurityException {
    String header = told.headers().getFirst("Authorization");
    String end = ", k=" + publicKey;
    if (!header.startsWith("vapid t=") || !header.endsWith(end)) {
      throw new GeneralSecurityException(header);
    }
    String token = header.substring("vapid t=".length(), header.length() - end.length());
    int dot = token.lastIndexOf('.');
    var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initVerify(P256.publicKey(Base64.getUrlDecoder().decode(publicKey)));
    signature.update(token.substring(0, dot).getBytes(StandardCharsets.US_ASCII));
    if (!signature.verify(Base64.getUrlDecoder().decode(token.substring(dot + 1)))) {
      throw new GeneralSecurityException("signed by somebody else");
    }
    return MAPPER.readTree(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]));
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
