import type { Arena } from "../arena.ts";
import { type Child, startChild } from "../calls.ts";
import type { AddressMethods } from "../children/addresses.ts";
import type { KeyPlace } from "../contenders/keys/contender.ts";
import { emailOf, numberOf } from "../load/addresses.ts";
import { type Connection, openConnection, statusOf } from "../load/connection.ts";
import { emptyPlace, onEachDatabase, removePlace } from "../places.ts";
import { type Section, showNumber, showSpread } from "../report/section.ts";
import type { Scale } from "../scale.ts";
import { percentile, ratio, type Spread, spread } from "../statistics.ts";

interface Route {
  readonly path: string;
  readonly more?: object;
  readonly of?: "number";
  /** The accounts have addresses that are not verified: such accounts get the email. */
  readonly isUnverified?: true;
}

const codeOf = (type: string): Pick<Route, "path" | "more"> => ({
  path: "/email-otp/send-verification-otp",
  more: { type },
});

/** Every route that sends to an address or a number of its input. */
const routes: Readonly<Record<string, Route>> = {
  "magic link": { path: "/sign-in/magic-link" },
  "code, sign-in": codeOf("sign-in"),
  "code, email-verification": { ...codeOf("email-verification"), isUnverified: true },
  "code, forget-password": codeOf("forget-password"),
  "code, change-email": codeOf("change-email"),
  "code, password reset": { path: "/email-otp/request-password-reset" },
  "password reset": { path: "/forget-password" },
  "verification email": { path: "/send-verification-email", isUnverified: true },
  "phone code": { path: "/phone-number/send-otp", of: "number" },
  "phone code, password reset": { path: "/phone-number/request-password-reset", of: "number" },
};

/** How many requests of each kind a round has, and how many warm the server up. */
const counts = ({ isFull }: Scale): { readonly perRound: number; readonly warmUps: number } =>
  isFull ? { perRound: 60, warmUps: 400 } : { perRound: 25, warmUps: 50 };

interface Samples {
  /** The median of each round. */
  readonly known: number[];
  readonly unknown: number[];
  /** The fastest tenth of all rounds, with an account ÷ without: other programs disturb it least. */
  fastest: number;
}

/** The time of answers for addresses with and without an account, over HTTP, on SQLite and PostgreSQL. */
export const measureAddresses = ({ scale }: Arena): Promise<Section[]> =>
  onEachDatabase(async (database) => {
    const place = await emptyPlace(database, "addresses");
    const child = await startChild<AddressMethods>("addresses", [database, place]);
    const connection = await openConnection(await child.call("port"));
    const measured: Record<string, Samples> = {};
    const { perRound, warmUps } = counts(scale);
    let used = 0;
    for (const [name, route] of Object.entries(routes)) {
      const pairs = scale.rounds * perRound + warmUps;
      // Each request has an address of its own: the limit of an address rejects none.
      const accounts = { from: used, to: used + pairs, isVerified: !route.isUnverified };
      await child.call("prepare", accounts);
      const time = timer({ child, connection, route, known: used, unknown: used + pairs });
      used += 2 * pairs;
      for (let pair = 0; pair < warmUps; pair += 1) await time();
      const samples: Samples = { known: [], unknown: [], fastest: Number.NaN };
      const all = { known: [] as number[], unknown: [] as number[] };
      for (let round = 0; round < scale.rounds; round += 1) {
        const known: number[] = [];
        const unknown: number[] = [];
        for (let pair = 0; pair < perRound; pair += 1) {
          const times = await time();
          known.push(times.known);
          unknown.push(times.unknown);
        }
        all.known.push(...known);
        all.unknown.push(...unknown);
        samples.known.push(spread(known).median);
        samples.unknown.push(spread(unknown).median);
      }
      samples.fastest = percentile(all.known, 0.1) / percentile(all.unknown, 0.1);
      measured[name] = samples;
    }
    connection.close();
    await child.call("close");
    await child.stop();
    await removePlace(database, place);
    return describe(database, measured);
  });

interface Timed {
  readonly child: Child<AddressMethods>;
  readonly connection: Connection;
  readonly route: Route;
  /** The numbers of the next persons with and without an account. */
  known: number;
  unknown: number;
}

/** Times a request for an account and a request without an account, in turn first. */
function timer(timed: Timed): () => Promise<{ readonly known: number; readonly unknown: number }> {
  let pairs = 0;
  return async () => {
    pairs += 1;
    const numbers = { known: timed.known++, unknown: timed.unknown++ };
    const times = { known: 0, unknown: 0 };
    const order = pairs % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const who of order) times[who] = await timeOne(timed, numbers[who]);
    return times;
  };
}

/** The milliseconds of one answer. The work after the answer before has ended. */
async function timeOne({ child, connection, route }: Timed, person: number): Promise<number> {
  const named = route.of === "number" ? { phoneNumber: numberOf(person) } : { email: emailOf(person) };
  const body = JSON.stringify({ ...named, ...route.more });
  const head = `POST /api/auth${route.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
  const request = Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  await child.call("idle");
  const startedAt = performance.now();
  const answer = await connection.send(request);
  const milliseconds = performance.now() - startedAt;
  if (statusOf(answer) !== 200) throw new Error(`${route.path} answered ${answer.toString("latin1")}`);
  return milliseconds;
}

/** How far a ratio is from 1, on either side. */
const distance = ({ median }: Spread): number => Math.max(median, 1 / median);

function describe(database: KeyPlace["database"], measured: Readonly<Record<string, Samples>>): Section {
  const rows = Object.entries(measured).map(([name, { known, unknown, fastest }]) => ({
    name,
    fastest: showNumber(fastest),
    known: spread(known),
    unknown: spread(unknown),
    ratio: ratio(known, unknown),
  }));
  const furthest = rows.reduce((one, other) => (distance(other.ratio) > distance(one.ratio) ? other : one));
  const { median, min, max } = furthest.ratio;
  return {
    title: `Answers for addresses with and without an account on ${database}`,
    note: `Milliseconds of an answer over HTTP, one at a time, of every route that sends to an address or a number of its input; the median of the requests of each round. A request for an account and a request without an account alternate, each with an address of its own, after the emails of the request before. The time should tell nothing of an account: at most 5 % between the two. “Fastest tenth” is the ratio of the tenth percentiles of all rounds, which other programs of the machine disturb least.`,
    head: ["", "with an account", "without", "with ÷ without", "fastest tenth"],
    rows: rows.map(({ name, known, unknown, ratio, fastest }) => [
      name,
      showSpread(known),
      showSpread(unknown),
      showSpread(ratio),
      fastest,
    ]),
    lines: [
      {
        text: `time of an answer on ${database}, with ÷ without an account, of the route that differs most`,
        limit: 1.05,
        direction: "at most",
        measured: median >= 1 ? furthest.ratio : { median: 1 / median, min: 1 / max, max: 1 / min },
      },
    ],
  };
}
