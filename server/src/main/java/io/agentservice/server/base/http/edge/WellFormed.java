package io.agentservice.server.base.http.edge;

import io.agentservice.server.base.http.requests.PercentEncoding;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Refuses first requests whose address or headers are too long (completions.md 9), or whose query
 * or coding can't be read.
 */
final class WellFormed implements HttpConfiguration.Customizer {
  /** Of the address and of all headers, each. */
  static final int MAX_BYTES = 16 << 10;

  private static final int SEPARATORS = ": \r\n".length();

  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    if (request.getHttpURI().asString().length() > MAX_BYTES) {
      throw new HttpException.RuntimeException(HttpStatus.URI_TOO_LONG_414);
    }
    if (size(request.getHeaders()) > MAX_BYTES) {
      throw new HttpException.RuntimeException(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431);
    }
    String coding = request.getHeaders().get(HttpHeader.TRANSFER_ENCODING);
    if (coding != null && !coding.strip().equalsIgnoreCase("chunked")) {
      throw new HttpException.RuntimeException(HttpStatus.NOT_IMPLEMENTED_501);
    }
    if (!PercentEncoding.areDecodable(request.getHttpURI().getQuery())) {
      throw new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, "Bad escape in query");
    }
    return request;
  }

  private static int size(HttpFields headers) {
    int size = 0;
    for (HttpField field : headers) {
      String value = field.getValue();
      size += field.getName().length() + SEPARATORS + (value == null ? 0 : value.length());
    }
    return size;
  }
}
