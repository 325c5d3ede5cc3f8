import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Arena } from "../arena.ts";
import { type Child, startChild } from "../calls.ts";
import type { OrganizationMethods } from "../children/organization.ts";
import {
  type OrganizationContenderName,
  type OrganizationQuestion,
  organizationContenderNames,
} from "../contenders/organization/contender.ts";
import { type Section, showNumber, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, type Spread, spread } from "../statistics.ts";

const sizes = [5, 100, 1_000, 10_000] as const;
const questions = ["page", "thousand", "member"] as const satisfies readonly OrganizationQuestion[];
/** The number of organizations of the list's caller. */
const listed = 100;
type Names = readonly OrganizationContenderName[];
type Times = Record<OrganizationContenderName, number[]>;
type Samples = Record<(typeof questions)[number], Times>;
type Asked = Child<OrganizationMethods>;

/**
 * An organization of 5 to 10,000 members, its page and one membership, and a list of organizations, in process and in
 * alternating batches.
 */
export async function measureOrganizations(arena: Arena): Promise<Section[]> {
  const names = organizationContenderNames.filter((name) => arena.names.includes(name));
  const measured: (readonly [members: number, Samples])[] = [];
  for (const members of sizes) measured.push([members, await measureSize(arena, names, members)]);
  return [describe(names, measured), describeList(names, await measureList(arena, names))];
}

const measureSize = ({ scale }: Arena, names: Names, members: number): Promise<Samples> =>
  withChildren(names, members, async (childOf) => {
    for (const name of names) {
      await checkGivable(name, childOf(name), [
        ["page", Math.min(members, 100)],
        ["thousand", Math.min(members, 1_000)],
        ["member", 1],
      ]);
    }
    const measure = async (question: OrganizationQuestion): Promise<Times> => {
      const count = question === "member" ? 400 : Math.max(10, Math.round(4_000 / Math.min(members, 1_000)));
      for (const name of names) await childOf(name).call("time", { question, count: Math.max(30, count) });
      return interleave(scale.rounds, names, (name) =>
        childOf(name).call("time", { question, count: Math.min(200, count) }),
      );
    };
    return { page: await measure("page"), thousand: await measure("thousand"), member: await measure("member") };
  });

const measureList = ({ scale }: Arena, names: Names): Promise<Times> =>
  withChildren(names, 1, async (childOf) => {
    for (const name of names) {
      await childOf(name).call("join", listed);
      await checkGivable(name, childOf(name), [["list", listed]]);
      await childOf(name).call("time", { question: "list", count: 200 });
    }
    return interleave(scale.rounds, names, (name) => childOf(name).call("time", { question: "list", count: 100 }));
  });

/** Starts a process for each contender, with a file of one organization of so many members. */
async function withChildren<T>(
  names: Names,
  members: number,
  work: (childOf: (name: OrganizationContenderName) => Asked) => Promise<T>,
): Promise<T> {
  const children = new Map<OrganizationContenderName, Asked>();
  const fileOf = (name: string): string => join(tmpdir(), `keyhold-bench-${process.pid}-${name}-${members}.sqlite`);
  for (const name of names) {
    const child = await startChild<OrganizationMethods>("organization", [name, fileOf(name)]);
    children.set(name, child);
    await child.call("prepare", members);
  }
  const answer = await work((name) => children.get(name) as Asked);
  for (const child of children.values()) await child.stop();
  for (const name of names) for (const end of ["", "-wal", "-shm"]) rmSync(fileOf(name) + end, { force: true });
  return answer;
}

/** A contender that shows less would be compared with one that shows all. */
async function checkGivable(
  name: OrganizationContenderName,
  child: Asked,
  expected: readonly (readonly [OrganizationQuestion, number])[],
): Promise<void> {
  for (const [question, count] of expected) {
    const shown = await child.call("shown", question);
    if (shown !== count) throw new Error(`${name} shows ${shown} of ${count} for "${question}"`);
  }
}

function describeList(names: Names, times: Times): Section {
  const isComplete = names.includes("keyhold") && names.includes("floor-fetch");
  return {
    title: "List of 100 organizations",
    note: "Microseconds of CPU per request in process, from the `Request` to the read body, on SQLite.",
    head: ["", "CPU µs/request", "× floor-fetch"],
    rows: names.map((name) => [
      name,
      showSpread(spread(times[name])),
      showSpread(ratio(times[name], times["floor-fetch"])),
    ]),
    lines: [
      {
        text: "list of 100 organizations, CPU: keyhold ÷ floor-fetch",
        limit: 1.5,
        direction: "at most",
        measured: isComplete ? ratio(times.keyhold, times["floor-fetch"]) : null,
      },
    ],
  };
}

function describe(
  names: readonly OrganizationContenderName[],
  measured: readonly (readonly [members: number, Samples])[],
): Section {
  const against = (samples: Samples, question: keyof Samples, name: OrganizationContenderName): Spread =>
    ratio(samples[question][name], samples[question]["floor-fetch"]);
  const lineOf = (
    members: number,
    question: keyof Samples,
    [over, under]: readonly [OrganizationContenderName, OrganizationContenderName],
  ): Spread | null => {
    const samples = measured.find(([size]) => size === members)?.[1];
    return samples && names.includes(over) && names.includes(under)
      ? ratio(samples[question][over], samples[question][under])
      : null;
  };
  return {
    title: "Organizations",
    note: "Microseconds of CPU per request in process, from the `Request` to the read body, on SQLite. “First page”: get-full-organization with its default of 100 members. “Up to 1,000”: the same with `membersLimit=1000`. “Own membership”: get-active-member.",
    head: [
      "members",
      "",
      "first page",
      "× floor-fetch",
      "up to 1,000",
      "× floor-fetch",
      "own membership",
      "× floor-fetch",
    ],
    rows: measured.flatMap(([members, samples]) =>
      names.map((name) => [
        showNumber(members),
        name,
        ...questions.flatMap((question) => [
          showSpread(spread(samples[question][name])),
          showSpread(against(samples, question, name)),
        ]),
      ]),
    ),
    lines: [
      {
        text: "full organization of 1,000 members, CPU: keyhold ÷ floor-fetch",
        limit: 1.5,
        direction: "at most",
        measured: lineOf(1_000, "thousand", ["keyhold", "floor-fetch"]),
      },
      {
        text: "full organization of 1,000 members, CPU: better-auth ÷ keyhold",
        limit: 5,
        direction: "at least",
        measured: lineOf(1_000, "thousand", ["better-auth", "keyhold"]),
      },
      {
        text: "first page of 10,000 members, CPU: better-auth ÷ keyhold",
        limit: 3,
        direction: "at least",
        measured: lineOf(10_000, "page", ["better-auth", "keyhold"]),
      },
      {
        text: "own membership among 10,000, CPU: better-auth ÷ keyhold",
        limit: 5,
        direction: "at least",
        measured: lineOf(10_000, "member", ["better-auth", "keyhold"]),
      },
    ],
  };
}
