package io.agentservice.server.agent.loop.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(200)
class PdfTextTest {
  @Test
  void eachPageHasALineAboveItsText() throws Exception {
    var pdf = Pdfs.of("First line\nsecond line", "", "The last page");
    assertThat(PdfText.of(pdf))
        .isEqualTo(
            """
            [page 1 of 3]
            First line
            second line
            [page 2 of 3]
            [no text; pictures are not shown]
            [page 3 of 3]
            The last page
            """);
  }

  @Test
  void oneWithAPasswordIsSaidToHaveOne() throws Exception {
    var pdf = Pdfs.encrypted("secret");
    assertThatThrownBy(() -> PdfText.of(pdf)).hasMessage("is encrypted with a password");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%PDF-1.7", "no PDF", "%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj"})
  void whatIsNoneIsSaidToBeNone(String text) {
    assertThatThrownBy(() -> PdfText.of(text.getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(DocumentException.class)
        .hasMessage("is no PDF, or a broken one");
  }

  @Test
  void oneThatIsCutOffHarmsNobody() throws Exception {
    var pdf = Pdfs.of("First line");
    for (int end = pdf.length - 1; end > 0; end -= pdf.length / 3) {
      var part = Arrays.copyOf(pdf, end);
      try {
        assertThat(PdfText.of(part))
            .startsWith("[page 1 of 1]"); // what is lost at the end is found again
      } catch (DocumentException e) {
        assertThat(e).hasMessage("is no PDF, or a broken one");
      }
    }
  }

  @Test
  void oneThatTakesTooLongIsGivenUp() throws Exception {
    var pdf = Pdfs.of("First line");
    assertThatThrownBy(() -> PdfText.of(pdf, Duration.ofMillis(1)))
        .hasMessageContaining("took longer");
  }

  @Test
  void oneOfAnyNumberOfPagesIsShownToABoundAndWalkedThroughOnce() throws Exception {
    var pages = new String[60_000];
    Arrays.fill(pages, "");
    var text = PdfText.of(Pdfs.of(pages));
    assertThat(text).startsWith("[page 1 of 60000]\n").endsWith("\n[the rest is not shown]\n");
    assertThat(text.length()).isLessThan(2_000_100);
  }

  @Test
  void longTextIsCutAtTheBound() throws Exception {
    var pages = new String[120];
    Arrays.fill(pages, "word ".repeat(4_000));
    var text = PdfText.of(Pdfs.of(pages), Duration.ofMinutes(2));
    assertThat(text).contains("word word").endsWith("\n[the rest is not shown]\n");
    assertThat(text.length()).isLessThan(2_000_100);
  }
}
