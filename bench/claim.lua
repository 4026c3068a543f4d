-- Claims, each of an entry of its own: AGENT_TOKEN=... wrk -s claim.lua ADDRESS -- THREADS SECONDS CONNECTIONS [FIRST]
--
-- The sessions are numbered (QueueDatabase.fill). When the seconds are over, the connections fall silent, by sending nothing
-- as a request, and wrk, which was told to run for longer, waits for the last answers. So all claims that were sent are
-- answered, and the answers can be compared with the database. The key is in no argument, which others could read.

local made = 0

function setup(thread)
  thread:set("index", made)
  made = made + 1
end

function init(args)
  threads, seconds, connections = tonumber(args[1]), tonumber(args[2]), tonumber(args[3])
  number = tonumber(args[4] or 1) + index
  wrk.method = "POST"
  wrk.headers["Authorization"] = "Bearer " .. os.getenv("AGENT_TOKEN")
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  local now = os.time()
  last = last or now + seconds
  if now >= last then
    return ""
  end
  local path = ("/opbeta/outposts/agents/agent-%032x/claim"):format(number)
  local body = ('{"acceptor_id":"w-%d"}'):format(number % connections) -- as many workers as connections
  number = number + threads
  return wrk.format(nil, path, nil, body)
end

function done(summary, latency)
  local errors = summary.errors
  print(("granted %d refused %d broken %d p50 %.1f ms, p99 %.1f ms"):format(
    summary.requests - errors.status, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
