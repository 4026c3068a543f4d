package io.agentservice.server.engine.push.sealing;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;

/** Keys on the curve P-256, written as browsers write them. */
public final class P256 {
  /** Of a public key: 4, x, y. */
  public static final int PUBLIC_BYTES = 65;

  private static final int NUMBER_BYTES = 32;
  private static final ECParameterSpec CURVE = curve();

  private P256() {}

  private static ECParameterSpec curve() {
    try {
      var parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec("secp256r1"));
      return parameters.getParameterSpec(ECParameterSpec.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has P-256", e);
    }
  }

  public static KeyPair fresh() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(CURVE);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has P-256", e);
    }
  }

  /** 65 bytes. */
  public static byte[] bytes(ECPublicKey key) {
    byte[] bytes = new byte[PUBLIC_BYTES];
    bytes[0] = 4;
    put(key.getW().getAffineX(), bytes, 1);
    put(key.getW().getAffineY(), bytes, 1 + NUMBER_BYTES);
    return bytes;
  }

  /** 32 bytes. A secret. */
  public static byte[] bytes(ECPrivateKey key) {
    byte[] bytes = new byte[NUMBER_BYTES];
    put(key.getS(), bytes, 0);
    return bytes;
  }

  private static void put(BigInteger number, byte[] into, int at) {
    byte[] digits = number.toByteArray(); // with a sign, or shorter
    int length = Math.min(digits.length, NUMBER_BYTES);
    System.arraycopy(digits, digits.length - length, into, at + NUMBER_BYTES - length, length);
  }

  /** Throws IllegalArgumentException for what is no point of the curve. */
  public static ECPublicKey publicKey(byte[] bytes) {
    if (bytes.length != PUBLIC_BYTES || bytes[0] != 4) {
      throw new IllegalArgumentException("no uncompressed point of P-256");
    }
    var x = new BigInteger(1, Arrays.copyOfRange(bytes, 1, 1 + NUMBER_BYTES));
    var y = new BigInteger(1, Arrays.copyOfRange(bytes, 1 + NUMBER_BYTES, PUBLIC_BYTES));
    if (!isOnCurve(x, y)) { // else an agreement could give our key away
      throw new IllegalArgumentException("no point of P-256");
    }
    try {
      return (ECPublicKey)
          KeyFactory.getInstance("EC")
              .generatePublic(new ECPublicKeySpec(new ECPoint(x, y), CURVE));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("no point of P-256", e);
    }
  }

  /** Of what {@link #bytes(ECPrivateKey)} wrote. */
  public static ECPrivateKey privateKey(byte[] bytes) {
    try {
      var spec = new ECPrivateKeySpec(new BigInteger(1, bytes), CURVE);
      return (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(spec);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("no private key of P-256", e);
    }
  }

  private static boolean isOnCurve(BigInteger x, BigInteger y) {
    var field = ((ECFieldFp) CURVE.getCurve().getField()).getP();
    if (x.compareTo(field) >= 0 || y.compareTo(field) >= 0) {
      return false;
    }
    var right =
        x.pow(3).add(CURVE.getCurve().getA().multiply(x)).add(CURVE.getCurve().getB()).mod(field);
    return y.multiply(y).mod(field).equals(right);
  }
}
