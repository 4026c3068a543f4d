// graphile-worker with its default settings: jobs per second of a queue of empty jobs, printed.
import { makeWorkerUtils, run } from "graphile-worker";
import pg from "pg";

const jobs = 40_000;
const pool = new pg.Pool({ max: 20 });
pool.on("error", () => {});
pool.on("connect", (client) => client.on("error", () => {}));
const utils = await makeWorkerUtils({ pgPool: pool });
await utils.migrate();
await pool.query("TRUNCATE graphile_worker._private_jobs CASCADE");
for (let i = 0; i < jobs; i += 1000) { // job by job it takes minutes
  await utils.addJobs(Array.from({ length: 1000 }, () => ({ identifier: "nothing", payload: {} })));
}

let done = 0;
let begun;
const finished = new Promise((resolve) => {
  const task = async () => {
    if (done === 2_000) begun = performance.now();
    if (++done === jobs) resolve(performance.now());
  };
  run({ pgPool: pool, concurrency: 16, taskList: { nothing: task }, logger: quiet() })
    .then((runner) => { globalThis.runner = runner; });
});
const ended = await finished;
await globalThis.runner.stop();
console.log(((jobs - 2_000) / ((ended - begun) / 1000)).toFixed(1));
process.exit(0);

function quiet() {
  const logger = { error() {}, warn() {}, info() {}, debug() {}, scope: () => logger };
  return logger;
}
