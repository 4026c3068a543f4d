package io.agentservice.wire.trust;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Security;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The authorities that {@code SSL_CERT_FILE} and {@code SSL_CERT_DIR} name, else the system's own
 * bundle, besides those of Java.
 */
public final class MachineTrust {
  /** Of Debian, Red Hat, and Alpine, BSD and macOS, and of what descends from them. */
  private static final List<Path> BUNDLES =
      List.of(
          Path.of("/etc/ssl/certs/ca-certificates.crt"),
          Path.of("/etc/pki/tls/certs/ca-bundle.crt"),
          Path.of("/etc/ssl/cert.pem"));

  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN (?:TRUSTED )?CERTIFICATE-----([^-]+)-----END");

  private MachineTrust() {}

  /** Throws IllegalArgumentException, one line for the operator, for an unreadable file. */
  public static SSLContext context(Map<String, String> environment) {
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (var authority : authorities(environment, BUNDLES)) {
        store.setCertificateEntry("authority-" + store.size(), authority);
      }
      var context = SSLContext.getInstance("TLS");
      context.init(null, managers(store).getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("Every Java has TLS", e);
    }
  }

  /**
   * As {@link #context}, for every connection of this process, those of libraries too; without the
   * variables nothing changes. To be called before the first connection, which reads the files:
   * most commands make none that needs them.
   */
  public static void everywhere(Map<String, String> environment) {
    var named = places(environment);
    if (!named.isEmpty()) {
      named.forEach(MachineTrust::checkReadable);
      Security.addProvider(new NamedAuthorities(() -> named(environment)));
      Security.setProperty("ssl.TrustManagerFactory.algorithm", NamedAuthorities.ALGORITHM);
    }
  }

  private static TrustManagerFactory managers(@Nullable KeyStore store)
      throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }

  /** Java's own first; of the bundles the first that is there, and only when nothing is named. */
  static Set<X509Certificate> authorities(Map<String, String> environment, List<Path> bundles)
      throws GeneralSecurityException {
    var all = new LinkedHashSet<X509Certificate>();
    for (var manager : managers(null).getTrustManagers()) {
      if (manager instanceof X509TrustManager javas) {
        all.addAll(List.of(javas.getAcceptedIssuers()));
      }
    }
    all.addAll(named(environment));
    if (environment.getOrDefault("SSL_CERT_FILE", "").isBlank()
        && environment.getOrDefault("SSL_CERT_DIR", "").isBlank()) {
      all.addAll(first(bundles));
    }
    return all;
  }

  private static Set<X509Certificate> named(Map<String, String> environment) {
    var all = new LinkedHashSet<X509Certificate>();
    for (var place : places(environment)) {
      try {
        all.addAll(Files.isDirectory(place) ? readAll(place) : read(place));
      } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
        throw unreadable(String.valueOf(e.getMessage()), e);
      }
    }
    return all;
  }

  private static List<Path> places(Map<String, String> environment) {
    var names = new ArrayList<String>();
    names.add(environment.getOrDefault("SSL_CERT_FILE", ""));
    names.addAll(List.of(environment.getOrDefault("SSL_CERT_DIR", "").split(":", -1)));
    return names.stream().filter(name -> !name.isBlank()).map(Path::of).toList();
  }

  private static void checkReadable(Path place) {
    if (!Files.isReadable(place)) {
      throw unreadable(place.toString(), null);
    }
  }

  private static IllegalArgumentException unreadable(String what, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "SSL_CERT_FILE or SSL_CERT_DIR cannot be read: " + what, cause);
  }

  private static List<X509Certificate> first(List<Path> bundles) {
    for (var bundle : bundles) {
      try {
        return read(bundle);
      } catch (IOException _) {
        // the next one
      }
    }
    return List.of();
  }

  /** A directory holds each certificate twice, by name and by hash, and other files. */
  private static List<X509Certificate> readAll(Path directory) throws IOException {
    var all = new ArrayList<X509Certificate>();
    try (var files = Files.newDirectoryStream(directory, Files::isRegularFile)) {
      for (var file : files) {
        all.addAll(read(file));
      }
    }
    return all;
  }

  /** The certificates of a file in PEM; one that is damaged or of an unknown kind is left out. */
  private static List<X509Certificate> read(Path file) throws IOException {
    var found = new ArrayList<X509Certificate>();
    var text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    for (var body : CERTIFICATE.matcher(text).results().map(part -> part.group(1)).toList()) {
      try {
        var bytes = Base64.getMimeDecoder().decode(body);
        var parsed =
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(bytes));
        if (parsed instanceof X509Certificate certificate) {
          found.add(certificate);
        }
      } catch (CertificateException | IllegalArgumentException _) {
        // as the system's own programs do
      }
    }
    return found;
  }
}
