import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packedApp } from "./packed-app.ts";
import { startWorkerd } from "./workerd.ts";

/**
 * Prints the CPU time of requests to workerd, for docs/runtimes.md. Needs Linux and a build:
 * `node tests/harness/runtimes/print-cpu.ts`.
 */

const rounds = 21;
/** The kernel counts CPU time in hundredths of a second. */
const tickMilliseconds = 10;

/** The CPU time of all threads of a process until now. */
function cpuMilliseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMilliseconds;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

/** Each call has another address, so that no rate limit ends the measurement. */
let calls = 0;
const post = (url: string, path: string, body: object): Promise<Response> =>
  fetch(new URL(`/api/auth${path}`, url), {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": `203.0.${++calls >> 8}.${calls & 255}` },
    body: JSON.stringify(body),
  });

const app = await packedApp();
try {
  for (const [name, compatibilityDate] of [
    ["scrypt of the platform", "2026-11-01"],
    ["scrypt in JavaScript", "2026-07-01"],
  ] as const) {
    const database = mkdtempSync(join(app.folder, "database-"));
    const { url, pid, stop } = await startWorkerd(app.worker, { withSql: ["App"], database, compatibilityDate });
    const signedUp = await post(url, "/sign-up/email", person);
    const cookie = signedUp.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const signIns: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = cpuMilliseconds(pid);
      const answer = await post(url, "/sign-in/email", person);
      if (answer.status !== 200) throw new Error(`A sign-in was answered ${answer.status}.`);
      signIns.push(cpuMilliseconds(pid) - before);
    }
    const before = cpuMilliseconds(pid);
    const checks = 500;
    for (let check = 0; check < checks; check++) {
      await (await fetch(new URL("/api/auth/get-session", url), { headers: { cookie } })).text();
    }
    const perCheck = (cpuMilliseconds(pid) - before) / checks;
    console.log(`${name}: sign-in ${median(signIns)} ms (${Math.min(...signIns)} to ${Math.max(...signIns)}), `);
    console.log(`  session check ${perCheck.toFixed(2)} ms`);
    await stop();
  }
} finally {
  app.remove();
}
