import { raceConfig } from "../processes/race-config.ts";
import { noteDuration, noteFailure, type Report } from "./report.ts";
import { clientHeader, processHeader, proxyHeader, type RoundRobin } from "./round-robin.ts";

export interface SentRequest {
  readonly body?: object;
  readonly cookie?: string;
  /** The port of the process; without it the proxy chooses. */
  readonly port?: number;
  /** The client IP address; without it a new one. */
  readonly address?: string;
}

export interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** The cookies of the answer, as the browser sends them. */
  readonly cookie: string;
}

/** The answer is missing, so the client cannot know whether the request was carried out. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
}

/** Sends requests through the proxy. */
export interface Client {
  /** Null: no process has answered, or it answered 503 with `Retry-After`. */
  ask(path: string, request?: SentRequest): Promise<Answer | null>;
  /** Throws `OutcomeUnknown` in place of null, and for another status than `expected`, which is a violation. */
  must(expected: number, path: string, request?: SentRequest): Promise<Answer>;
  /** A client IP address in a network of its own, because networks have limits, too. */
  newAddress(): string;
}

let addresses = 0;

export function createClient({ url }: RoundRobin, report: Report): Client {
  const newAddress = (): string => {
    addresses += 1;
    return `10.${(addresses >> 8) & 255}.${addresses & 255}.1`;
  };

  async function ask(path: string, { body, cookie, port, address = newAddress() }: SentRequest = {}) {
    const headers = new Headers({ origin: raceConfig.baseURL, [clientHeader]: address });
    if (body) headers.set("content-type", "application/json");
    if (cookie) headers.set("cookie", cookie);
    if (port !== undefined) headers.set(processHeader, String(port));
    const startedAt = performance.now();
    const init = { method: body ? "POST" : "GET", headers, body: body ? JSON.stringify(body) : null };
    const response = await fetch(`${url}/api/auth${path}`, init);
    const text = await response.text();
    noteDuration(report, path.split("?")[0] ?? path, performance.now() - startedAt);
    const failure = response.headers.get(proxyHeader) ?? (response.status === 503 ? "503" : null);
    if (failure === null) return answerOf(response, text);
    // A process that is not there any more was not asked: this is no failure of the system.
    if (failure !== "gone") noteFailure(report, failure);
    if (response.status === 503 && !response.headers.has("retry-after"))
      report.violations.push(`${path}: 503 without Retry-After`);
    return null;
  }

  return {
    newAddress,
    async ask(path, request) {
      const answer = await ask(path, request);
      if (answer && answer.status >= 500) report.violations.push(`${path}: ${answer.status} ${answer.code}`);
      return answer;
    },
    async must(expected, path, request) {
      const answer = await ask(path, request);
      if (answer?.status === expected) return answer;
      if (answer) report.violations.push(`${path}: ${answer.status} ${answer.code} in place of ${expected}`);
      throw new OutcomeUnknown(path);
    },
  };
}

function answerOf(response: Response, text: string): Answer {
  const body = text === "" ? null : JSON.parse(text);
  const code = typeof body?.code === "string" ? body.code : null;
  const pairs = response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(";")));
  return { status: response.status, code, body, cookie: pairs.join("; ") };
}
