package io.agentservice.server.base.http.answers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which bytes of a file of ten are meant (RFC 9110, 14). */
class ByteRangeTest {
  @ParameterizedTest
  @CsvSource({
    "bytes=0-9, 0, 10",
    "bytes=0-0, 0, 1",
    "bytes=9-9, 9, 1",
    "bytes=3-, 3, 7",
    "bytes=3-99, 3, 7",
    "bytes=-1, 9, 1",
    "bytes=-10, 0, 10",
    "bytes=-11, 0, 10",
    "bytes=-999999999999999999, 0, 10",
    "bytes = 2 - 3, 2, 2"
  })
  void aRangeIsCutAtTheEndsOfTheFile(String header, long first, long length) {
    assertThat(ByteRange.of(header, 10)).contains(new ByteRange(first, length, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "bytes=-", "bytes=4-3", "bytes=0-1,3-4", "items=0-1", "bytes=x-", "bytes=--1"})
  void whatIsNoSingleRangeMeansTheWholeFile(String header) {
    assertThat(ByteRange.of(header, 10)).contains(new ByteRange(0, 10, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=10-", "bytes=10-10", "bytes=99-", "bytes=-0"})
  void aRangeMayHoldNothingOfTheFile(String header) {
    assertThat(ByteRange.of(header, 10)).isEmpty();
  }

  @Test
  void anEmptyFileIsWholeOrHasNoRange() {
    assertThat(ByteRange.of(null, 0)).contains(new ByteRange(0, 0, false));
    assertThat(ByteRange.of("bytes=-5", 0)).isEmpty();
    assertThat(ByteRange.of("bytes=0-", 0)).isEmpty();
  }
}
