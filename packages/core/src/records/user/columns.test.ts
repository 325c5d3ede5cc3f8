import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { defineErrors } from "../../contract/errors.js";
import { definePlugin } from "../../contract/plugin.js";
import { bool, date, integer, json, text } from "../../model/column.js";
import { withColumns } from "../../model/model.js";
import { userModel } from "../../model/models.js";

const errors = defineErrors({ TEXT_IS_BAD: { status: 422, message: "text is bad" } });

const ann = { email: "ann@example.com", name: "Ann", password: "a right password" };
const columns = definePlugin({
  id: "columns",
  errors,
  extends: {
    user: {
      columns: {
        text: text()
          .optional()
          .input()
          .check((value) => (value === "bad" ? errors.TEXT_IS_BAD : null)),
        needed: text()
          .initially(() => "none")
          .input(),
        integer: integer().optional().input(),
        bool: bool().optional().input(),
        date: date().optional().input(),
        json: json().optional().input(),
        ownId: text().optional(),
        hidden: text().optional().input().secret(),
        single: text().optional().unique().input(),
        looked: text().optional().indexed().input(),
        together: text().optional().input(),
        searched: text().optional().input(),
      },
      indexes: [["together", "id"]],
      searched: ["searched"],
    },
  },
});

const singleUserModel = withColumns(userModel, { single: text().optional() });

async function signUp(more: object) {
  const { browser } = createTestAuth({ plugins: [columns] });
  const response = await browser.post("/sign-up/email", { ...ann, ...more });
  return { status: response.status, body: await response.json() };
}

describe("a column that a caller may set accepts", () => {
  test.each([
    ["text", "x".repeat(2048), "x".repeat(2048)],
    ["text", "", ""],
    ["single", "x".repeat(255), "x".repeat(255)],
    ["integer", -1, -1],
    ["integer", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["bool", false, false],
    ["date", "2026-01-05T12:00:00.000Z", "2026-01-05T12:00:00.000Z"],
    ["date", "2026-01-05", "2026-01-05T00:00:00.000Z"],
    ["date", "0001-01-01", "0001-01-01T00:00:00.000Z"],
    ["date", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["json", { a: [1, "x", null] }, { a: [1, "x", null] }],
  ])("of kind %s the value %j", async (column, value, stored) => {
    const { status, body } = await signUp({ [column]: value });
    expect(status).toBe(200);
    expect(body.user[column]).toEqual(stored);
  });
});

describe("a column that a caller may set rejects", () => {
  test.each([
    ["text", 5],
    ["text", ["x"]],
    ["text", "x".repeat(2049)],
    ["needed", null],
    ["text", null],
    ["integer", null],
    ["json", null],
    ["integer", 1.5],
    ["integer", "1"],
    ["integer", 2 ** 53],
    ["integer", true],
    ["bool", "true"],
    ["bool", 1],
    ["date", "yesterday"],
    ["date", 0],
    ["date", {}],
    ["date", "0000-12-31"],
    ["date", "+010000-01-01T00:00:00.000Z"],
    ["date", "-271821-04-20T00:00:00.000Z"],
    // Too long for an index.
    ["single", "x".repeat(256)],
    ["looked", "x".repeat(256)],
    ["together", "x".repeat(256)],
    ["searched", "x".repeat(256)],
  ])("of kind %s the value %j, by its path", async (column, value) => {
    const { status, body } = await signUp({ [column]: value });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: "VALIDATION_ERROR",
      message: "Invalid body parameters",
      issues: [{ path: column, message: expect.any(String) }],
    });
  });

  test("values by the check of its plugin, with the plugin's error", async () => {
    expect(await signUp({ text: "bad" })).toEqual({
      status: 422,
      body: { code: "TEXT_IS_BAD", message: "text is bad" },
    });
  });
});

test("a column that callers may not set stays unchanged", async () => {
  expect((await signUp({ ownId: "chosen" })).body.user.ownId).toBeNull();
});

test("an omitted column has its default", async () => {
  expect((await signUp({})).body.user).toMatchObject({ needed: "none", text: null, integer: null, json: null });
});

describe("at update-user", () => {
  const given = { text: "x", integer: 1, bool: true, date: "2026-01-05T00:00:00.000Z", json: { a: 1 } };

  async function update(change: object) {
    const fixture = createTestAuth({ plugins: [columns] });
    const { browser, user } = await fixture.signUp(ann.email, { ...given, needed: "some" });
    const response = await browser.post("/update-user", change);
    return {
      status: response.status,
      body: await response.json(),
      row: await fixture.db.find(userModel, { id: user.id }),
    };
  }

  test.each(["text", "integer", "bool", "date", "json"])("null clears an optional column: %s", async (column) => {
    const { status, row } = await update({ [column]: null });
    expect(status).toBe(200);
    expect(row).toMatchObject({ ...given, date: new Date(given.date), needed: "some", [column]: null });
  });

  test("null is rejected for a column that must have a value", async () => {
    const { status, body, row } = await update({ text: "y", needed: null });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "needed" }] });
    expect(row).toMatchObject({ text: "x", needed: "some" });
  });

  test("values are checked like at sign-up, and omitted columns stay unchanged", async () => {
    expect((await update({ text: "bad" })).body).toMatchObject({ code: "TEXT_IS_BAD" });
    expect((await update({ integer: 1.5 })).body).toMatchObject({ issues: [{ path: "integer" }] });
    const { row } = await update({ integer: 2, ownId: "chosen" });
    expect(row).toMatchObject({ ...given, date: new Date(given.date), integer: 2, ownId: null });
  });

  test("a taken value is rejected by its path if the plugin names no error", async () => {
    const fixture = createTestAuth({ plugins: [columns] });
    await fixture.signUp("bob@example.com", { single: "taken" });
    const { browser } = await fixture.signUp(ann.email);
    const response = await browser.post("/update-user", { single: "taken" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "single" }] });
    expect(await fixture.db.count(singleUserModel, { single: "taken" })).toBe(1);
  });

  test("a secret column is stored, and never shown", async () => {
    const fixture = createTestAuth({ plugins: [columns] });
    const { browser, user } = await fixture.signUp(ann.email);
    await browser.post("/update-user", { hidden: "SENTINEL" });
    await fixture.auth.idle();
    expect(await fixture.db.find(userModel, { id: user.id })).toMatchObject({ hidden: "SENTINEL" });
    expect(await (await browser.get("/get-session")).text()).not.toContain("SENTINEL");
    expect(JSON.stringify(fixture.events)).toContain("user.updated");
    expect(JSON.stringify(fixture.events)).not.toContain("SENTINEL");
  });
});
