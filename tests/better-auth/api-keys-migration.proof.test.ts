import { rmSync } from "node:fs";
import { planMigration } from "@keyhold/adapter-sql";
import { mysql } from "@keyhold/adapter-sql/mysql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { apiKey } from "@keyhold/api-key";
import { organization } from "@keyhold/organization";
import { createTestAuth } from "@keyhold/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../harness/databases.ts";
import { bundle, bundleOf, openPrevious, type PreviousLibrary } from "./previous.ts";

/** The table `apikey` as the migration of better-auth 1.7 makes it, with keys of its server. */

const baseURL = "https://app.example.com";
const email = "ada@example.com";
const day = 86_400;

interface MadeKey {
  readonly id: string;
  readonly key: string;
}
interface KeysOfServer {
  createApiKey(call: { readonly body: object }): Promise<MadeKey>;
  updateApiKey(call: { readonly body: object }): Promise<unknown>;
  verifyApiKey(call: { readonly body: object }): Promise<{ readonly valid: boolean }>;
}

let library: PreviousLibrary;
beforeAll(async () => {
  library = await bundle("1.7");
}, 60_000);
afterAll(() => rmSync(bundleOf("1.7"), { force: true }));

describe.each(databaseTypes(inject("services")))("on %s, keys of better-auth 1.7", (type) => {
  let fresh: FreshDatabase;
  let previous: ReturnType<typeof openPrevious>;
  beforeEach(async () => {
    fresh = await freshDatabase(type, inject("services"));
    previous = openPrevious(fresh, "1.7");
  });
  afterEach(async () => {
    await previous.close();
    await fresh.drop();
  });

  /** Its tables, a user, an organization, and keys with each kind of value. */
  async function prepare() {
    const configs = [
      { configId: "default", defaultPrefix: "acme_", enableMetadata: true, rateLimit: { enabled: false } },
      { configId: "shared", references: "organization", rateLimit: { enabled: false } },
    ];
    const server = library.betterAuth({
      database: previous.database,
      ...{ baseURL, secret: "peer-0c1f6b7a93d84e52a6f0b8d7c4e1935a" },
      ...{ emailAndPassword: { enabled: true }, rateLimit: { enabled: false }, telemetry: { enabled: false } },
      plugins: [library.organization(), library.apiKey(configs)],
    });
    await (await library.getMigrations(server.options)).runMigrations();
    const headers = { "content-type": "application/json", origin: baseURL };
    const call = async (path: string, body: object, cookie = "") => {
      const init = { method: "POST", headers: { ...headers, cookie }, body: JSON.stringify(body) };
      const answer = await server.handler(new Request(`${baseURL}/api/auth${path}`, init));
      expect(answer.status, path).toBe(200);
      const cookies = answer.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(";")));
      return { body: await answer.json(), cookie: cookies.join("; ") };
    };
    const account = { name: "Ada", email, password: "correct horse battery staple" };
    const { body, cookie } = await call("/sign-up/email", account);
    const userId = String(body.user.id);
    const made = await call("/organization/create", { name: "Acme", slug: "acme" }, cookie);
    const organizationId = String(made.body.id);
    const api = (server as unknown as { readonly api: KeysOfServer }).api;
    const create = (values: object) => api.createApiKey({ body: { userId, ...values } });
    const rich = await create({
      name: "deploy",
      expiresIn: 30 * day,
      metadata: { team: "ops", tags: ["a", "ü"] },
      permissions: { files: ["read"] },
      remaining: 7,
      refillAmount: 10,
      refillInterval: day * 1000,
    });
    const limited = await create({ rateLimitEnabled: true, rateLimitMax: 2, rateLimitTimeWindow: day * 1000 });
    const disabled = await create({});
    await api.updateApiKey({ body: { keyId: disabled.id, userId, enabled: false } });
    const shared = await create({ configId: "shared", organizationId, permissions: { files: ["write"] } });
    expect(await api.verifyApiKey({ body: { key: rich.key } })).toMatchObject({ valid: true });
    return { api, userId, organizationId, rich, limited, disabled, shared };
  }

  function openKeyhold() {
    const open = { sqlite, postgres, mysql }[type];
    const database = open(fresh.place);
    const keys = apiKey({
      ...{ statements: { files: ["read", "write"] }, configIds: ["default", "shared"], enableMetadata: true },
    });
    const fixture = createTestAuth({ plugins: [keys, organization()], config: { database } });
    // Rows of better-auth have the time of this machine.
    fixture.clock.forward({ milliseconds: Date.now() - fixture.clock.now().getTime() });
    const verify = (key: string) => fixture.auth.api.verifyApiKey({ key });
    return { ...fixture, database, verify };
  }

  test("are valid after the migration, with their permissions, times, numbers and metadata", async () => {
    const made = await prepare();
    const { auth, clock, database, verify } = openKeyhold();
    await (await planMigration(database, auth.schema)).apply();
    const left = await planMigration(database, auth.schema);
    expect(left.statements).toEqual([]);

    const { key, principal } = await verify(made.rich.key);
    expect(principal).toMatchObject({ userId: made.userId, permissions: { files: ["read"] } });
    expect(key).toMatchObject({
      ...{ id: made.rich.id, name: "deploy", prefix: "acme_", enabled: true, rateLimitEnabled: false },
      ...{ metadata: { team: "ops", tags: ["a", "ü"] }, refillAmount: 10, refillInterval: day * 1000, remaining: 6 },
    });
    const life = (key?.expiresAt?.getTime() ?? 0) - (key?.createdAt.getTime() ?? 0);
    expect(Math.round(life / 1000 / day)).toBe(30);
    expect(Math.abs(Date.now() - (key?.createdAt.getTime() ?? 0))).toBeLessThan(600_000);

    expect((await verify(made.shared.key)).principal).toMatchObject({
      ...{ userId: null, organizationId: made.organizationId, permissions: { files: ["write"] } },
    });
    expect((await verify(made.disabled.key)).error?.code).toBe("KEY_DISABLED");
    const uses = [await verify(made.limited.key), await verify(made.limited.key), await verify(made.limited.key)];
    expect(uses.map(({ error }) => error?.code ?? null)).toEqual([null, null, "RATE_LIMITED"]);
    clock.forward({ days: 31 });
    expect((await verify(made.rich.key)).error?.code).toBe("KEY_EXPIRED");
    await auth.idle();
    await database.close();
  });

  test("are listed, changed, rotated and deleted by their user, and new keys stand beside them", async () => {
    const made = await prepare();
    const { auth, database, verify, visit } = openKeyhold();
    await (await planMigration(database, auth.schema)).apply();
    const { browser } = visit();
    const post = async (path: string, body: object) => {
      const answer = await browser.post(path, body);
      expect(answer.status, path).toBe(200);
      return answer.json();
    };
    await post("/sign-in/email", { email, password: "correct horse battery staple" });
    const listed = await (await browser.get("/api-key/list")).json();
    expect(listed.apiKeys.map(({ id }: MadeKey) => id).sort()).toEqual(
      [made.rich.id, made.limited.id, made.disabled.id].sort(),
    );
    await post("/api-key/update", { keyId: made.disabled.id, enabled: true, name: "again" });
    expect((await verify(made.disabled.key)).key).toMatchObject({ name: "again", enabled: true });
    const rotated = await post("/api-key/rotate", { keyId: made.rich.id });
    expect((await verify(made.rich.key)).error?.code).toBe("INVALID_API_KEY");
    expect((await verify(rotated.key)).principal).toMatchObject({ userId: made.userId });
    await post("/api-key/delete", { keyId: made.limited.id });
    expect((await verify(made.limited.key)).error?.code).toBe("INVALID_API_KEY");
    const { key } = await post("/api-key/create", { permissions: { files: ["write"] } });
    expect((await verify(key)).principal).toMatchObject({ permissions: { files: ["write"] } });
    await auth.idle();
    await database.close();
  });

  test("are still verified by better-auth after the migration, until it is switched off", async () => {
    const made = await prepare();
    const { auth, database } = openKeyhold();
    await (await planMigration(database, auth.schema)).apply();
    expect(await made.api.verifyApiKey({ body: { key: made.rich.key } })).toMatchObject({ valid: true });
    const { key } = await made.api.createApiKey({ body: { userId: made.userId } });
    expect(await made.api.verifyApiKey({ body: { key } })).toMatchObject({ valid: true });
    await database.close();
  });
});
