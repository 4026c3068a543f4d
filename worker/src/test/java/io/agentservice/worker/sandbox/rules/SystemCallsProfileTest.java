package io.agentservice.worker.sandbox.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What podman and docker are told of system calls is what bubblewrap is told. */
class SystemCallsProfileTest {
  private final JsonObject profile =
      JsonObject.parse(
          new String(SystemCallsProfile.of("amd64").orElseThrow(), StandardCharsets.UTF_8));

  @Test
  void whatNobodyMayIsRefusedWhateverItsArgumentsAre() {
    var refused =
        rules().stream()
            .filter(rule -> !rule.toJson().contains("\"args\""))
            .collect(
                Collectors.toMap(
                    rule -> rule.number("errnoRet", 0), SystemCallsProfileTest::names));
    assertThat(refused).isEqualTo(Map.of(1L, SystemCalls.refused(), 38L, List.of("clone3")));
    assertThat(SystemCalls.refused()).contains("mount", "setns", "bpf", "keyctl", "io_uring_setup");
  }

  @Test
  void namespacesOfUsersAndInputIntoTerminalsAreRefusedByTheirBits() {
    assertThat(conditions("clone")).containsExactly("0 268435456 268435456 SCMP_CMP_MASKED_EQ");
    assertThat(conditions("unshare")).isEqualTo(conditions("clone"));
    assertThat(conditions("ioctl"))
        .containsExactly(
            "1 4294967295 21522 SCMP_CMP_MASKED_EQ", "1 4294967295 21532 SCMP_CMP_MASKED_EQ");
  }

  @Test
  void socketsAreLocalOrOfTheInternetOrOfTheKernelsNetlink() {
    var refused =
        IntStream.of(0, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15)
            .mapToObj(family -> "0 4294967295 %d SCMP_CMP_MASKED_EQ".formatted(family))
            .collect(Collectors.toList());
    refused.add("0 16 -1 SCMP_CMP_GT");
    assertThat(conditions("socket")).isEqualTo(refused);
  }

  @Test
  void forOtherProcessorsThereIsNone() {
    assertThat(SystemCallsProfile.of("riscv64")).isEmpty();
    assertThat(SystemCallsProfile.of("aarch64")).isPresent();
  }

  private List<JsonObject> rules() {
    return profile.objects("syscalls");
  }

  private static List<String> names(JsonObject rule) {
    return rule.list("names").stream().map(String::valueOf).toList();
  }

  private List<String> conditions(String call) {
    return rules().stream()
        .filter(rule -> names(rule).contains(call))
        .flatMap(rule -> rule.objects("args").stream())
        .map(condition ->
            "%d %d %d %s"
                .formatted(
                    condition.number("index", -1),
                    condition.number("value", -1),
                    condition.number("valueTwo", -1),
                    condition.required("op")))
        .toList();
  }
}
