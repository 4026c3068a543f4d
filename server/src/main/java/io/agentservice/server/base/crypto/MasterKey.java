package io.agentservice.server.base.crypto;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.TinkProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.AesGcmKey;
import com.google.crypto.tink.aead.AesGcmParameters;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import com.google.crypto.tink.util.SecretBytes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The installation's key: a Tink keyset in JSON, or 32 random bytes in base64. Prints its
 * fingerprint only.
 */
public final class MasterKey {
  private static final int BYTES = 32;
  private static final int FINGERPRINT_BYTES = 8;

  /** The keys themselves in a keyset's JSON. */
  private static final Pattern VALUE = Pattern.compile("\"value\"\\s*:\\s*\"([^\"]+)\"");

  private final String text;
  private final KeysetHandle keyset;

  private MasterKey(String text, KeysetHandle keyset) {
    this.text = text;
    this.keyset = keyset;
  }

  public static MasterKey fresh() {
    try {
      AeadConfig.register();
      var keyset =
          KeysetHandle.generateNew(
              PredefinedAeadParameters.AES256_GCM, RegistryConfiguration.get());
      var text =
          TinkJsonProtoKeysetFormat.serializeKeyset(
              keyset, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
      return new MasterKey(text, keyset);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key can't be made", e);
    }
  }

  /** Throws IllegalArgumentException, to go on after its name and without it, when it is no key. */
  public static MasterKey of(String text) {
    var stripped = text.strip();
    try {
      AeadConfig.register();
      return new MasterKey(stripped, stripped.startsWith("{") ? keyset(stripped) : raw(stripped));
    } catch (GeneralSecurityException | RuntimeException _) { // their messages may hold the text
      throw new IllegalArgumentException(
          "must be 32 random bytes in base64 (openssl rand -base64 32), or what a master.key holds");
    }
  }

  private static KeysetHandle keyset(String json) throws GeneralSecurityException {
    return TinkJsonProtoKeysetFormat.parseKeyset(
        json, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
  }

  @AccessesPartialKey // whose form is given: 32 bytes of AES-GCM
  private static KeysetHandle raw(String base64) throws GeneralSecurityException {
    byte[] bytes = Base64.getDecoder().decode(base64);
    if (bytes.length != BYTES) {
      throw new GeneralSecurityException("another length");
    }
    var parameters =
        AesGcmParameters.builder()
            .setKeySizeBytes(BYTES)
            .setIvSizeBytes(12)
            .setTagSizeBytes(16)
            .setVariant(AesGcmParameters.Variant.NO_PREFIX)
            .build();
    var key =
        AesGcmKey.builder()
            .setParameters(parameters)
            .setKeyBytes(SecretBytes.copyFrom(bytes, InsecureSecretKeyAccess.get()))
            .build();
    return KeysetHandle.newBuilder()
        .addEntry(KeysetHandle.importKey(key).withFixedId(1).makePrimary())
        .build();
  }

  /** The text that {@link #of} reads. A secret. */
  public String text() {
    return text;
  }

  /** All texts that give the key away. */
  public List<String> secrets() {
    var secrets = new ArrayList<String>();
    secrets.add(text);
    VALUE.matcher(text).results().forEach(found -> secrets.add(found.group(1)));
    return List.copyOf(secrets);
  }

  /** An HMAC key derived from this one, which it does not give away. */
  SecretKey derived(String purpose) {
    try {
      return KDF.getInstance("HKDF-SHA256")
          .deriveKey(
              "HmacSHA256",
              HKDFParameterSpec.ofExtract()
                  .addIKM(bytes())
                  .thenExpand(purpose.getBytes(StandardCharsets.UTF_8), BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HKDF-SHA256", e);
    }
  }

  private byte[] bytes() throws GeneralSecurityException {
    return TinkProtoKeysetFormat.serializeKeyset(
        keyset, InsecureSecretKeyAccess.get(), RegistryConfiguration.get());
  }

  /** 16 hexadecimal digits. */
  public String fingerprint() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update("agent master key".getBytes(StandardCharsets.US_ASCII));
      byte[] hash = digest.digest(bytes());
      return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  Aead aead() {
    try {
      return keyset.getPrimitive(RegistryConfiguration.get(), Aead.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the key can't encrypt", e);
    }
  }

  @Override
  public String toString() {
    return "MasterKey[" + fingerprint() + "]";
  }
}
