import { percentile } from "../statistics.ts";
import { type Connection, openConnection, statusOf } from "./connection.ts";
import { checkSession, getSessions } from "./get-sessions.ts";
import { getSessionRequest, type Person, signInRequest } from "./requests.ts";

export interface UnderHashingInput {
  readonly port: number;
  readonly cookies: readonly string[];
  readonly people: readonly Person[];
  readonly signInLoops: number;
  /** The pace of the steady part. */
  readonly sessionsPerSecond: number;
  /** The connections of the closed part. */
  readonly connections: number;
  /** How long each part takes. */
  readonly seconds: number;
}
export interface UnderHashingResult {
  readonly steadyP50Ms: number;
  readonly steadyP99Ms: number;
  readonly closedP50Ms: number;
  readonly closedP99Ms: number;
  readonly signInsPerSecond: number;
  /** Sign-ins without a 200, such as 503 from a full queue. */
  readonly refused: number;
}

const settleMs = 500;
const pauseAfterRefusalMs = 50;

/** While sign-ins run in closed loops: get-session first at a steady pace, then in closed loops of its own. */
export async function getSessionsUnderHashing(input: UnderHashingInput): Promise<UnderHashingResult> {
  const { port, cookies, people, signInLoops, sessionsPerSecond, connections, seconds } = input;
  const counts = { accepted: 0, refused: 0, over: false };
  const startedAt = performance.now();
  const loops = Array.from({ length: signInLoops }, async (_, index) => {
    const connection = await openConnection(port);
    const request = signInRequest(people[index % people.length] as Person);
    while (!counts.over) {
      const isAccepted = statusOf(await connection.send(request)) === 200;
      counts[isAccepted ? "accepted" : "refused"] += 1;
      if (!isAccepted) await pause(pauseAfterRefusalMs);
    }
    connection.close();
  });
  await pause(settleMs);
  const steady = await steadyGetSessions(port, cookies.map(getSessionRequest), sessionsPerSecond, seconds);
  const closed = await getSessions({
    port,
    cookies,
    concurrency: connections,
    seconds,
  });
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  counts.over = true;
  await Promise.all(loops);
  return {
    steadyP50Ms: percentile(steady, 0.5),
    steadyP99Ms: percentile(steady, 0.99),
    closedP50Ms: closed.p50Ms,
    closedP99Ms: closed.p99Ms,
    signInsPerSecond: counts.accepted / elapsedSeconds,
    refused: counts.refused,
  };
}

/** An open loop: latency counts from the moment a request was due, so waiting is not left out. */
async function steadyGetSessions(
  port: number,
  requests: readonly Buffer[],
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const idle: Connection[] = [];
  const latencies: number[] = [];
  const asked: Promise<void>[] = [];
  const ask = async (request: Buffer, dueAt: number): Promise<void> => {
    // A timer may fire a little early; then waiting has not begun before the question.
    const askedAt = Math.min(dueAt, performance.now());
    const connection = idle.pop() ?? (await openConnection(port));
    checkSession(await connection.send(request));
    latencies.push(performance.now() - askedAt);
    idle.push(connection);
  };
  const startedAt = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await pause(waitMs);
    asked.push(ask(requests[index % requests.length] as Buffer, dueAt));
  }
  await Promise.all(asked);
  for (const connection of idle) connection.close();
  return latencies;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
