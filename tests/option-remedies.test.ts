import { memory } from "@keyhold/adapter-memory";
import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { admin } from "@keyhold/admin";
import { type AuthConfig, createAuth } from "@keyhold/core";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

/** What a config error tells a developer to write, written: each remedy names an option that works today. */

const config = { secret: "only for this test: 4f9b7c21d8e3a650", baseURL: "http://localhost:3000", database: memory() };

/** The message of `createAuth` about options of better-auth. */
function remedyOf(more: object): string {
  try {
    createAuth({ ...config, ...more } as AuthConfig);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

const schema = { schema: {} } as object;

describe("the names of tables", () => {
  test.each([
    ["organization({ schema })", { plugins: [organization(schema)] }, "members"],
    ["admin({ schema })", { plugins: [admin(schema)] }, "people"],
    ["user.modelName", { user: { modelName: "people" } }, "people"],
    ["user.fields", { user: { fields: { name: "full_name" } } }, "full_name"],
  ])("are given as the error about %s says", async (_, wrong, name) => {
    const code = /`(sqlite\(.+\))`/.exec(remedyOf(wrong))?.[1] ?? "";
    const open = new Function("sqlite", `return ${code.replace("app.db", ":memory:")}`) as (
      from: typeof sqlite,
    ) => ReturnType<typeof sqlite>;
    const database = open(sqlite);
    const auth = createAuth({ ...config, database, plugins: [organization(), admin()] });
    const plan = await planMigration(database, auth.schema);
    expect(plan.statements.join("\n")).toContain(`"${name}"`);
    await plan.apply();
    await database.close();
  });
});

test.each(["organizationHooks", "organizationCreation", "organizationDeletion"])(
  "the hook in the error about %s runs",
  async (option) => {
    const message = remedyOf({ plugins: [organization({ [option]: {} } as object)] });
    const name = /"(organization\.\w+)"/.exec(message)?.[1] ?? "";
    let runs = 0;
    const hook = (given: unknown): unknown => {
      runs += 1;
      return given;
    };
    const { signUp } = createTestAuth({
      plugins: [organization()],
      clientPlugins: [organizationClient()],
      config: { hooks: { [name]: hook } },
    });
    const { client } = await signUp("ann@example.com");
    const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
    expect((await client.organization.delete({ organizationId: data?.id ?? "" })).error).toBe(null);
    expect(runs).toBe(1);
  },
);
