import type { Arena, Server } from "../arena.ts";
import { type Child, startChild } from "../calls.ts";
import type { HashMethods, HashName } from "../children/hash.ts";
import type { ContenderName, HashChoice } from "../contenders/contender.ts";
import { type Line, type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, type Spread, spread } from "../statistics.ts";

type Subject =
  | { readonly kind: "raw"; readonly hash: HashName }
  | {
      readonly kind: "sign-in";
      readonly hash: HashName;
      readonly contender: ContenderName;
      readonly choice: HashChoice;
    };

const subjects = {
  "raw argon2id": { kind: "raw", hash: "argon2" },
  "raw scrypt": { kind: "raw", hash: "scrypt" },
  "floor, argon2id": { kind: "sign-in", hash: "argon2", contender: "floor", choice: "own" },
  "floor, scrypt": { kind: "sign-in", hash: "scrypt", contender: "floor", choice: "scrypt" },
  "better-auth, its scrypt": { kind: "sign-in", hash: "scrypt", contender: "better-auth", choice: "own" },
  "better-auth, given scrypt": { kind: "sign-in", hash: "scrypt", contender: "better-auth", choice: "scrypt" },
  "keyhold, its argon2id": { kind: "sign-in", hash: "argon2", contender: "keyhold", choice: "own" },
  "keyhold, given scrypt": { kind: "sign-in", hash: "scrypt", contender: "keyhold", choice: "scrypt" },
} as const satisfies Record<string, Subject>;
type SubjectName = keyof typeof subjects;

const rawOf = { argon2: "raw argon2id", scrypt: "raw scrypt" } as const satisfies Record<HashName, SubjectName>;

/** CPU of a sign-in over HTTP, and of the hash in it alone. */
export async function measureSignIn(arena: Arena): Promise<Section[]> {
  const names = (Object.keys(subjects) as SubjectName[]).filter((name) => {
    const subject: Subject = subjects[name];
    return subject.kind === "raw" || arena.names.includes(subject.contender);
  });
  const raw = await startChild<HashMethods>("hash");
  const servers = new Map<SubjectName, Server>();
  for (const name of names) {
    const subject: Subject = subjects[name];
    if (subject.kind === "sign-in") servers.set(name, await arena.startServer(subject.contender, subject.choice));
  }
  const sample = async (name: SubjectName, count: number): Promise<number> => {
    const subject: Subject = subjects[name];
    if (subject.kind === "raw") return rawCpuMs(raw, subject.hash, count);
    const server = servers.get(name) as Server;
    const { people } = await arena.prepared(subject.contender, subject.choice);
    const before = await server.call("cpuMs");
    await arena.load.call("signIns", { port: server.port, people, count });
    return ((await server.call("cpuMs")) - before) / count;
  };
  const { rounds, signIns, signInWarmUps } = arena.scale;
  for (const name of names) await sample(name, signInWarmUps);
  const samples = await interleave(rounds, names, (name) => sample(name, signIns));
  for (const server of servers.values()) await server.stop();
  await raw.stop();
  return [describe(names, samples)];
}

async function rawCpuMs(raw: Child<HashMethods>, by: HashName, count: number): Promise<number> {
  const before = await raw.call("cpuMs");
  for (let done = 0; done < count; done += 1) await raw.call("hash", by);
  return ((await raw.call("cpuMs")) - before) / count;
}

function describe(names: readonly SubjectName[], samples: Record<SubjectName, number[]>): Section {
  const against = (name: SubjectName, reference: SubjectName): Spread | null =>
    names.includes(name) && names.includes(reference) ? ratio(samples[name], samples[reference]) : null;
  const show = (measured: Spread | null): string => (measured ? showSpread(measured) : "–");
  const line = (text: string, limit: number, name: SubjectName, reference: SubjectName): Line => ({
    text: `sign-in CPU: ${text}`,
    limit,
    direction: "at most",
    measured: against(name, reference),
  });
  return {
    title: "Sign-in with a password",
    note: "CPU of the server process per sign-in over HTTP, one at a time. A raw hash is the same function alone, asked for one at a time by another process as sign-ins are. A hash of many MiB leaves cold caches behind, so the rest of a sign-in costs more than alone: the floor shows how much. argon2id is m=19 MiB t=2 p=1, scrypt N=16384 r=16 p=1.",
    head: ["", "CPU ms", "÷ raw hash", "÷ better-auth"],
    rows: names.map((name) => [
      name,
      showSpread(spread(samples[name])),
      show(against(name, rawOf[subjects[name].hash])),
      show(against(name, "better-auth, its scrypt")),
    ]),
    lines: [
      line("keyhold ÷ raw argon2id", 1.1, "keyhold, its argon2id", "raw argon2id"),
      line("keyhold ÷ raw scrypt", 1.1, "keyhold, given scrypt", "raw scrypt"),
      line("keyhold ÷ better-auth, each with its own hash", 0.4, "keyhold, its argon2id", "better-auth, its scrypt"),
    ],
  };
}
