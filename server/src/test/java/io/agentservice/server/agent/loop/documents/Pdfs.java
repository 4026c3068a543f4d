package io.agentservice.server.agent.loop.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;

/** PDFs, made as they are needed. */
public final class Pdfs {
  private static final String TRAILER = "trailer <</Root 1 0 R>>\n%%EOF\n";

  private Pdfs() {}

  /** A page with the lines of each of the texts. */
  public static byte[] of(String... pages) {
    var text = new StringBuilder("%PDF-1.4\n");
    text.append("1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n");
    text.append("9 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj\n");
    var kids = new ArrayList<String>();
    for (int i = 0; i < pages.length; i++) {
      int page = 10 + 2 * i;
      kids.add(page + " 0 R");
      var content = content(pages[i]);
      text.append(
          """
          %d 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents %d 0 R/Resources<</Font<</F 9 0 R>>>>>> endobj
          %d 0 obj <</Length %d>> stream
          %s
          endstream endobj
          """
              .formatted(page, page + 1, page + 1, content.length(), content));
    }
    text.append(
        "2 0 obj <</Type/Pages/Kids[%s]/Count %d>> endobj\n"
            .formatted(String.join(" ", kids), pages.length));
    return text.append(TRAILER).toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static String content(String text) {
    var content = new StringBuilder("BT /F 12 Tf 14 TL 72 700 Td ");
    text.lines().forEach(line -> content.append("(%s) Tj T* ".formatted(line)));
    return content.append("ET").toString();
  }

  static byte[] encrypted(String password) throws IOException {
    try (var document = Loader.loadPDF(of("hidden"));
        var out = new ByteArrayOutputStream()) {
      document.protect(new StandardProtectionPolicy("owner", password, new AccessPermission()));
      document.save(out);
      return out.toByteArray();
    }
  }
}
