// A server process: sends the requested number of calls from one address concurrently, at the requested time.

import { type AuthConfig, createAuth } from "@keyhold/core";
import { announceReady } from "../../../../tests/harness/processes/announce-ready.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";

export interface LimitSetup {
  readonly storage: "sqlite" | "postgres" | "mysql";
  readonly place: string;
  /** How far the clock of this process is ahead; without this value the job sets the time. */
  readonly aheadMilliseconds?: number;
}
export interface LimitJob {
  readonly ipAddress: string;
  readonly calls: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** If given, each call guesses the password of this address, instead of calling `GET /ok`. */
  readonly guessAt?: string;
}
/** The number of allowed calls, and the statuses of the others. */
export interface LimitAnswer {
  readonly allowed: number;
  readonly others: readonly number[];
}

/** A limit on the cheapest route, so that only the counting is raced. */
export const limit = { windowSeconds: 60, max: 10 } as const;
export const wrongPasswords = { windowSeconds: 900, max: 20 } as const;

/** The config of the storage with the counts. */
export const configOf = ({ storage, place }: LimitSetup): Pick<AuthConfig, "database" | "rateLimit"> => ({
  database: openDatabase({ type: storage, place }),
  rateLimit: {
    enabled: true,
    storage: "database",
    limits: { "/ok": limit, "/sign-in/email": false },
    wrongPasswords,
    wrongPasswordsPerAddress: { windowSeconds: 3600, max: 100_000 },
  },
});

const [, , given] = process.argv;
if (process.send && given) serve(JSON.parse(given));

function serve(setup: LimitSetup): void {
  let time = 0;
  if (setup.aheadMilliseconds !== undefined) setClock(setup.aheadMilliseconds);
  const clock = setup.aheadMilliseconds === undefined ? { now: () => new Date(time) } : {};
  const auth = createAuth({ ...raceConfig, ...configOf(setup), ...clock });
  process.on("message", async ({ ipAddress, calls, at, guessAt }: LimitJob) => {
    time = at;
    const request = () => auth.handler(guessAt === undefined ? askOk() : guess(guessAt), { ipAddress });
    const answers = await Promise.all(Array.from({ length: calls }, request));
    // A wrong password is answered 401 if the server compared the password.
    const letThrough = guessAt === undefined ? 200 : 401;
    const others = answers.map(({ status }) => status).filter((status) => status !== letThrough);
    process.send?.({ allowed: calls - others.length, others } satisfies LimitAnswer);
  });
  announceReady();
}

const askOk = (): Request => new Request(`${raceConfig.baseURL}/api/auth/ok`);

const guess = (email: string): Request =>
  new Request(`${raceConfig.baseURL}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "a wrong password" }),
  });

/** Sets the clock of this process forward, like a wrong clock of a machine. */
function setClock(aheadMilliseconds: number): void {
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...given: []) {
      super(...((given.length === 0 ? [Right.now() + aheadMilliseconds] : given) as []));
    }
    static override now(): number {
      return Right.now() + aheadMilliseconds;
    }
  } as DateConstructor;
}
