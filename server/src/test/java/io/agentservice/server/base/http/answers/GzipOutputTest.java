package io.agentservice.server.base.http.answers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which answers a client takes packed. */
class GzipOutputTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip                  | true",
        "GZIP                  | true",
        "br, gzip;q=0.5        | true",
        "deflate,gzip ; q=1    | true",
        "                      | false",
        "identity              | false",
        "br                    | false",
        "gzip;q=0              | false",
        "gzip;q=0.000, br      | false",
        "x-gzip-like           | false"
      })
  void aClientTakesGzipWhenItNamesIt(String header, boolean takes) {
    assertThat(GzipOutput.takesGzip(header)).isEqualTo(takes);
  }
}
