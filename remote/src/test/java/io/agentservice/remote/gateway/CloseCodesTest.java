package io.agentservice.remote.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.gateway.End.Lost;
import io.agentservice.remote.gateway.End.Stop;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloseCodesTest {
  @ParameterizedTest
  @CsvSource({"4000, 0", "4401, 3", "4403, 5", "4409, 6"})
  void closeThatIsMeantForGoodEndsTheRemote(int code, int exitCode) {
    assertThat(CloseCodes.meaning(code))
        .isInstanceOfSatisfying(
            Stop.class, stop -> assertThat(stop.exitCode()).isEqualTo(exitCode));
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 1001, 1006, 1011, 1012, 4001, 4404})
  void afterAnyOtherItConnectsAgain(int code) {
    assertThat(CloseCodes.meaning(code)).isEqualTo(new Lost("closed with " + code, false));
  }

  @ParameterizedTest
  @CsvSource({"401, 3", "403, 5"})
  void refusalOfTheTokenEndsTheRemote(int status, int exitCode) {
    assertThat(CloseCodes.meaningOfRefusal(status, Optional.empty()))
        .isInstanceOfSatisfying(
            Stop.class, stop -> assertThat(stop.exitCode()).isEqualTo(exitCode));
  }

  @Test
  void refusalThatNamesACloseCodeMeansWhatThatMeans() {
    assertThat(CloseCodes.meaningOfRefusal(401, Optional.of("4000")))
        .isInstanceOfSatisfying(Stop.class, stop -> assertThat(stop.exitCode()).isEqualTo(0));
    assertThat(CloseCodes.meaningOfRefusal(503, Optional.of("nonsense")))
        .isEqualTo(CloseCodes.meaningOfRefusal(503, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({"502, true", "503, true", "504, true", "500, false", "404, false", "426, false"})
  void serverThatCanNotServeNowIsThere(int status, boolean there) {
    assertThat(CloseCodes.meaningOfRefusal(status, Optional.empty()))
        .isInstanceOfSatisfying(
            Lost.class, lost -> assertThat(lost.serverThere()).isEqualTo(there));
  }
}
