// A server process: answers the requests of a message, all at once, with the published packages.

import { createAuth } from "@keyhold/core";
import { announceReady } from "../../../../tests/harness/processes/announce-ready.ts";
import { dieAt } from "../../../../tests/harness/processes/die.ts";
import { openOneDatabase } from "../../../../tests/harness/processes/open-one.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import type { RacedRequest, RequestSetup } from "../../../../tests/harness/processes/request-worker.ts";
import { type RaceProvider, socialRaceConfig } from "./race-config.ts";

export interface SocialAnswer {
  readonly status: number;
  /** Of an error as JSON. */
  readonly code: string | null;
  /** The target and the `error` of a redirect. */
  readonly location: string | null;
  readonly error: string | null;
  readonly cookies: readonly string[];
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly retryAfter: string | null;
}

export interface SocialSetup extends Omit<RequestSetup, "config"> {
  readonly provider: RaceProvider;
  /** The step at which the process is killed; 0: never. */
  readonly dieAt: number;
}

const setup: SocialSetup = JSON.parse(process.argv[2] ?? "{}");
const opened = await openOneDatabase(setup);
const database = setup.dieAt > 0 ? dieAt(opened, setup.dieAt) : opened;
const auth = createAuth({ ...socialRaceConfig(setup.provider), database });

async function ask({ method, path, body, cookie }: RacedRequest): Promise<SocialAnswer> {
  const headers = new Headers({ origin: raceConfig.baseURL });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (cookie !== undefined) headers.set("cookie", cookie);
  const url = path.startsWith("http") ? path : `${raceConfig.baseURL}/api/auth${path}`;
  const response = await auth.handler(
    new Request(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) }),
  );
  const text = await response.text();
  const answer = text.startsWith("{") ? (JSON.parse(text) as Readonly<Record<string, unknown>>) : null;
  const location = response.headers.get("location");
  return {
    status: response.status,
    code: typeof answer?.code === "string" ? answer.code : null,
    location,
    error: location === null ? null : new URL(location).searchParams.get("error"),
    cookies: response.headers.getSetCookie(),
    body: answer,
    retryAfter: response.headers.get("retry-after"),
  };
}

process.on("message", async (requests: readonly RacedRequest[]) => {
  process.send?.(await Promise.all(requests.map(ask)));
});
announceReady();
