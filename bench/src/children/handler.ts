import { PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { answerCalls } from "../calls.ts";
import { baseURL, type ContenderName, routes } from "../contenders/contender.ts";
import { openContender } from "../contenders/index.ts";

/** `handler` is the call alone; `exchange` makes the `Request` and reads the body too; `api` is the server-side call. */
export type CallKind = "handler" | "exchange" | "api";

export interface CallsInput {
  readonly by: CallKind;
  readonly cookies: readonly string[];
  readonly count: number;
}

const [name, file] = process.argv.slice(2) as [ContenderName, string];
const contender = await openContender(name, {
  file,
  hash: "own",
  hashesAtOnce: 1,
});
const collections = { count: 0 };
new PerformanceObserver((list) => {
  collections.count += list.getEntries().length;
}).observe({ entryTypes: ["gc"] });

/** Prepared calls: their inputs exist before the clock starts. */
function callsFor({ by, cookies, count }: CallsInput): (() => Promise<unknown>)[] {
  const headers = Array.from(
    { length: count },
    (_, index) =>
      new Headers({
        cookie: cookies[index % cookies.length] ?? "",
        "user-agent": "bench",
        accept: "application/json",
      }),
  );
  if (by === "api") return headers.map((each) => () => contender.getSession(each));
  const { handler } = contender;
  if (!handler) throw new Error(`${name} has no handler`);
  const url = baseURL + routes.getSession;
  if (by === "exchange") {
    return headers.map((each) => async () => (await handler(new Request(url, { headers: each }))).text());
  }
  const requests = headers.map((each) => new Request(url, { headers: each }));
  return requests.map((request) => () => handler(request));
}

async function textOf(answer: unknown): Promise<string> {
  if (answer instanceof Response) return answer.text();
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}

/** A fast error must not count as a call. */
async function check(input: CallsInput): Promise<void> {
  const [call] = callsFor({ ...input, count: 1 });
  const text = await textOf(await call?.());
  if (!text.includes('"session":{')) throw new Error(`not a session: ${text.slice(0, 300)}`);
}

const methods = {
  /** Microseconds per call, by the clock and by the CPU time of all threads. */
  async time(input: CallsInput): Promise<{ wallMicros: number; cpuMicros: number }> {
    await check(input);
    const slice = 250;
    let wallMs = 0;
    let cpuMicros = 0;
    for (let done = 0; done < input.count; done += slice) {
      const calls = callsFor({ ...input, count: slice });
      const cpuBefore = process.cpuUsage();
      const startedAt = performance.now();
      for (const call of calls) await call();
      wallMs += performance.now() - startedAt;
      const cpu = process.cpuUsage(cpuBefore);
      cpuMicros += cpu.user + cpu.system;
    }
    return {
      wallMicros: (wallMs * 1000) / input.count,
      cpuMicros: cpuMicros / input.count,
    };
  },
  /** Bytes allocated per call. Needs a young generation of that size, so no collection hides any. */
  async allocated(input: CallsInput): Promise<{ heapBytes: number; externalBytes: number }> {
    await check(input);
    // Optimised code allocates less than new code.
    for (let done = 0; done < 4_000; done += input.count) for (const call of callsFor(input)) await call();
    const calls = callsFor(input);
    globalThis.gc?.();
    await nextTurn();
    await nextTurn();
    collections.count = 0;
    const before = process.memoryUsage();
    for (const call of calls) await call();
    const after = process.memoryUsage();
    await nextTurn();
    await nextTurn();
    if (collections.count > 0) throw new Error("a collection ran during the measurement; make fewer calls");
    return {
      heapBytes: (after.heapUsed - before.heapUsed) / input.count,
      externalBytes: (after.external - before.external) / input.count,
    };
  },
};
export type HandlerMethods = typeof methods;

answerCalls(methods);
