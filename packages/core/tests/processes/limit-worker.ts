// A server process of its own: answers as many requests of one address as it is told, all at once, by the clock it is told.
import { type AuthConfig, createAuth } from "@keyhold/core";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";

export interface LimitSetup {
  readonly storage: "sqlite" | "postgres" | "mysql";
  readonly place: string;
  /** How far the clock of this process is ahead; without it the process has no clock but what a job says. */
  readonly aheadMilliseconds?: number;
}
export interface LimitJob {
  readonly ipAddress: string;
  readonly calls: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Each call guesses the password of this address, instead of asking `GET /ok`. */
  readonly guessAt?: string;
}
/** How many of the calls were let through, and which other statuses there were. */
export interface LimitAnswer {
  readonly allowed: number;
  readonly others: readonly number[];
}

/** One limit on the cheapest route: nothing but the counting is raced. */
export const limit = { windowSeconds: 60, max: 10 } as const;
export const wrongPasswords = { windowSeconds: 900, max: 20 } as const;

/** Where a storage keeps its counts. */
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
    // A wrong password is 401 where it was compared.
    const letThrough = guessAt === undefined ? 200 : 401;
    const others = answers.map(({ status }) => status).filter((status) => status !== letThrough);
    process.send?.({ allowed: calls - others.length, others } satisfies LimitAnswer);
  });
  process.send?.("ready");
}

const askOk = (): Request => new Request(`${raceConfig.baseURL}/api/auth/ok`);

const guess = (email: string): Request =>
  new Request(`${raceConfig.baseURL}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "a wrong password" }),
  });

/** Sets the clock of this process forward, as that of a machine that is wrong. */
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
