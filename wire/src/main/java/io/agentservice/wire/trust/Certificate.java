package io.agentservice.wire.trust;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Map;
import javax.net.ssl.SSLSocket;

/** The certificate that a server shows. */
public final class Certificate {
  private static final int MILLIS = 10_000;
  private static final int HTTPS = 443;

  private Certificate() {}

  /**
   * When it ends; the server is asked directly, whatever proxies there are.
   *
   * @throws IOException when it is not reached, or is not trusted
   */
  public static Instant end(URI address, Map<String, String> environment) throws IOException {
    int port = address.getPort() == -1 ? HTTPS : address.getPort();
    var host = address.getHost();
    try (var plain = new Socket()) {
      plain.connect(new InetSocketAddress(host, port), MILLIS);
      plain.setSoTimeout(MILLIS);
      var factory = MachineTrust.context(environment).getSocketFactory();
      try (var socket = (SSLSocket) factory.createSocket(plain, host, port, true)) {
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        var first = (X509Certificate) socket.getSession().getPeerCertificates()[0];
        return first.getNotAfter().toInstant();
      }
    }
  }
}
