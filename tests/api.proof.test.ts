import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { apiReports, type PublicName, publicNames } from "../scripts/api/report.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

let names: readonly PublicName[] = [];
beforeAll(() => {
  names = publicNames(root);
});

const namesOf = (entry: string): readonly string[] =>
  names.filter((one) => one.entry === entry).map(({ name }) => name);

describe("the public API", () => {
  test("is as the reports in api/ say: after a change, run `npm run api` and add a changeset", () => {
    const reports = apiReports(names);
    expect(reports.length).toBeGreaterThan(14);
    const stale = reports.filter(({ path, text }) => {
      const file = join(root, path);
      return !existsSync(file) || readFileSync(file, "utf8") !== text;
    });
    expect(stale.map(({ path }) => path)).toEqual([]);
  });

  test("has a doc comment at every name", () => {
    // The clients of databases document their own types.
    const ours = names.filter(({ file }) => file.startsWith("packages/"));
    expect(ours.length).toBeGreaterThan(1600);
    const bare = ours.filter(({ doc }) => doc === "").map(({ entry, name, file }) => `${entry} ${name} (${file})`);
    expect(bare).toEqual([]);
  });

  test("of core for apps has at most 45 names, and for plugins at most 150", () => {
    expect(namesOf("@keyhold/core")).toContain("createAuth");
    expect(namesOf("@keyhold/core").length).toBeLessThanOrEqual(45);
    expect(namesOf("@keyhold/core/plugin")).toContain("definePlugin");
    expect(namesOf("@keyhold/core/plugin").length).toBeLessThanOrEqual(150);
  });

  test("of core reaches no name from two entry points", () => {
    const ofCore = names.filter(({ entry }) => entry.startsWith("@keyhold/core"));
    const twice = [...Map.groupBy(ofCore, ({ name }) => name)].filter(([, places]) => places.length > 1);
    expect(twice.map(([name, places]) => [name, ...places.map(({ entry }) => entry)])).toEqual([]);
  });
});
