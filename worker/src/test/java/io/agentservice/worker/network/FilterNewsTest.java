package io.agentservice.worker.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.wire.fleet.QueueEntry.Allow;
import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import io.agentservice.worker.network.policy.LivePolicy;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hosts that people allow while the session runs. */
@Timeout(200)
class FilterNewsTest extends FilterScenario {
  private static final URI GATEWAY = URI.create("ws://gateway.test:1/x");
  private static final Allow LOOPBACK = new Allow(null, "127.0.0.0/8", null);

  @Test
  void aHostThatWasAllowedMeanwhileIsReachedOnceTheFilterHasLooked() throws Exception {
    var server = new Server("");
    filter("good.test");
    var asked = "asked.test:" + server.port();
    assertThatThrownBy(() -> client().tunnel(asked)).hasMessageContaining("403");
    assertThat(named("asked.test")).isEqualTo("no");

    allow("good.test", "asked.test");
    assertThat(named("asked.test")).isEqualTo("yes");
    client().tunnel(asked);
    client().tunnel("good.test:" + server.port());
    assertThatThrownBy(() -> client().tunnel("other.test:" + server.port()))
        .hasMessageContaining("403");
  }

  @Test
  void withoutAnAnswerOfTheServiceAllStaysAsItWas() throws Exception {
    var server = new Server("");
    filter("good.test");
    latest.set(Optional.empty());
    assertThat(named("good.test")).isEqualTo("yes");
    assertThat(named("asked.test")).isEqualTo("no");

    latest.set(
        Optional.of(NetworkPolicy.UNRESTRICTED)); // it would be a filter that filters nothing
    assertThat(named("asked.test")).isEqualTo("no");
    client().tunnel("good.test:" + server.port());
  }

  @Test
  void manyWhoAskAtOnceShareTheAnswersOfFewLooks() throws Exception {
    var looks = new AtomicInteger();
    var begin = new CountDownLatch(1);
    var live =
        new LivePolicy(
            new NetworkPolicy(true, List.of()),
            GATEWAY,
            () -> {
              looks.incrementAndGet();
              return Optional.of(policy("asked.test"));
            });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var asking = new ArrayList<Callable<Boolean>>();
      for (int i = 0; i < 50; i++) {
        asking.add(() -> {
          begin.await();
          return live.refreshed().names("asked.test");
        });
      }
      var answers = asking.stream().map(threads::submit).toList();
      begin.countDown();
      for (var answer : answers) {
        assertThat(answer.get()).isTrue();
      }
    }
    assertThat(looks.get()).isBetween(1, 10);
  }

  private String named(String host) throws IOException {
    try (var client = client()) {
      return client
          .say("GET /names/" + host + " HTTP/1.1\r\nHost: filter\r\n\r\n")
          .hearAll()
          .replaceFirst("(?s).*\r\n\r\n", "")
          .strip();
    }
  }

  private void allow(String... hosts) {
    latest.set(Optional.of(policy(hosts)));
  }

  private static NetworkPolicy policy(String... hosts) {
    var allowed = new ArrayList<>(List.of(LOOPBACK));
    for (var host : hosts) {
      allowed.add(new Allow(host, null, null));
    }
    return new NetworkPolicy(true, allowed);
  }
}
