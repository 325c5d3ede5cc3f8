import { accountModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { type ModelPlan, planModels } from "../statement/plan.js";
import type { DialectName } from "./dialect.js";
import { dialects } from "./dialects.js";

const schema = { models: new Map([userModel, accountModel].map((model) => [model.name, model])) };

function columnOfConflict(type: DialectName, model: "user" | "account", error: object): string {
  const plan: ModelPlan = planModels(schema, dialects[type]).get(model) ?? expect.unreachable(model);
  expect(dialects[type].fault(error), "it is not taken for a conflict").toBe("conflict");
  return dialects[type].conflict(error, plan).column;
}

describe("the column of a conflict", () => {
  it("is read from SQLite's message", () => {
    const message = "UNIQUE constraint failed: account.providerId, account.accountId";
    expect(columnOfConflict("sqlite", "account", { message })).toBe("providerId");
    expect(columnOfConflict("sqlite", "user", { message: "UNIQUE constraint failed: user.email" })).toBe("email");
    expect(columnOfConflict("sqlite", "user", { message: "UNIQUE constraint failed: user.id" })).toBe("id");
    const inDurableObject = `${message}: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)`;
    expect(columnOfConflict("sqlite", "account", { message: inDurableObject })).toBe("providerId");
  });

  it("is read from PostgreSQL's detail, in any language", () => {
    const detail = 'Schlüssel »("accountId", "providerId")=(1, github)« existiert bereits.';
    expect(columnOfConflict("postgres", "account", { code: "23505", detail })).toBe("providerId");
  });

  it("is read from the name of PostgreSQL's constraint when rights hide the detail", () => {
    expect(columnOfConflict("postgres", "user", { code: "23505", constraint: "user_email_key" })).toBe("email");
    expect(columnOfConflict("postgres", "user", { code: "23505", constraint: "user_pkey" })).toBe("id");
  });

  it("is read from the last key in MySQL's message, which the entry cannot forge", () => {
    const say = (key: string): object => ({
      errno: 1062,
      sqlMessage: `Duplicate entry 'it's for key 'id'' for key '${key}'`,
    });
    expect(columnOfConflict("mysql", "user", say("user.email"))).toBe("email");
    expect(columnOfConflict("mysql", "user", say("email"))).toBe("email");
    expect(columnOfConflict("mysql", "user", say("PRIMARY"))).toBe("id");
    expect(columnOfConflict("mysql", "account", say("account_providerId_accountId_unique"))).toBe("providerId");
  });
});
