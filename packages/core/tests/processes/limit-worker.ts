// A server process of its own: answers as many requests of one address as it is told, all at once, by the clock it is told.
import { type AuthConfig, createAuth } from "@keyhold/core";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";

export interface LimitSetup {
  readonly storage: "sqlite" | "postgres" | "mysql";
  readonly place: string;
}
export interface LimitJob {
  readonly ipAddress: string;
  readonly calls: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}
/** How many of the calls were let through, and which other statuses there were. */
export interface LimitAnswer {
  readonly allowed: number;
  readonly others: readonly number[];
}

/** One limit on the cheapest route: nothing but the counting is raced. */
export const limit = { windowSeconds: 60, max: 10 } as const;

/** Where a storage keeps its counts. */
export const configOf = ({ storage, place }: LimitSetup): Pick<AuthConfig, "database" | "rateLimit"> => ({
  database: openDatabase({ type: storage, place }),
  rateLimit: { enabled: true, storage: "database", limits: { "/ok": limit } },
});

const [, , given] = process.argv;
if (process.send && given) serve(JSON.parse(given));

function serve(setup: LimitSetup): void {
  let time = 0;
  const auth = createAuth({ ...raceConfig, ...configOf(setup), now: () => new Date(time) });
  process.on("message", async ({ ipAddress, calls, at }: LimitJob) => {
    time = at;
    const request = () => auth.handler(new Request(`${raceConfig.baseURL}/api/auth/ok`), { ipAddress });
    const answers = await Promise.all(Array.from({ length: calls }, request));
    const others = answers.map(({ status }) => status).filter((status) => status !== 200);
    process.send?.({ allowed: calls - others.length, others } satisfies LimitAnswer);
  });
  process.send?.("ready");
}
