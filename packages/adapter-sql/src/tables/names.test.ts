import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { defineModel, text } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { createNames, type NamingOptions } from "./names.js";

const rateLimitModel = defineModel("rateLimit", { id: text() });
const { schema } = mergeSchema([{ from: "core", models: [...coreModels, rateLimitModel], extends: {} }]);
const names = (naming: NamingOptions) => createNames(schema, naming);

describe("the names of tables", () => {
  it("are those of the models without options", () => {
    const { table, column, schema: folder } = names({});
    expect([table("rateLimit"), column("user", "emailVerified"), folder]).toEqual(["rateLimit", "emailVerified", null]);
  });

  it("are in snake case and plural if the options ask for it", () => {
    const { table, column } = names({ case: "snake", plural: true });
    expect(["user", "account", "verification", "rateLimit"].map(table)).toEqual([
      "users",
      "accounts",
      "verifications",
      "rate_limits",
    ]);
    expect(column("user", "emailVerified")).toBe("email_verified");
    expect(column("session", "ipAddress")).toBe("ip_address");
  });

  it.each([
    ["reply", "replies"],
    ["day", "days"],
    ["address", "addresses"],
    ["branch", "branches"],
    ["box", "boxes"],
  ])("have the plural of %s", (name, plural) => {
    const user = coreModels[0];
    const { table } = createNames({ models: new Map([[name, { ...user, name }]]) }, { plural: true });
    expect(table(name)).toBe(plural);
  });

  it("are used as they are if they are given for a model", () => {
    const { table, column } = names({
      case: "snake",
      plural: true,
      tables: { user: { name: "People", columns: { name: "fullName" } }, session: "Logins" },
    });
    expect([table("user"), table("session"), table("account")]).toEqual(["People", "Logins", "accounts"]);
    expect([column("user", "name"), column("user", "emailVerified")]).toEqual(["fullName", "email_verified"]);
  });

  it.each<[string, NamingOptions, RegExp]>([
    ["an unknown model", { tables: { users: "people" } }, /names the model "users", which this auth does not have/],
    ["an unknown column", { tables: { user: { columns: { mail: "m" } } } }, /names "mail", which the model does not/],
    ["one name for two tables", { tables: { user: "t", session: "T" } }, /gives two tables one name: "user" and "sess/],
    [
      "one name for two columns",
      { tables: { user: { columns: { name: "email" } } } },
      /two columns of "user" one name/,
    ],
    ["a model named like a method", { tables: { toString: "t" } }, /names the model "toString"/],
  ])("are refused with %s", (_, naming, message) => {
    expect(() => names(naming)).toThrow(message);
  });
});
