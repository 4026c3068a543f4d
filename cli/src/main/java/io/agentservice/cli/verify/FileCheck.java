package io.agentservice.cli.verify;

import io.agentservice.client.http.ClientException;
import io.agentservice.worker.doctor.Finding;
import java.security.SecureRandom;
import java.util.Arrays;

/** A file is stored, and read again by each server and from where it lies. */
record FileCheck(Subject subject) {
  private static final int SIZE = 1 << 20;

  Finding examine(String org) {
    var content = new byte[SIZE];
    new SecureRandom().nextBytes(content);
    long begun = System.nanoTime();
    var file = subject.client().organization(org).attachments().upload("agent-verify.bin", content);
    var reader = subject.client().organization(org).attachments();
    for (var server : subject.all().entrySet()) {
      var place = server.getValue().organization(org).attachments().place(file);
      try {
        if (!Arrays.equals(reader.read(place), content)) {
          return Finding.problem(
              "A file that was stored comes back as another from " + server.getKey(),
              "Look at the store of files, and what stands before it");
        }
      } catch (ClientException e) {
        return Finding.problem(
            "A file that was stored can't be read by the address that %s gives: %s"
                .formatted(server.getKey(), e.getMessage()),
            "Callers need to reach AGENT_BASE_URL, or the endpoint of the store, and all servers one store");
      }
    }
    long millis = (System.nanoTime() - begun) / 1_000_000;
    return Finding.ok(
        "1 MiB was stored and read again, in %d ms; the service removes it after 30 days"
            .formatted(millis));
  }
}
