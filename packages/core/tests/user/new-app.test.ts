import type { Table } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { openApp } from "../../../../tests/harness/app.ts";

/** A new app with all plugins. */
const open = () => openApp({ isWhole: true });

test("a new app has no user, and no other permanent row", async () => {
  const { auth, db } = open();
  const models = [...auth.schema.models.values()].filter((model): model is Table => model.use !== "one-time");
  expect(models.map(({ name }) => name)).toContain("user");
  expect(await Promise.all(models.map((model) => db.count(model, {})))).toEqual(models.map(() => 0));
});

test("no table has a column for a password hint, or for the answer to a question", () => {
  const columns = [...open().auth.schema.models.values()].flatMap(({ columns }) => Object.keys(columns));
  expect(columns).toContain("password");
  expect(columns.filter((name) => /hint|question|answer/i.test(name))).toEqual([]);
});
