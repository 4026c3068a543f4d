package io.agentservice.worker.doctor;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Addresses that are called or listened on, other than the API. */
final class NetworkChecks {
  private static final int CONNECT_MILLIS = 5_000;

  private NetworkChecks() {}

  static Finding gateway(Subject subject) {
    var url = subject.server().gatewayUrl();
    if (url == null) {
      return Finding.ok("each claim names it");
    }
    if (url.getHost() == null || !List.of("ws", "wss").contains(url.getScheme())) {
      return Finding.problem(
          "The gateway is a websocket address, not " + url,
          "Give --gateway-url as wss://host/gateway, or leave it out: each claim names one");
    }
    int port = url.getPort() != -1 ? url.getPort() : url.getScheme().equals("wss") ? 443 : 80;
    var fault = unreachable(url, port);
    return fault == null
        ? Finding.ok(url + " can be reached")
        : Finding.problem(
            "%s can't be reached: %s".formatted(url, fault),
            "Correct --gateway-url, or leave it out: each claim names one");
  }

  private static @Nullable String unreachable(URI url, int port) {
    var address = new InetSocketAddress(url.getHost(), port);
    if (address.isUnresolved()) {
      return "unknown host";
    }
    try (var socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return null;
    } catch (ConnectException _) {
      return "connection refused";
    } catch (SocketTimeoutException _) {
      return "no answer within " + CONNECT_MILLIS / 1000 + " s";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  static Finding healthPort(Subject subject) {
    if (subject.health().port() == 0) {
      return Finding.ok("health and metrics are off");
    }
    var address = new InetSocketAddress(subject.health().host(), subject.health().port());
    var fault = taken(address);
    return fault == null
        ? Finding.ok(address + " is free")
        : Finding.problem(
            "Health can't be answered on %s: %s".formatted(address, fault),
            "Choose another --health-port for each worker of a machine");
  }

  static Finding ptyBridgePort(Subject subject) {
    var port = subject.remote().ptyBridgePort();
    if (port == null) {
      return Finding.ok("a free one for each session");
    }
    var fault = taken(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return fault == null
        ? Finding.ok("port " + port + " is free")
        : Finding.warning(
            "Port %d can't be used: %s; `attach` will not work".formatted(port, fault),
            "Choose another --pty-bridge-port, or leave it out");
  }

  /** Why nothing can listen there; null when something could. */
  private static @Nullable String taken(InetSocketAddress address) {
    if (address.isUnresolved() || address.getPort() == 0) {
      return "unknown address";
    }
    try (var socket = new ServerSocket()) {
      socket.bind(address);
      return null;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
