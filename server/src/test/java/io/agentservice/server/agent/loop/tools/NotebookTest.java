package io.agentservice.server.agent.loop.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotebookTest {
  @Test
  void itsCellsAreShownWithWhatTheyPutOut() {
    var notebook =
        """
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
          {"cell_type": "markdown", "source": ["# Sales\\n", "of May"]},
          {"cell_type": "code", "source": "plot(x)\\nx", "outputs": [
            {"output_type": "stream", "name": "stdout", "text": ["1\\n", "2\\n"]},
            {"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo=", "text/plain": ["<Figure>"]}},
            {"output_type": "error", "ename": "E", "traceback": ["\\u001b[0;31mE\\u001b[0m here", "line 2"]}]},
          {"cell_type": "code", "source": [], "outputs": []}]}
        """;
    assertThat(Notebook.read(notebook))
        .hasValue(
            """
            [cell 1, markdown]
            # Sales
            of May
            [cell 2, code]
            plot(x)
            x
            [output]
            1
            2
            [output]
            <Figure>
            [picture, image/png]
            [error]
            E here
            line 2
            [cell 3, code]
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "3",
        "{\"cells\":[]}",
        "{\"nbformat\":4,\"cells\":7}",
        "{\"nbformat\":\"4\"}"
      })
  void whatIsNoneIsSaidToBeNone(String text) {
    assertThat(Notebook.read(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "\"x\"", "{}", "[[1]]", "{\"source\":7,\"outputs\":3}"})
  void strangePartsDoNoHarm(String cell) {
    assertThat(Notebook.read("{\"nbformat\":4,\"cells\":[%s]}".formatted(cell)))
        .hasValueSatisfying(text -> assertThat(text).startsWith("[cell 1, unknown]"));
  }
}
