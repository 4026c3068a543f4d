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
              "llama.cpp: started without what makes tools work",
              500,
              """
              {"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}
              """,
              Kind.INVALID_REQUEST,
              "tools param requires --jinja flag (start llama-server with --jinja",
              0),
          new No(
              "llama.cpp: the same in other words",
              501,
              """
              {"error":{"code":501,"message":"This server does not support tools. Start it with `--jinja`","type":"not_supported_error"}}
              """,
              Kind.INVALID_REQUEST,
              "(start llama-server with --jinja",
              0),
          new No(
              "llama.cpp: a template that knows no tools",
              500,
              """
              {"error":{"code":500,"message":"Failed to parse messages: Unsupported content part type","type":"server_error"}}
              """,
              Kind.INVALID_REQUEST,
              "Failed to parse messages",
              0),
          new No(
              "LiteLLM: unknown model, as a fault of the server",
              500,
              """
              {"error":{"message":"litellm.NotFoundError: OpenAIException - The model `x` does not exist","type":null,"param":null,"code":"500"}}
              """,
              Kind.INVALID_REQUEST,
              "The model `x` does not exist",
              0),
          new No(
              "a gateway before a model that is not up yet",
              503,
              """
              {"error":{"message":"model x not found on any worker, starting one","type":"not_found_error"}}
              """,
              Kind.UNREACHABLE,
              "starting one",
              0),
          new No(
              "vLLM: a longer reply than there is room for",
              400,
              """
              {"object":"error","message":"'max_tokens' or 'max_completion_tokens' is too large: 64000. This model's maximum context length is 4096 tokens and your request has 1042 input tokens (64000 > 4096 - 1042). None","type":"BadRequestError","param":null,"code":400}
              """,
              Kind.CONTEXT_FULL,
              "is too large: 64000",
              4096),
          new No(
              "vLLM, since 0.11: a longer reply than there is room for",
              400,
              """
              {"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 16000 output tokens and your prompt contains at least 1042 input tokens, for a total of at least 17042 tokens.","type":"BadRequestError","param":"max_tokens","code":400}}
              """,
              Kind.CONTEXT_FULL,
              "you requested 16000 output tokens",
              4096),
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

  /**
   * How a server says that a longer reply was asked for than its model gives.
   *
   * @param most the longest reply in tokens that it tells
   */
  record TooMuch(String server, int status, String message, int most) {}

  static final List<TooMuch> TOO_MUCHES =
      List.of(
          new TooMuch(
              "OpenAI",
              400,
              "max_tokens is too large: 1000. This model supports at most 512 completion tokens, whereas you provided 1000.",
              512),
          new TooMuch(
              "OpenAI, by the newer name",
              400,
              "max_completion_tokens is too large: 1000. This model supports at most 512 completion tokens, whereas you provided 1000.",
              512),
          new TooMuch(
              "Anthropic",
              400,
              "max_tokens: 1000 > 512, which is the maximum allowed number of output tokens for claude-3-haiku-20240307",
              512),
          new TooMuch(
              "DeepSeek",
              400,
              "Invalid max_tokens value, the valid range of max_tokens is [1, 512]",
              512),
          new TooMuch(
              "Qwen",
              400,
              "<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 512]",
              512),
          new TooMuch(
              "Groq",
              400,
              "`max_tokens` must be less than or equal to `512`, the maximum value for `max_tokens` is less than the `context_window` for this model",
              512),
          new TooMuch(
              "vLLM and others that check with Pydantic",
              422,
              "body.max_tokens: Input should be less than or equal to 512",
              512),
          new TooMuch(
              "llama.cpp behind a proxy with a bound",
              400,
              "max_tokens must be between 1 and 512",
              512),
          new TooMuch(
              "Gemini",
              400,
              "Unable to submit request because it has a maxOutputTokens value of 1000 but the supported range is from 1 (inclusive) to 513 (exclusive).",
              512),
          new TooMuch(
              "Bedrock",
              400,
              "The maximum tokens you requested exceeds the model limit of 512. Try again with a maximum tokens value that is lower than 512.",
              512));
}
