package io.agentservice.llm.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Sockets without Nagle's algorithm, which costs each call 40 ms. */
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
