package io.agentservice.remote.browser;

import io.agentservice.remote.browser.Json.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Saves what an address holds, by marking the answer as an attachment. */
final class ForcedDownload {
  private final Tab tab;
  private volatile int refusal;

  ForcedDownload(Tab tab) {
    this.tab = tab;
  }

  /** Returns when the download has begun. */
  void open(String url, Deadline deadline) throws BrowserException, InterruptedException {
    var documents =
        Map.of("urlPattern", "*", "resourceType", "Document", "requestStage", "Response");
    tab.intercept(this::answered);
    tab.call("Fetch.enable", Map.of("patterns", List.of(documents)), deadline);
    try {
      var answer = tab.call("Page.navigate", Map.of("url", url), deadline);
      if (refusal > 0) {
        throw new BrowserException(url + " was answered with status " + refusal);
      }
      if (!answer.flag("isDownload")) {
        throw new BrowserException("cannot download " + url + ": " + answer.text("errorText"));
      }
    } catch (BrowserException e) {
      if (e.code().equals(Chrome.TIME_UP)) {
        tab.send("Page.stopLoading", Map.of());
        throw new BrowserException("no answer from " + url + " in time");
      }
      throw e;
    } finally {
      tab.send("Fetch.disable", Map.of());
      tab.intercept(_ -> {});
    }
  }

  /** On the reader's thread. */
  private void answered(Node paused) {
    var request = paused.text("requestId");
    var status = (int) paused.number("responseStatusCode");
    if (!paused.text("frameId").equals(tab.mainFrame()) || (status >= 300 && status < 400)) {
      tab.send("Fetch.continueRequest", Map.of("requestId", request));
    } else if (status >= 400 || status == 0) {
      refusal = status;
      tab.send("Fetch.failRequest", Map.of("requestId", request, "errorReason", "Failed"));
    } else {
      var headers = new ArrayList<Object>();
      var attachment = false;
      for (var header : paused.nodes("responseHeaders")) {
        attachment |=
            header.text("name").equalsIgnoreCase("content-disposition")
                && header.text("value").startsWith("attachment");
        headers.add(header.members());
      }
      if (!attachment) {
        headers.removeIf(header ->
            header instanceof Map<?, ?> members
                && "content-disposition".equalsIgnoreCase(String.valueOf(members.get("name"))));
        headers.add(Map.of("name", "Content-Disposition", "value", "attachment"));
      }
      tab.send(
          "Fetch.continueResponse",
          Map.of("requestId", request, "responseCode", status, "responseHeaders", headers));
    }
  }
}
