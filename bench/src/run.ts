import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Arena, openArena } from "./arena.ts";
import { contenderNames } from "./contenders/contender.ts";
import { isBuilt } from "./contenders/index.ts";
import { measureAdapters } from "./measures/adapters.ts";
import { measureAddresses } from "./measures/addresses.ts";
import { measureBilling } from "./measures/billing.ts";
import { measureEntitlements } from "./measures/entitlements.ts";
import { measureGarbage } from "./measures/garbage.ts";
import { measureGetSession } from "./measures/get-session.ts";
import { measureHandler } from "./measures/handler.ts";
import { measureKeys } from "./measures/keys.ts";
import { measureOrganizations } from "./measures/organizations.ts";
import { measureSignIn } from "./measures/sign-in.ts";
import { measureStart } from "./measures/start.ts";
import { measureUnderHashing } from "./measures/under-hashing.ts";
import { amendMarkdown } from "./report/amend.ts";
import { renderLines, renderMarkdown, renderTable } from "./report/markdown.ts";
import type { Section } from "./report/section.ts";
import { fullScale, quickScale } from "./scale.ts";

const measures: Readonly<Record<string, (arena: Arena) => Promise<Section[]>>> = {
  "get-session": measureGetSession,
  handler: measureHandler,
  garbage: measureGarbage,
  "sign-in": measureSignIn,
  "under-hashing": measureUnderHashing,
  start: measureStart,
  organizations: measureOrganizations,
  keys: measureKeys,
  billing: measureBilling,
  entitlements: measureEntitlements,
  adapters: measureAdapters,
  addresses: measureAddresses,
};

const usage = `node src/run.ts [--quick] [--only ${Object.keys(measures).join(",")} [--record]] [--without keyhold]`;
const page = new URL("../../docs/benchmarks.md", import.meta.url);

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    without: { type: "string" },
    record: { type: "boolean", default: false },
    help: { type: "boolean" },
  },
});

function chosenMeasures(): string[] {
  const chosen = flags.only?.split(",") ?? Object.keys(measures);
  const unknown = chosen.find((name) => !(name in measures));
  if (unknown) throw new Error(`no measure is called ${unknown}\n${usage}`);
  return chosen;
}

async function run(): Promise<void> {
  const setting = `Machine: ${describeMachine()}. ${describeVersions()}`;
  console.log(setting);
  const scale = flags.quick ? quickScale : fullScale;
  const absent = contenderNames.filter((name) => flags.without?.split(",").includes(name) || !isBuilt(name));
  if (absent.length > 0) console.log(`Left out (not built, or not wanted): ${absent.join(", ")}`);
  const names = contenderNames.filter((name) => !absent.includes(name));
  const directory = mkdtempSync(join(tmpdir(), "keyhold-bench-"));
  const sections: Section[] = [];
  try {
    const arena = await openArena(directory, scale, names);
    for (const name of chosenMeasures()) {
      const startedAt = performance.now();
      for (const section of (await measures[name]?.(arena)) ?? []) {
        sections.push(section);
        console.log(`\n## ${section.title}\n\n${renderTable(section.head, section.rows)}`);
      }
      console.log(`\n(${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
    }
    await arena.load.stop();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  console.log(`\n## Performance limits\n\n${renderLines(sections.flatMap((section) => section.lines))}`);
  const isForTheRecord = scale.isFull && (!flags.only || flags.record) && absent.length === 0;
  if (!isForTheRecord) return console.log("\ndocs/benchmarks.md is written by a full run with all contenders only.");
  mkdirSync(new URL(".", page), { recursive: true });
  writeFileSync(
    page,
    flags.only ? amendMarkdown(readFileSync(page, "utf8"), sections) : renderMarkdown(sections, setting),
  );
  console.log("\nWritten: docs/benchmarks.md");
}

function describeMachine(): string {
  return `${availableParallelism()} cores (shared), ${process.platform} ${process.arch}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}`;
}

function describeVersions(): string {
  const manifest = findPackageJSON("better-auth", import.meta.url);
  if (!manifest) throw new Error("better-auth is not installed");
  return `Against better-auth ${JSON.parse(readFileSync(manifest, "utf8")).version}.`;
}

if (flags.help) console.log(usage);
else await run();
