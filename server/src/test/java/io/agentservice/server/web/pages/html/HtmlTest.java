package io.agentservice.server.web.pages.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlTest {
  @Test
  void textIsEscapedAndMarkupIsNot() {
    assertThat(Html.of("<a title=\"{}\">{}</a>", "\"'<>&", Html.of("<b>{}</b>", "<i>")))
        .hasToString("<a title=\"&quot;&#39;&lt;&gt;&amp;\"><b>&lt;i&gt;</b></a>");
  }

  @Test
  void aValueWithTheSignOfAHoleIsTextLikeAnyOther() {
    assertThat(Html.of("{} {}", "{}", "x")).hasToString("{} x");
  }

  @Test
  void nothingStandsForNull() {
    assertThat(Html.of("<p>{}</p>", (Object) null)).hasToString("<p></p>");
    assertThat(Html.join(List.of(Html.of("a"), Html.NONE, Html.of("b")))).hasToString("ab");
  }

  @Test
  void holesAndValuesMustBeAsMany() {
    assertThatThrownBy(() -> Html.of("{}")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Html.of("", "x")).isInstanceOf(IllegalArgumentException.class);
  }
}
