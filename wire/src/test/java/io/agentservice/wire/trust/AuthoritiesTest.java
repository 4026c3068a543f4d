package io.agentservice.wire.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are read; that their authorities count in a handshake: {@link MachineTrustTest}. */
class AuthoritiesTest {
  /** Nobody has its key. */
  private static final String OWN =
      """
      -----BEGIN CERTIFICATE-----
      MIIBhjCCASugAwIBAgIUEOU4Y6dUBxkgReD7s3DH4rC8D6YwCgYIKoZIzj0EAwIw
      GDEWMBQGA1UEAwwNb3duIGF1dGhvcml0eTAeFw0yNjExMjIxNjA5MDBaFw0yNjEx
      MjMxNjA5MDBaMBgxFjAUBgNVBAMMDW93biBhdXRob3JpdHkwWTATBgcqhkjOPQIB
      BggqhkjOPQMBBwNCAAQftXF6RVII6D31f1htXbDJZpsutiB694EUH4M+bz83r4Ab
      2GDFQoh8Hn4LJlZmxso5zsq5fyBbfbjCKok/caGKo1MwUTAdBgNVHQ4EFgQUqHPy
      3rtbcbKw6oEN8JTMAWSz7vIwHwYDVR0jBBgwFoAUqHPy3rtbcbKw6oEN8JTMAWSz
      7vIwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEApG4+LmJTWIXg
      tgeOCt7OHd6bBiKFbUd9jp/XCvGuKz0CIQCX9DF6gEwF9EbsdH1EvK1sGcyADR3l
      v5bxiLq0vSSgYA==
      -----END CERTIFICATE-----
      """;

  @TempDir private Path directory;
  private Path own;

  @BeforeEach
  void write() throws IOException {
    own = Files.writeString(directory.resolve("own.pem"), OWN);
  }

  private List<String> names(Map<String, String> environment, Path... bundles)
      throws GeneralSecurityException {
    return MachineTrust.authorities(environment, List.of(bundles)).stream()
        .map(authority -> authority.getSubjectX500Principal().getName())
        .toList();
  }

  @Test
  void authoritiesOfJavaStayTrustedBesideANamedFile() throws Exception {
    var javas = names(Map.of());
    assertThat(javas).hasSizeGreaterThan(50).doesNotContain("CN=own authority");
    assertThat(names(Map.of("SSL_CERT_FILE", own.toString())))
        .containsAll(javas)
        .endsWith("CN=own authority");
  }

  @Test
  void everyFileOfANamedDirectoryIsReadAndWhatIsNoneOfItsFilesIsNot() throws Exception {
    Files.createDirectory(directory.resolve("below"));
    Files.writeString(directory.resolve("README"), "no certificate");
    assertThat(names(Map.of("SSL_CERT_DIR", ":" + directory))).contains("CN=own authority");
  }

  @Test
  void ofSeveralInAFileADamagedOneIsLeftOut() throws Exception {
    var damaged = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    Files.writeString(own, damaged + damaged.replace("MIIB", "%") + OWN);
    assertThat(names(Map.of("SSL_CERT_FILE", own.toString()))).contains("CN=own authority");
  }

  @Test
  void theSystemsFirstBundleCountsWhenNothingIsNamed() throws Exception {
    var none = directory.resolve("none.pem");
    var empty = Files.createFile(directory.resolve("empty.pem"));
    assertThat(names(Map.of("SSL_CERT_FILE", " "), none, own)).contains("CN=own authority");
    assertThat(names(Map.of(), empty, own)).doesNotContain("CN=own authority");
  }

  @Test
  void theSystemsBundleIsNotReadWhenAFileOrADirectoryIsNamed() throws Exception {
    var empty = Files.createFile(directory.resolve("empty.pem"));
    var noFiles = Files.createDirectory(directory.resolve("empty"));
    assertThat(names(Map.of("SSL_CERT_FILE", empty.toString()), own))
        .doesNotContain("CN=own authority");
    assertThat(names(Map.of("SSL_CERT_DIR", noFiles.toString()), own))
        .doesNotContain("CN=own authority");
  }
}
