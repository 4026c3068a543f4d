package io.agentservice.llm;

import java.util.List;

/** As {@link ModelServers}, for the streams of answers. */
final class ModelStreams {

  private ModelStreams() {}

  /** What a stream is to become; its parts as JSON of our own stored form. */
  record Yes(String server, String stream, String parts, Stop stop) {}

  private static final String BASH =
      """
      {"type":"tool_use","id":"%s","name":"bash","input":{"command":"ls"}}\
      """;

  static final List<Yes> YESES =
      List.of(
          new Yes(
              "vLLM: reasoning apart, call in one piece, usage with every chunk",
              """
              data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}],"usage":{"prompt_tokens":5,"completion_tokens":0}}

              data: {"choices":[{"index":0,"delta":{"reasoning_content":"hm","content":null}}]}

              data: {"choices":[{"index":0,"delta":{"tool_calls":[{"id":"chatcmpl-tool-1","type":"function","index":0,"function":{"name":"bash","arguments":"{\\"command\\": \\"ls\\"}"}}]},"finish_reason":null}]}

              data: {"choices":[{"index":0,"delta":{"content":""},"finish_reason":"tool_calls","stop_reason":null}]}

              data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":9}}

              data: [DONE]

              """,
              "[" + BASH.formatted("chatcmpl-tool-1") + "]",
              Stop.TOOL_USE),
          new Yes(
              "llama.cpp: call in many pieces, no [DONE], null content",
              """
              data: {"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":null}}],"model":"m"}

              data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"bash","arguments":"{"}}]}}]}

              data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"command\\":"}}]}}]}

              data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"ls\\"}"}}]}}]}

              data: {"choices":[{"finish_reason":"tool_calls","index":0,"delta":{}}],"timings":{"prompt_n":1}}
              """,
              "[" + BASH.formatted("a") + "]",
              Stop.TOOL_USE),
          new Yes(
              "Ollama: several calls at the same index, finish reason stop",
              """
              data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"","tool_calls":[{"id":"call_1","index":0,"type":"function","function":{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}}]},"finish_reason":null}]}

              data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"","tool_calls":[{"id":"call_2","index":0,"type":"function","function":{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}}]},"finish_reason":null}]}

              data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"stop"}]}

              data: [DONE]

              """,
              "[" + BASH.formatted("call_1") + "," + BASH.formatted("call_2") + "]",
              Stop.TOOL_USE),
          new Yes(
              "calls without index and without id",
              """
              data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"bash","arguments":"{\\"command\\":"}}]}}]}

              data: {"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"\\"ls\\"}"}}]}}]}

              data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}}]},"finish_reason":"tool_calls"}]}

              data: [DONE]

              """,
              "[" + BASH.formatted("call_1_1") + "," + BASH.formatted("call_1_2") + "]",
              Stop.TOOL_USE),
          new Yes(
              "LM Studio: name and id again with every piece, arguments as an object",
              """
              data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"7","function":{"name":"bash"}}]}}]}

              data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"7","function":{"name":"bash","arguments":{"command":"ls"}}}]}}]}

              data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

              data: [DONE]

              """,
              "[" + BASH.formatted("7") + "]",
              Stop.TOOL_USE),
          new Yes(
              "LiteLLM: no reason to finish, but [DONE]; error null",
              """
              data: {"choices":[{"index":0,"delta":{"content":"Hi"}}],"error":null}

              data: [DONE]

              """,
              "[{\"type\":\"text\",\"text\":\"Hi\"}]",
              Stop.END_TURN),
          new Yes(
              "OpenRouter: comments while it waits, Windows line ends, no space after the colon",
              """
              : OPENROUTER PROCESSING

              : OPENROUTER PROCESSING

              data:{"choices":[{"index":0,"delta":{"content":"Hi","reasoning":null}}]}

              : OPENROUTER PROCESSING

              data:{"choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop","native_finish_reason":"end_turn"}]}

              data:[DONE]

              """
                  .replace("\n", "\r\n"),
              "[{\"type\":\"text\",\"text\":\"Hi\"}]",
              Stop.END_TURN),
          new Yes(
              "Azure: results of filters ahead of the answer",
              """
              data: {"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}]}

              data: {"choices":[{"index":0,"delta":{"content":"Hi"},"content_filter_results":{},"finish_reason":null}]}

              data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}

              data: [DONE]

              """,
              "[{\"type\":\"text\",\"text\":\"Hi\"}]",
              Stop.END_TURN),
          new Yes(
              "Ollama: thoughts as tags in the text, split anywhere",
              """
              data: {"choices":[{"index":0,"delta":{"content":"<thi"}}]}

              data: {"choices":[{"index":0,"delta":{"content":"nk>\\nhm </th"}}]}

              data: {"choices":[{"index":0,"delta":{"content":"ink>\\n\\nHi"},"finish_reason":"stop"}]}

              data: [DONE]

              """,
              "[{\"type\":\"text\",\"text\":\"Hi\"}]",
              Stop.END_TURN),
          new Yes(
              "Mistral: content in typed pieces",
              """
              data: {"choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Hi"}]},"finish_reason":"stop"}]}

              data: [DONE]

              """,
              "[{\"type\":\"text\",\"text\":\"Hi\"}]",
              Stop.END_TURN));
}
