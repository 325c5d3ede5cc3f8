// A server process of its own: answers all given requests at once, over the published packages.

import { createAuth } from "@keyhold/core";
import { announceReady } from "./announce-ready.ts";
import { dieAt } from "./die.ts";
import { openOneDatabase } from "./open-one.ts";
import { raceConfig } from "./race-config.ts";
import { racePlugins } from "./race-plugins.ts";

export interface RacedRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly cookie?: string;
  /** Further headers; with `text` in place of a JSON body. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}
export interface RacedAnswer {
  readonly status: number;
  readonly code: string | null;
  readonly cookies: readonly string[];
  readonly body: unknown;
  readonly retryAfter: string | null;
  /** The new token of a client in token mode. */
  readonly token: string | null;
}
export interface RequestSetup {
  readonly type: "sqlite" | "postgres" | "mysql";
  readonly place: string;
  /** The set of plugins. */
  readonly config: keyof typeof racePlugins;
  /** Whether clients without cookies may call. Default false. */
  readonly bearer?: boolean | undefined;
  /** Whether limits are counted in the database. Default false: in each process. */
  readonly countsInDatabase?: boolean | undefined;
  /** Where the provider of a CAPTCHA checks responses. */
  readonly verifyURL?: string | undefined;
  /** The step at which the process is killed; absent: never. */
  readonly dieAt?: number;
}

const setup: RequestSetup = JSON.parse(process.argv[2] ?? "{}");
const opened = await openOneDatabase(setup);
const database = setup.dieAt === undefined ? opened : dieAt(opened, setup.dieAt);
const session = { bearer: setup.bearer ?? false };
const rateLimit = { ...raceConfig.rateLimit, ...(setup.countsInDatabase && { storage: "database" as const }) };
const plugins = await racePlugins[setup.config](setup.verifyURL);
const auth = createAuth({ ...raceConfig, session, rateLimit, plugins, database });

async function ask({ method, path, body, cookie, headers: more, text: raw }: RacedRequest): Promise<RacedAnswer> {
  const headers = new Headers({ origin: raceConfig.baseURL, ...more });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (cookie !== undefined) headers.set("cookie", cookie);
  const url = `${raceConfig.baseURL}/api/auth${path}`;
  const response = await auth.handler(
    new Request(url, { method, headers, body: raw ?? (body === undefined ? null : JSON.stringify(body)) }),
  );
  const text = await response.text();
  const answer: unknown = text === "" ? null : JSON.parse(text);
  const code = typeof answer === "object" && answer !== null && "code" in answer ? String(answer.code) : null;
  return {
    status: response.status,
    code,
    cookies: response.headers.getSetCookie(),
    body: answer,
    retryAfter: response.headers.get("retry-after"),
    token: response.headers.get("set-auth-token"),
  };
}

process.on("message", async (requests: readonly RacedRequest[]) => {
  process.send?.(await Promise.all(requests.map(ask)));
});
announceReady();
