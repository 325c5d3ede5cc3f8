import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { bool, date, integer, json, text } from "../model/column.js";
import { definePlugin } from "../plugin.js";

const ann = { email: "ann@example.com", name: "Ann", password: "a right password" };
const columns = definePlugin({
  id: "columns",
  errors: { TEXT_IS_BAD: { status: 422, message: "text is bad" } },
  userColumns: {
    text: text()
      .optional()
      .input()
      .check((value) => (value === "bad" ? "TEXT_IS_BAD" : null)),
    needed: text()
      .initially(() => "none")
      .input(),
    integer: integer().optional().input(),
    bool: bool().optional().input(),
    date: date().optional().input(),
    json: json().optional().input(),
    ownId: text().optional(),
  },
});

async function signUp(more: object) {
  const { browser } = createTestAuth({ plugins: [columns] });
  const response = await browser.post("/sign-up/email", { ...ann, ...more });
  return { status: response.status, body: await response.json() };
}

describe("a column that a caller may set takes", () => {
  test.each([
    ["text", "x".repeat(2048), "x".repeat(2048)],
    ["text", "", ""],
    ["integer", -1, -1],
    ["integer", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["bool", false, false],
    ["date", "2026-01-05T12:00:00.000Z", "2026-01-05T12:00:00.000Z"],
    ["date", "2026-01-05", "2026-01-05T00:00:00.000Z"],
    ["json", { a: [1, "x", null] }, { a: [1, "x", null] }],
  ])("of kind %s the value %j", async (column, value, stored) => {
    const { status, body } = await signUp({ [column]: value });
    expect(status).toBe(200);
    expect(body.user[column]).toEqual(stored);
  });
});

describe("a column that a caller may set refuses", () => {
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
  ])("of kind %s the value %j, by its path", async (column, value) => {
    const { status, body } = await signUp({ [column]: value });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: "VALIDATION_ERROR",
      message: "Invalid body parameters",
      issues: [{ path: column, message: expect.any(String) }],
    });
  });

  test("what its plugin refuses, by the plugin's error", async () => {
    expect(await signUp({ text: "bad" })).toEqual({
      status: 422,
      body: { code: "TEXT_IS_BAD", message: "text is bad" },
    });
  });
});

test("a column that no caller may set stays as it is", async () => {
  expect((await signUp({ ownId: "chosen" })).body.user.ownId).toBeNull();
});

test("a column that nobody gives has its default", async () => {
  expect((await signUp({})).body.user).toMatchObject({ needed: "none", text: null, integer: null, json: null });
});
