package io.agentservice.server.engine.push.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** By the example of RFC 8291, appendix A, and the rules of RFC 8292. */
class SealingTest {
  private static final String READER =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  private static final String SENDER =
      "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);

  private static byte[] bytes(String base64) {
    return Base64.getUrlDecoder().decode(base64);
  }

  @Test
  void theExampleOfTheStandardComesOutAsItStandsThere() {
    var pair =
        new KeyPair(
            P256.publicKey(bytes(SENDER)),
            P256.privateKey(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")));
    byte[] body =
        SealedBody.of(
            "When I grow up, I want to be a watermelon".getBytes(StandardCharsets.UTF_8),
            P256.publicKey(bytes(READER)),
            bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            pair,
            bytes("DGv6ra1nlYgDCS1FRnbzlw"));
    assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(body))
        .isEqualTo(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
                + "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBW"
                + "LVWGNWQexSgSxsj_Qulcy4a-fN");
  }

  @Test
  void whatIsNoPointOfTheCurveIsRefused() {
    byte[] off = bytes(READER);
    off[64] ^= 1;
    byte[] compressed = bytes(READER);
    compressed[0] = 2;
    byte[] beyond = new byte[P256.PUBLIC_BYTES];
    Arrays.fill(beyond, (byte) -1);
    beyond[0] = 4;
    for (byte[] bad : new byte[][] {off, compressed, beyond, new byte[0], new byte[64]}) {
      assertThatIllegalArgumentException().isThrownBy(() -> P256.publicKey(bad));
    }
  }

  @Test
  void keysComeBackFromTheirBytesAlsoShortOnes() {
    for (int i = 0; i < 600; i++) { // every 256th number begins with a zero
      var pair = P256.fresh();
      byte[] open = P256.bytes((ECPublicKey) pair.getPublic());
      assertThat(P256.publicKey(open)).isEqualTo(pair.getPublic());
      byte[] secret = P256.bytes((ECPrivateKey) pair.getPrivate());
      assertThat(secret).hasSize(32);
      assertThat(P256.privateKey(secret).getS())
          .isEqualTo(((ECPrivateKey) pair.getPrivate()).getS());
    }
  }

  @Test
  void aLongerTextThanEveryServiceTakesIsRefused() {
    var reader = P256.publicKey(bytes(READER));
    assertThat(SealedBody.of(new byte[3072], reader, new byte[16])).hasSizeLessThan(4096);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SealedBody.of(new byte[3073], reader, new byte[16]));
  }

  @Test
  void theProofNamesTheServiceItsEndAndTheContactAndIsSigned() throws Exception {
    var pair = P256.fresh();
    byte[] open = P256.bytes((ECPublicKey) pair.getPublic());
    var vapid = new Vapid(open, (ECPrivateKey) pair.getPrivate());
    String header =
        vapid.authorization(
            URI.create("https://push.example.org:8443/wpush/v2/abc?x=1"),
            "mailto:a@example.org",
            NOW);
    assertThat(header).startsWith("vapid t=").endsWith(", k=" + vapid.publicText());
    var parts = header.substring("vapid t=".length(), header.indexOf(',')).split("\\.", -1);
    assertThat(new String(bytes(parts[0]), StandardCharsets.UTF_8))
        .isEqualTo("{\"typ\":\"JWT\",\"alg\":\"ES256\"}");
    assertThat(new String(bytes(parts[1]), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"aud\":\"https://push.example.org:8443\",\"exp\":1800043200,\"sub\":\"mailto:a@example.org\"}");
    var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initVerify(pair.getPublic());
    signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
    assertThat(signature.verify(bytes(parts[2]))).isTrue();
    assertThat(bytes(parts[2])).hasSize(64);
    assertThat(vapid.toString()).doesNotContain(parts[2]);
  }
}
