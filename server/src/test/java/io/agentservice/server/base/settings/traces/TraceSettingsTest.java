package io.agentservice.server.base.settings.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.SettingsException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceSettingsTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

  private static @Nullable TraceSettings read(Map<String, String> values) {
    return TraceSettings.of(Settings.read(values).variables());
  }

  private static TraceSettings with(String... more) {
    var values = new HashMap<>(Map.of(ENDPOINT, "http://collector:4318/"));
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return read(values);
  }

  @Test
  void withoutAnAddressNothingIsTraced() {
    assertThat(read(Map.of("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "OTEL_SERVICE_NAME", "x")))
        .isNull();
  }

  @Test
  void theUsualAddressIsThatOfAllSignals() {
    var settings = with();

    assertThat(settings.endpoint()).isEqualTo("http://collector:4318/v1/traces");
    assertThat(settings.resource()).isEqualTo(Map.of("service.name", "agent-service"));
    assertThat(settings.headers()).isEmpty();
    assertThat(settings.share()).isEqualTo(1);
    assertThat(settings.texts()).isFalse();
  }

  @Test
  void anAddressForTracesAloneIsTakenAsItIs() {
    assertThat(with("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://t/otlp/spans").endpoint())
        .isEqualTo("https://t/otlp/spans");
  }

  @Test
  void tracesCanBeSwitchedOffWhereTheAddressIsThereForOthers() {
    assertThat(with("OTEL_TRACES_EXPORTER", "none")).isNull();
    assertThat(with("OTEL_SDK_DISABLED", "true")).isNull();
    assertThat(with("OTEL_TRACES_SAMPLER", "parentbased_always_off")).isNull();
    assertThat(with("OTEL_TRACES_EXPORTER", "console, otlp")).isNotNull();
  }

  @Test
  void whatIsMeantForOtherProgramsHindersNoStartWhereNothingIsTraced() {
    var others =
        Map.of(
            "OTEL_TRACES_EXPORTER", "zipkin",
            "OTEL_TRACES_SAMPLER_ARG", "endpoint=http://localhost",
            "OTEL_EXPORTER_OTLP_HEADERS", "swordfish",
            "OTEL_RESOURCE_ATTRIBUTES", "x");

    assertThat(read(others)).isNull();
  }

  @Test
  void valuesOfHeadersAreDecodedAndThoseForTracesWin() {
    var settings =
        with(
            "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20a+b==, x-team = one",
            "OTEL_EXPORTER_OTLP_TRACES_HEADERS", "x-team=two");

    assertThat(settings.headers())
        .isEqualTo(Map.of("authorization", "Bearer a+b==", "x-team", "two"));
    assertThat(settings.toString()).doesNotContain("Bearer");
  }

  @Test
  void theKeyInAHeaderIsMaskedAlsoByItself() {
    var secrets =
        Settings.read(
                Map.of(
                    "OTEL_EXPORTER_OTLP_HEADERS",
                    "authorization=Bearer%20hunter2hunter2,x-team=red"))
            .variables()
            .secrets();

    assertThat(secrets.values()).contains("hunter2hunter2").doesNotContain("red");
  }

  @Test
  void theNameOfTheServiceWinsOverItsAttribute() {
    var settings =
        with(
            "OTEL_RESOURCE_ATTRIBUTES", "service.name=a,deployment.environment.name=prod%20eu",
            "OTEL_SERVICE_NAME", "b");

    assertThat(settings.resource())
        .isEqualTo(Map.of("service.name", "b", "deployment.environment.name", "prod eu"));
  }

  @ParameterizedTest
  @CsvSource({
    "OTEL_EXPORTER_OTLP_PROTOCOL,grpc,no gRPC",
    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL,http/json,must be http/protobuf",
    "OTEL_TRACES_EXPORTER,zipkin,must be otlp or none",
    "OTEL_TRACES_SAMPLER_ARG,1.5,must be a number from 0 to 1",
    "OTEL_TRACES_SAMPLER_ARG,half,must be a number from 0 to 1",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,collector:4318,must be an address",
    "OTEL_EXPORTER_OTLP_HEADERS,swordfish,takes NAME=VALUE",
    "OTEL_EXPORTER_OTLP_HEADERS,a=%zz,encodes nothing",
    "OTEL_EXPORTER_OTLP_HEADERS,a=%0a,no header",
    "OTEL_EXPORTER_OTLP_HEADERS,Host=a,not the sender's to choose",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,http://u:swordfish@t/x,must not hold a user",
    "AGENT_TRACES_TEXTS,yes,must be true or false",
  })
  void whatCanNotBeUsedIsNamed(String name, String value, String why) {
    assertThatThrownBy(() -> with(name, value))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(name)
        .hasMessageContaining(why)
        .message()
        .doesNotContain("swordfish");
  }
}
