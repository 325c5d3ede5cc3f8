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
type Samples = Record<OrganizationQuestion, Record<OrganizationContenderName, number[]>>;

/** An organization of 5 to 10,000 members, shown and asked about, in process and in alternating batches. */
export async function measureOrganizations(arena: Arena): Promise<Section[]> {
  const names = organizationContenderNames.filter((name) => arena.names.includes(name));
  const measured: (readonly [members: number, Samples])[] = [];
  for (const members of sizes) measured.push([members, await measureSize(arena, names, members)]);
  return [describe(names, measured)];
}

async function measureSize(
  { scale }: Arena,
  names: readonly OrganizationContenderName[],
  members: number,
): Promise<Samples> {
  const children = new Map<OrganizationContenderName, Child<OrganizationMethods>>();
  const files: string[] = [];
  for (const name of names) {
    const file = join(tmpdir(), `keyhold-bench-${process.pid}-${name}-${members}.sqlite`);
    files.push(file);
    const child = await startChild<OrganizationMethods>("organization", [name, file]);
    children.set(name, child);
    await child.call("prepare", members);
    await refuseLess(name, child, members);
  }
  const time = (name: OrganizationContenderName, question: OrganizationQuestion, count: number): Promise<number> =>
    (children.get(name) as Child<OrganizationMethods>).call("time", { question, count });
  const measure = async (question: OrganizationQuestion): Promise<Record<OrganizationContenderName, number[]>> => {
    const count = question === "member" ? 400 : Math.max(10, Math.round(4_000 / Math.min(members, 1_000)));
    for (const name of names) await time(name, question, Math.max(30, count));
    return interleave(scale.rounds, names, (name) => time(name, question, Math.min(200, count)));
  };
  const samples = {
    page: await measure("page"),
    thousand: await measure("thousand"),
    member: await measure("member"),
  };
  for (const child of children.values()) await child.stop();
  for (const file of files) for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  return samples;
}

/** Who shows fewer members would be compared with who shows all of them. */
async function refuseLess(
  name: OrganizationContenderName,
  child: Child<OrganizationMethods>,
  members: number,
): Promise<void> {
  const shown = [
    await child.call("shown", "page"),
    await child.call("shown", "thousand"),
    await child.call("shown", "member"),
  ];
  if (shown.join() === [Math.min(members, 100), Math.min(members, 1_000), 1].join()) return;
  throw new Error(`${name} shows ${shown.join(" and ")} of ${members} members`);
}

function describe(
  names: readonly OrganizationContenderName[],
  measured: readonly (readonly [members: number, Samples])[],
): Section {
  const against = (samples: Samples, question: OrganizationQuestion, name: OrganizationContenderName): Spread =>
    ratio(samples[question][name], samples[question]["floor-fetch"]);
  const lineOf = (
    members: number,
    question: OrganizationQuestion,
    [over, under]: readonly [OrganizationContenderName, OrganizationContenderName],
  ): Spread | null => {
    const samples = measured.find(([size]) => size === members)?.[1];
    return samples && names.includes(over) && names.includes(under)
      ? ratio(samples[question][over], samples[question][under])
      : null;
  };
  return {
    title: "Organizations",
    note: "Microseconds of CPU per request in process, from the `Request` to the read body, on SQLite. “First page”: get-full-organization as it is asked by default, which shows 100 members. “Up to 1,000”: the same with `membersLimit=1000`. “Own membership”: get-active-member.",
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
