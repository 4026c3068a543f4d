package io.agentservice.llm.failures;

import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Says in words why there is no answer, or not all of it. */
final class TransportFailure {

  private TransportFailure() {}

  /** Whether the server's certificate is to blame, which no further try will change. */
  static boolean isUntrusted(Throwable cause) {
    return has(cause, CertPathBuilderException.class)
        || has(cause, CertificateException.class)
        || has(cause, SSLPeerUnverifiedException.class);
  }

  private static boolean has(Throwable cause, Class<? extends Throwable> kind) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (kind.isInstance(each)) {
        return true;
      }
    }
    return false;
  }

  /** {@code root} is the innermost cause. */
  static String words(Throwable cause, Throwable root) {
    if (isUntrusted(cause)) {
      return "its certificate is not trusted: " + said(root);
    }
    return switch (root) {
      case UnknownHostException unknown -> "there is no host " + name(unknown);
      case EOFException _ when isHead(cause) ->
          "not reachable: the server closed the connection without an answer";
      case EOFException _, ProtocolException _ -> "the answer broke off before its end";
      case InterruptedIOException _ ->
          "not reachable: no answer in time ("
              + said(root).replaceAll("^timeout$", "timed out")
              + ")";
      default -> "not reachable: " + said(root);
    };
  }

  /** Whether the wait was for the beginning of an answer. */
  private static boolean isHead(Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (String.valueOf(each.getMessage()).startsWith("unexpected end of stream on")) {
        return true;
      }
    }
    return false;
  }

  private static String name(UnknownHostException unknown) {
    String text = said(unknown);
    int colon = text.indexOf(':');
    return colon < 0 ? text : text.substring(0, colon);
  }

  private static String said(Throwable root) {
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}
