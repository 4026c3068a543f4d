// pg-boss, 16 fetchers that take and complete one job at a time: jobs per second, printed.
import PgBoss from "pg-boss";

const jobs = 20_000;
const fetchers = 16;
const seconds = 5;
const boss = new PgBoss({ max: fetchers, supervise: false, schedule: false });
boss.on("error", () => {});
await boss.start();
await boss.createQueue("bench").catch(() => {});
await boss.deleteAllJobs("bench").catch(() => {});
for (let i = 0; i < jobs; i += 1000) {
  await boss.insert("bench", Array.from({ length: 1000 }, () => ({ data: {} })));
}

let done = 0;
const begun = performance.now();
await Promise.all(
  Array.from({ length: fetchers }, async () => {
    while (performance.now() - begun < seconds * 1000) {
      const [job] = await boss.fetch("bench");
      if (!job) break;
      await boss.complete("bench", job.id);
      done++;
    }
  }));
console.log((done / ((performance.now() - begun) / 1000)).toFixed(1));
process.exit(0);
