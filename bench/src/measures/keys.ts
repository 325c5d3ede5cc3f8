import type { Arena } from "../arena.ts";
import { type Child, startChild } from "../calls.ts";
import type { KeyMethods } from "../children/keys.ts";
import type { TokenContenderName, TokenMethods } from "../children/tokens.ts";
import { type KeyContenderName, type KeyPlace, keyContenderNames, sharesTable } from "../contenders/keys/contender.ts";
import { emptyPlace, onEachDatabase, removePlace } from "../places.ts";
import { type Line, type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, spread } from "../statistics.ts";

const callers = 32;
const keyCount = 32;
const warmUpRounds = 3;

type Samples = Record<KeyContenderName, number[]>;
type KeyChild = Child<KeyMethods>;

/** Checks of API keys by 32 callers on SQLite and, with `TEST_POSTGRES_URL`, on PostgreSQL; and checks of tokens. */
export async function measureKeys(arena: Arena): Promise<Section[]> {
  const sections = await onEachDatabase(async (database) => describe(database, await measureOn(arena, database)));
  return [...sections, await measureTokens(arena)];
}

async function measureOn({ scale }: Arena, database: KeyPlace["database"]): Promise<Samples> {
  const places = new Map<string, string>();
  const children = new Map<KeyContenderName, KeyChild>();
  const childOf = (name: KeyContenderName): KeyChild => children.get(name) as KeyChild;
  const open = async (name: KeyContenderName): Promise<KeyChild> => {
    const owner = sharesTable(name) ? "keyhold" : name;
    const place = places.get(owner) ?? (await emptyPlace(database, owner));
    places.set(owner, place);
    const child = await startChild<KeyMethods>("keys", [name, database, place]);
    children.set(name, child);
    return child;
  };
  const keys = await (await open("keyhold")).call("prepare", keyCount);
  for (const name of keyContenderNames) {
    if (name === "keyhold") continue;
    const child = await open(name);
    await (sharesTable(name) ? child.call("take", keys) : child.call("prepare", keyCount));
  }
  const countOf = (name: KeyContenderName): number =>
    name.startsWith("better-auth") ? scale.handlerCalls / 5 : scale.handlerCalls * 60;
  const time = (name: KeyContenderName): Promise<number> =>
    childOf(name).call("time", { callers, count: countOf(name) });
  // A server runs for days: V8 has compiled each contender before the first round.
  for (let round = 0; round < warmUpRounds; round += 1) for (const name of keyContenderNames) await time(name);
  const samples = await interleave(scale.rounds, keyContenderNames, time);
  for (const child of children.values()) {
    await child.call("close");
    await child.stop();
  }
  for (const place of places.values()) await removePlace(database, place);
  return samples;
}

function describe(database: KeyPlace["database"], samples: Samples): Section {
  const lineOf = (over: KeyContenderName, under: KeyContenderName, limit: number): Line => ({
    text: `checks of a key per second on ${database}, ${callers} callers: ${over} ÷ ${under}`,
    limit,
    direction: "at least",
    measured: ratio(samples[over], samples[under]),
  });
  return {
    title: `Checks of API keys on ${database}`,
    note: `Checks per second in process, by ${callers} callers who each ask again when answered. \`select\` is \`select *\` of the row of the key by one prepared statement, without a check. \`floor\` is what a server without a library must do: the form of the key, one prepared statement for the key and its user, the hash of the secret and its comparison, the end of the key, the permissions as an object. Keyhold reads the keys of callers at the same time by one statement. better-auth has its default limiter, with a limit that no caller reaches; Keyhold and “unlimited” count no uses, by Keyhold's default.`,
    head: ["", "checks/s", "÷ select", "÷ floor"],
    rows: keyContenderNames.map((name) => [
      name,
      showSpread(spread(samples[name])),
      showSpread(ratio(samples[name], samples.select)),
      showSpread(ratio(samples[name], samples.floor)),
    ]),
    lines: [lineOf("keyhold", "floor", 0.85), lineOf("keyhold", "select", 0.85), lineOf("keyhold", "better-auth", 5)],
  };
}

async function measureTokens({ scale }: Arena): Promise<Section> {
  const names = ["jose", "keyhold"] as const satisfies readonly TokenContenderName[];
  const child = await startChild<TokenMethods>("tokens");
  const time = (name: TokenContenderName): Promise<number> => child.call("time", { name, count: scale.handlerCalls });
  for (const name of names) await time(name);
  const samples = await interleave(scale.rounds * 2, names, time);
  await child.stop();
  const against = (name: TokenContenderName) => ratio(samples[name], samples.jose);
  return {
    title: "Checks of access tokens",
    note: "ES256, in process, one after another. `jose` is `jwtVerify` with the imported key and the same rules.",
    head: ["", "checks/s", "÷ jose"],
    rows: names.map((name) => [name, showSpread(spread(samples[name])), showSpread(against(name))]),
    lines: [
      {
        text: "checks of an access token per second: keyhold ÷ jose",
        limit: 0.9,
        direction: "at least",
        measured: against("keyhold"),
      },
    ],
  };
}
