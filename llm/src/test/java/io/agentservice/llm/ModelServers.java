package io.agentservice.llm;

import io.agentservice.llm.LlmException.Kind;
import java.util.List;

/**
 * The table of what servers that speak like OpenAI really send, as far as it differs from OpenAI.
 * Whoever finds another difference adds a row.
 */
final class ModelServers {

  private ModelServers() {}

  /**
   * How a server says no.
   *
   * @param says what the message holds of it
   * @param window the context window in tokens that it tells; 0 for none
   */
  record No(String server, int status, String body, Kind kind, String says, long window) {}

  static final List<No> NOES =
      List.of(
          new No(
              "vLLM, before 0.10: error at the top, code is a number",
              400,
              """
              {"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","type":"BadRequestError","param":null,"code":400}
              """,
              Kind.CONTEXT_FULL,
              "maximum context length is 4096 tokens",
              4096),
          new No(
              "vLLM, since 0.16: another sentence",
              400,
              """
              {"error":{"message":"You passed 1015 input tokens and requested 10 output tokens. However, the model's context length is only 1024 tokens, resulting in a maximum input length of 1014 tokens. Please reduce the length of the input prompt. (parameter=input_tokens, value=1015)","type":"BadRequestError","param":"input_tokens","code":400}}
              """,
              Kind.CONTEXT_FULL,
              "You passed 1015 input tokens",
              1024),
          new No(
              "vLLM: unknown model",
              404,
              """
              {"object":"error","message":"The model `x` does not exist.","type":"NotFoundError","param":null,"code":404}
              """,
              Kind.INVALID_REQUEST,
              "The model `x` does not exist. (check the model's name",
              0),
          new No(
              "vLLM: fault in the request",
              422,
              """
              {"detail":[{"type":"missing","loc":["body","messages"],"msg":"Field required","input":{}}]}
              """,
              Kind.INVALID_REQUEST,
              "HTTP 422: body.messages: Field required",
              0),
          new No(
              "llama.cpp: prompt too long",
              400,
              """
              {"error":{"code":400,"message":"request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":4390,"n_ctx":4096}}
              """,
              Kind.CONTEXT_FULL,
              "request (4390 tokens)",
              4096),
          new No(
              "llama.cpp: prompt too long, as a fault of the server",
              500,
              """
              {"error":{"code":500,"message":"Context size has been exceeded.","type":"server_error"}}
              """,
              Kind.CONTEXT_FULL,
              "Context size has been exceeded.",
              0),
          new No(
              "llama.cpp: still loading",
              503,
              """
              {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}
              """,
              Kind.UNREACHABLE,
              "HTTP 503: Loading model",
              0),
          new No(
              "Ollama: unknown model",
              404,
              """
              {"error":{"message":"model \\"x\\" not found, try pulling it first","type":"api_error","param":null,"code":null}}
              """,
              Kind.INVALID_REQUEST,
              "try pulling it first",
              0),
          new No(
              "Ollama: model without tools",
              400,
              """
              {"error":{"message":"registry.ollama.ai/library/x does not support tools","type":"api_error","param":null,"code":null}}
              """,
              Kind.INVALID_REQUEST,
              "does not support tools (check that the model takes such requests",
              0),
          new No(
              "LM Studio: error is a sentence",
              400,
              """
              {"error":"Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough."}
              """,
              Kind.CONTEXT_FULL,
              "Trying to keep the first",
              7866),
          new No(
              "LiteLLM: words are the text None, code is text",
              400,
              """
              {"error":{"message":"litellm.ContextWindowExceededError: litellm.BadRequestError: too much","type":"None","param":"None","code":"400"}}
              """,
              Kind.CONTEXT_FULL,
              "ContextWindowExceededError",
              0),
          new No(
              "LiteLLM: budget used up",
              429,
              """
              {"error":{"message":"ExceededBudget: over","type":"budget_exceeded","param":null,"code":"429"}}
              """,
              Kind.AUTH,
              "ExceededBudget: over",
              0),
          new No(
              "OpenRouter: no credit",
              402,
              """
              {"error":{"message":"Insufficient credits","code":402},"user_id":"u"}
              """,
              Kind.AUTH,
              "Insufficient credits (check OPENAI_API_KEY)",
              0),
          new No(
              "OpenRouter: prompt too long",
              400,
              """
              {"error":{"message":"This endpoint's maximum context length is 131072 tokens. However, you requested about 200000 tokens","code":400,"metadata":{"provider_name":null}}}
              """,
              Kind.CONTEXT_FULL,
              "131072",
              131_072),
          new No(
              "Azure: access denied, by its gateway",
              401,
              """
              {"statusCode":401,"message":"Unauthorized. Access token is missing, invalid"}
              """,
              Kind.AUTH,
              "Unauthorized. Access token is missing",
              0),
          new No(
              "Azure: unknown deployment",
              404,
              """
              {"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}
              """,
              Kind.INVALID_REQUEST,
              "deployment for this resource does not exist",
              0),
          new No(
              "Azure: forbidden prompt",
              400,
              """
              {"error":{"message":"The response was filtered","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}
              """,
              Kind.REFUSED,
              "The response was filtered",
              0),
          new No(
              "OpenAI: prompt too long",
              400,
              """
              {"error":{"message":"Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 477469 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}
              """,
              Kind.CONTEXT_FULL,
              "272000",
              272_000),
          new No(
              "OpenAI: more tokens at once than the account has in a minute",
              429,
              """
              {"error":{"message":"Request too large for gpt-x in organization o on tokens per min (TPM): Limit 30000, Requested 60000.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}
              """,
              Kind.CONTEXT_FULL,
              "Request too large",
              0),
          new No(
              "SGLang: prompt too long",
              400,
              """
              {"object":"error","message":"The input (40000 tokens) is longer than the model's context length (32768 tokens).","type":"BadRequestError","param":null,"code":400}
              """,
              Kind.CONTEXT_FULL,
              "longer than",
              32_768));

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
              "Mistral: content in typed pieces",
              """
              data: {"choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Hi"}]},"finish_reason":"stop"}]}

              data: [DONE]

              """,
              "[{\"type\":\"text\",\"text\":\"Hi\"}]",
              Stop.END_TURN));
}
