package io.agentservice.remote.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgramSearchTest {
  private static final String PATH_EXT = ".COM;.EXE;;.BAT;cmd";

  @Test
  void windowsNameWithoutAnEndingMayHaveEachOfThoseOfPrograms() {
    assertThat(ProgramSearch.endings("git", PATH_EXT)).containsExactly(".COM", ".EXE", ".BAT");
    assertThat(ProgramSearch.endings("python3.14", PATH_EXT))
        .containsExactly(".COM", ".EXE", ".BAT");
  }

  @Test
  void windowsNameWithTheEndingOfAProgramIsTakenAsItIs() {
    assertThat(ProgramSearch.endings("Git.exe", PATH_EXT)).containsExactly("");
  }
}
