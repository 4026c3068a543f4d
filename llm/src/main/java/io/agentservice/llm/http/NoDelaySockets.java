package io.agentservice.llm.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Sockets that send at once. With Nagle's algorithm the end of a request waits for the server's
 * delayed acknowledgement of its beginning: 40 ms for each call.
 */
final class NoDelaySockets extends SocketFactory {

  @Override
  public Socket createSocket() throws IOException {
    return at(new Socket());
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return at(new Socket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort)
      throws IOException {
    return at(new Socket(host, port, from, fromPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return at(new Socket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
      throws IOException {
    return at(new Socket(host, port, from, fromPort));
  }

  private static Socket at(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return socket;
  }
}
