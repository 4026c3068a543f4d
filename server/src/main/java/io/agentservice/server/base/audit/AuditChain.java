package io.agentservice.server.base.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.WireName;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * How audit records are chained (ADR 35): a record's hash is the SHA-256 of its canonical JSON with
 * its seal but for the hash; the seal holds the hash of the record before.
 */
public final class AuditChain {
  /** The previous hash of the first record. */
  public static final String BEGINNING = "0".repeat(64);

  static final String SEAL = "seal";
  static final String HASH = "hash";

  /** Sorted keys, no blanks. */
  private static final JsonMapper CANONICAL =
      Json.MAPPER.rebuild().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  private AuditChain() {}

  /** In lower-case hex, of a record as the API shows it, in either word for the product. */
  public static String hash(ObjectNode record) {
    var hashed = record.deepCopy();
    ((ObjectNode) hashed.get(SEAL)).remove(HASH);
    String ours = WireName.ours(CANONICAL.writeValueAsString(hashed));
    // Once more, since names of fields may have changed, and so their order.
    String canonical = CANONICAL.writeValueAsString(Json.MAPPER.readTree(ours));
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
