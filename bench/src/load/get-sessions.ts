import { percentile } from "../statistics.ts";
import { type Connection, openConnection, statusOf } from "./connection.ts";
import { getSessionRequest } from "./requests.ts";

export interface GetSessionsInput {
  readonly port: number;
  readonly cookies: readonly string[];
  readonly concurrency: number;
  /** The run ends at the first of the two bounds. */
  readonly seconds: number;
  readonly requests?: number;
}
export interface GetSessionsResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How much of a core the load itself took; near 1 it is the bottleneck. */
  readonly loadShare: number;
}

/** A closed loop: each connection asks again as soon as it is answered. Every answer is checked. */
export async function getSessions(input: GetSessionsInput): Promise<GetSessionsResult> {
  const { port, cookies, concurrency, seconds, requests: limit = Number.POSITIVE_INFINITY } = input;
  const requests = cookies.map(getSessionRequest);
  const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(port)));
  const latencies: number[] = [];
  let sent = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const loop = async (connection: Connection): Promise<void> => {
    let now = performance.now();
    while (now < endsAt && sent < limit) {
      const request = requests[sent % requests.length] as Buffer;
      sent += 1;
      checkSession(await connection.send(request));
      const answeredAt = performance.now();
      latencies.push(answeredAt - now);
      now = answeredAt;
    }
  };
  await Promise.all(connections.map(loop));
  const elapsedMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuBefore);
  for (const connection of connections) connection.close();
  return {
    requests: latencies.length,
    seconds: elapsedMs / 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    loadShare: (cpu.user + cpu.system) / 1000 / elapsedMs,
  };
}

/** Throws unless the answer contains a session: a fast error must not count. */
export function checkSession(response: Buffer): void {
  if (statusOf(response) === 200 && response.includes('"session":{')) return;
  throw new Error(`not a session: ${response.toString().slice(0, 600)}`);
}
