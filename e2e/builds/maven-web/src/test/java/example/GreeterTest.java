package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GreeterTest {
  @Test
  void greetsByBothClientsOfJava() throws Exception {
    var server = Greeter.start();
    try {
      var address = URI.create("http://localhost:" + server.port() + "/hello/you");
      try (var in = address.toURL().openStream()) {
        assertEquals("Hello you", new String(in.readAllBytes()));
      }
      var request = HttpRequest.newBuilder(address).build();
      var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      assertEquals("Hello you", answer.body());
    } finally {
      server.stop();
    }
    Files.createFile(Path.of(System.getenv("PROOF")));
  }
}
