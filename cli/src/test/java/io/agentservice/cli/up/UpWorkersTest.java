package io.agentservice.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.workplace.UserRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On how many sessions at a time {@code agent up} works, and where. */
class UpWorkersTest {
  private final List<String> told = new ArrayList<>();

  @TempDir private Path place;

  private UpWorkers workers(@Nullable Integer asked, int cores, Path directory) {
    return UpWorkers.of(asked, cores, directory, told::add);
  }

  @Test
  void asManyAsTheMachineHasCoresAndFourAtMost() throws Exception {
    var repository = UserRepository.make(place).directory();
    assertThat(workers(null, 1, repository)).isEqualTo(new UpWorkers(1, false));
    assertThat(workers(null, 3, repository)).isEqualTo(new UpWorkers(3, true));
    assertThat(workers(null, 64, repository)).isEqualTo(new UpWorkers(4, true));
    assertThat(workers(7, 2, repository)).isEqualTo(new UpWorkers(7, true));
    assertThat(workers(1, 64, repository)).isEqualTo(new UpWorkers(1, false));
    assertThat(told).isEmpty();
  }

  @Test
  void whereGitCantKeepThemApartOneWorksAtATimeAndThatIsSaid() throws Exception {
    var plain = Files.createDirectory(place.resolve("plain"));
    assertThat(workers(null, 4, plain)).isEqualTo(new UpWorkers(1, false));
    assertThat(told).singleElement().asString().startsWith("one session at a time: ");
    assertThatThrownBy(() -> workers(2, 4, plain))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("need a git repository");
  }

  @Test
  void noneAndTooManyAreRefused() {
    for (int number : new int[] {0, 65}) {
      assertThatThrownBy(() -> workers(number, 4, place))
          .isInstanceOf(CommandFailure.class)
          .hasMessage("--workers must be 1 to 64");
    }
  }
}
