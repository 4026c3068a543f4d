package io.agentservice.server.agent.loop.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

class PageTextTest {
  private static String text(String html) {
    return PageText.of(Jsoup.parse(html, "https://docs.example.com/guide/"));
  }

  @Test
  void aPageIsMarkdownWithItsLinks() {
    assertThat(
            text(
                """
                <!doctype html><html><head><title>T</title><style>p { color: red }</style></head><body>
                <nav><a href="/">Home</a></nav>
                <h1>Waiting   for
                 ports</h1>
                <p>Call <code>wait</code> with <a href="ports.html#tcp">a <b>port</b></a>, or
                <a href="#here">see here</a>.<br>Twice.</p>
                <script>document.write("no")</script>
                <ul><li>one<ol><li>first<li>second</ol><li>two</ul>
                <pre><code>if (x &lt; 1) {
                  go();
                }</code></pre>
                <table><tr><th>Name<th>Meaning</tr><tr><td>a<td>b &amp; c</tr></table>
                <p hidden>unseen<p><img src="x.png" alt="the states">
                </body></html>
                """))
        .isEqualTo(
            """
            [Home](https://docs.example.com/)

            # Waiting for ports

            Call `wait` with [a port](https://docs.example.com/guide/ports.html#tcp), or see here.
            Twice.

            - one
              1. first
              2. second
            - two

            ```
            if (x < 1) {
              go();
            }
            ```

            | Name | Meaning
            | a | b & c

            [picture: the states]\
            """);
  }

  @Test
  void ofAPageThatSaysWhatItsContentIsOnlyThatIsRead() {
    assertThat(text("<body><header>Menu</header><main><h2>It</h2>text</main>by us</body>"))
        .isEqualTo("## It\n\ntext");
    assertThat(text("<body><main>  </main>all the rest</body>")).isEqualTo("all the rest");
  }

  @Test
  void deepAndBrokenPagesAreReadToo() {
    assertThat(text("<div>".repeat(100_000) + "deep")).isEqualTo("deep");
    assertThat(text("</p></ul></a></pre></code><li>x<td>y")).contains("x", "y");
    assertThat(text("<a href='x'><h2>Title</h2></a>")).isEqualTo("## Title");
    assertThat(text("")).isEmpty();
  }

  @Test
  void whatLinksAddIsBounded() {
    var long_ = "x".repeat(400);
    assertThat(text("<a href='/%s'>a</a> ".formatted(long_).repeat(10_000)))
        .hasSizeBetween(2_000_000, 2_001_000);
    assertThat(text("<a href='/%s'>a</a>".formatted("x".repeat(501)))).isEqualTo("a");
    assertThat(text("<a href='javascript:alert(1)'>a</a> <a href='mailto:a@b'>b</a>"))
        .isEqualTo("a b");
  }
}
