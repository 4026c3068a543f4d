package io.agentservice.worker.sandbox.rules;

import io.agentservice.wire.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** {@link SystemCalls} as podman and docker take them: the same calls, with the same errors. */
public final class SystemCallsProfile {
  private static final Map<String, String> ARCHITECTURES =
      Map.of("amd64", "SCMP_ARCH_X86_64", "aarch64", "SCMP_ARCH_AARCH64");

  /** The kernel looks at the lower half of such an argument only. */
  private static final long LOWER_HALF = 0xFFFF_FFFFL;

  private SystemCallsProfile() {}

  /** The profile, JSON in UTF-8, for a processor as Java names it; empty where we have none. */
  public static Optional<byte[]> of(String processor) {
    return Optional.ofNullable(ARCHITECTURES.get(processor))
        .map(architecture ->
            JsonObject.of(
                    "defaultAction",
                    "SCMP_ACT_ALLOW",
                    "architectures",
                    List.of(architecture),
                    "syscalls",
                    rules())
                .toJson()
                .getBytes(StandardCharsets.UTF_8));
  }

  private static List<JsonObject> rules() {
    var rules = new ArrayList<JsonObject>();
    rules.add(refuse(SystemCalls.refused(), SystemCalls.NOT_PERMITTED));
    rules.add(refuse(List.of("clone3"), SystemCalls.NOT_THERE));
    for (var call : List.of("clone", "unshare")) {
      int flag = SystemCalls.NEW_USER_NAMESPACE;
      rules.add(refuseIf(call, SystemCalls.NOT_PERMITTED, condition(0, flag, flag)));
    }
    for (int request : List.of(SystemCalls.PUSH_INPUT_INTO_TERMINAL, SystemCalls.CONTROL_CONSOLE)) {
      rules.add(refuseIf("ioctl", SystemCalls.NOT_PERMITTED, condition(1, LOWER_HALF, request)));
    }
    // One rule for each family that is refused: a rule has one condition for an argument.
    int last = SystemCalls.FAMILIES.stream().mapToInt(Integer::intValue).max().orElseThrow();
    IntStream.range(0, last)
        .filter(family -> !SystemCalls.FAMILIES.contains(family))
        .mapToObj(family -> condition(0, LOWER_HALF, family))
        .forEach(condition -> rules.add(refuseIf("socket", SystemCalls.NO_SUCH_FAMILY, condition)));
    rules.add(
        refuseIf(
            "socket",
            SystemCalls.NO_SUCH_FAMILY,
            JsonObject.of("index", 0, "value", last, "op", "SCMP_CMP_GT")));
    return rules;
  }

  private static JsonObject refuse(List<String> names, int error) {
    return JsonObject.of("names", names, "action", "SCMP_ACT_ERRNO", "errnoRet", error);
  }

  private static JsonObject refuseIf(String name, int error, JsonObject condition) {
    return JsonObject.of(
        "names",
        List.of(name),
        "action",
        "SCMP_ACT_ERRNO",
        "errnoRet",
        error,
        "args",
        List.of(condition));
  }

  private static JsonObject condition(int argument, long mask, long value) {
    return JsonObject.of(
        "index", argument, "value", mask, "valueTwo", value, "op", "SCMP_CMP_MASKED_EQ");
  }
}
