package io.agentservice.server.agent.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileTypeTest {
  @Test
  void imagesAreWhatTheirFirstBytesSay() {
    assertThat(ofLatin("\u0089PNG\r\n\u001a\n...")).isEqualTo("image/png");
    assertThat(ofLatin("\u00ff\u00d8\u00ff\u00e0")).isEqualTo("image/jpeg");
    assertThat(ofLatin("GIF89a")).isEqualTo("image/gif");
    assertThat(ofLatin("GIF87a")).isEqualTo("image/gif");
    assertThat(ofLatin("RIFF\0\0\0\0WEBPVP8 ")).isEqualTo("image/webp");
  }

  @Test
  void whatABrowserWouldRunIsText() {
    assertThat(FileType.of("<script>alert(1)</script>".getBytes(UTF_8))).isEqualTo(FileType.TEXT);
    assertThat(FileType.of("<svg xmlns='…'/>".getBytes(UTF_8))).isEqualTo(FileType.TEXT);
    assertThat(FileType.of(new byte[0])).isEqualTo(FileType.TEXT);
  }

  @Test
  void whatIsNoTextIsBytes() {
    assertThat(ofLatin("caf\u00e9")).isEqualTo(FileType.BYTES);
    assertThat(FileType.of("a\0b".getBytes(UTF_8))).isEqualTo(FileType.BYTES);
    assertThat(ofLatin("RIFF\0\0\0\0WAVE")).isEqualTo(FileType.BYTES);
    assertThat(ofLatin("\u0089PN")).isEqualTo(FileType.BYTES);
  }

  private static String ofLatin(String bytes) {
    return FileType.of(bytes.getBytes(ISO_8859_1));
  }
}
