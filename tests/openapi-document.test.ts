import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openApiFile } from "../scripts/api/openapi.ts";
import { pagesToWrite, unknownInputs } from "../scripts/api/page-answers.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

describe("the routes of all plugins", () => {
  test("take and answer what api/openapi.json says: after a change, run `npm run api` and add a changeset", () => {
    expect(readFileSync(join(root, openApiFile.path), "utf8")).toBe(openApiFile.text);
  });

  test("answer the fields on the pages: after a change, run `npm run api`", () => {
    expect(pagesToWrite(root).map(({ path }) => path)).toEqual([]);
  });

  test("take the fields on the pages", () => {
    expect(unknownInputs(root)).toEqual([]);
  });
});
