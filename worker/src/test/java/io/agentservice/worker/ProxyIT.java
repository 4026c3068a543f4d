package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.exit.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** A worker that reaches the service through a proxy only: its name exists nowhere. */
class ProxyIT extends WorkerProcesses {
  private static final String PASSWORD = "p@ss word";
  private static final String LOGIN =
      "Basic "
          + Base64.getEncoder().encodeToString(("me:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

  @Test
  void everythingGoesThroughTheProxyAndItsPasswordIsShownNowhere() throws Exception {
    try (var proxy = new ForwardProxy(api.port(), LOGIN)) {
      environment.put("AGENT_API_URL", "http://agent.test");
      environment.put("http_proxy", "http://me:p%40ss%20word@127.0.0.1:" + proxy.port());
      serveOnce();
      assertThat(proxy.requests)
          .hasSameSizeAs(api.requests)
          .contains(
              "POST http://agent.test/opbeta/outposts/agents/" + SESSION + "/claim",
              "GET http://agent.test/static/agent-rs/remote/agent-remote_4f0c1d2_linux_x64",
              "POST http://agent.test/opbeta/outposts/agents/" + SESSION + "/release");
    }
  }

  @Test
  void anHttpsServiceIsReachedThroughATunnel() throws Exception {
    var store = keyStore();
    try (var secure = new ScriptedApi(tls(store));
        var proxy = new ForwardProxy(secure.port(), LOGIN)) {
      script(secure);
      environment.put("AGENT_API_URL", "https://agent.test");
      environment.put("HTTPS_PROXY", "me:p%40ss%20word@127.0.0.1:" + proxy.port());
      jvm.add("-Djavax.net.ssl.trustStore=" + store);
      jvm.add("-Djavax.net.ssl.trustStorePassword=changeit");
      serveOnce(secure);
      assertThat(secure.requests).contains("GET /static/agent-rs/remote/latest_linux_x64");
      assertThat(proxy.requests).isNotEmpty().containsOnly("CONNECT agent.test:443");
    }
  }

  @Test
  void aProxyThatRefusesThePasswordIsSaidPlainly() throws Exception {
    try (var proxy = new ForwardProxy(api.port(), LOGIN)) {
      environment.put("AGENT_API_URL", "http://agent.test");
      environment.put("HTTP_PROXY", "http://me:wrong@127.0.0.1:" + proxy.port());
      var worker = worker("first");
      assertThat(worker.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(worker.exitValue()).isEqualTo(ExitCode.FAILURE);
      assertThat(log("first")).contains("The proxy on the way asks for a user and password");
      assertThat(api.requests).isEmpty();
    }
  }

  @Test
  void whatNoProxyNamesIsCalledDirectlyAndAMalformedProxyIsNotPassedBy() throws Exception {
    try (var proxy = new ForwardProxy(api.port(), null)) {
      environment.put("AGENT_API_URL", "http://agent.test");
      environment.put("HTTP_PROXY", "http://127.0.0.1:" + proxy.port());
      environment.put("no_proxy", ".test");
      worker("first");
      await(() -> log("first").contains("No answer from http://agent.test"));
      assertThat(log("first")).contains("unknown host");
      assertThat(proxy.requests).isEmpty();
    }
    environment.put("HTTP_PROXY", "http://me:se^cret@proxy.test");
    environment.put("no_proxy", "");
    worker("second", "--acceptor-id=w-2");
    await(() -> log("second").contains("HTTP_PROXY is no address"));
    assertThat(log("second")).doesNotContain("se^cret");
  }

  private void serveOnce() throws Exception {
    serveOnce(api);
  }

  private void serveOnce(ScriptedApi service) throws Exception {
    service.list("pending", entry("pending", "pending", null));
    service.entry(entry("claimed", "suspended", null));
    Files.writeString(temporary.resolve("work/go"), "");
    var worker = worker("first", "--once");
    assertThat(worker.waitFor(120, TimeUnit.SECONDS)).as(log("first")).isTrue();
    assertThat(worker.exitValue()).as(log("first")).isZero();
    assertThat(log("first"))
        .contains("released " + SESSION)
        .doesNotContain("p%40ss", PASSWORD, LOGIN.substring(6));
  }

  private Path keyStore() throws IOException, InterruptedException {
    var store = temporary.resolve("store.p12");
    var keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "agent",
                "-keyalg",
                "EC",
                "-dname",
                "CN=agent.test",
                "-ext",
                "san=dns:agent.test",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return store;
  }

  private static SSLContext tls(Path store) throws Exception {
    var keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, "changeit".toCharArray());
    var context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
