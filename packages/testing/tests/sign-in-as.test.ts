import { createServer } from "node:http";
import { planMigration } from "@keyhold/adapter-kysely";
import { createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { type SignedInAs, signInAs } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { close, listen } from "../../../tests/harness/auth-server.ts";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../tests/harness/processes/race-config.ts";

const services = inject("services");
const email = "ada@example.com";

/** The server of the app and the test have an auth each, as two processes do. */
describe.each(databaseTypes(services))("signInAs beside a server on %s", (type) => {
  const server = createServer();
  let fresh: FreshDatabase;
  let app: ReturnType<typeof open>;
  let own: ReturnType<typeof open>;
  let url: string;

  const open = (baseURL: string) => {
    const database = openDatabase(fresh);
    return { database, auth: createAuth({ ...raceConfig, baseURL, database }) };
  };

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    url = await listen(server);
    [app, own] = [open(url), open(url)];
    await (await planMigration(app.database, app.auth.schema)).apply();
    server.on("request", nodeHandler(app.auth));
  });
  afterAll(async () => {
    await close(server);
    await app.database.close();
    await own.database.close();
    await fresh.drop();
  });

  const ask = async (path: string, { headers }: Pick<SignedInAs, "headers">, body?: unknown) => {
    const json = { ...headers, "content-type": "application/json" };
    const sent = body === undefined ? { headers } : { method: "POST", headers: json, body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/auth${path}`, sent);
    return { status: response.status, answer: await response.json() };
  };

  test("the server knows the session, lists it, and ends it", async () => {
    const [ada, phone] = [await signInAs(own.auth, { email, name: "Ada" }), await signInAs(own.auth, email)];
    expect((await ask("/get-session", ada)).answer).toMatchObject({ user: { email, name: "Ada" } });

    const { answer: listed } = await ask("/list-sessions", ada);
    expect(listed.map(({ id }: { id: string }) => id).sort()).toEqual([ada.session.id, phone.session.id].sort());

    const other = listed.find(({ id }: { id: string }) => id === phone.session.id);
    expect((await ask("/revoke-session", ada, { token: other.token })).status).toBe(200);
    expect((await ask("/get-session", phone)).answer).toBe(null);
    expect((await ask("/sign-out", ada, {})).status).toBe(200);
    expect((await ask("/get-session", ada)).answer).toBe(null);
  });

  test("the session is fresh, as after a sign-in", async () => {
    const ada = await signInAs(own.auth, { email });
    expect((await ask("/change-email", ada, { newEmail: "ada@example.org" })).status).toBe(200);
  });

  test("sixteen callers get sixteen sessions of one new user", async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => signInAs(own.auth, { email: "new@example.com" })));
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1);
    expect(new Set(all.map(({ session }) => session.id)).size).toBe(16);
    const shown = await Promise.all(all.map((one) => ask("/get-session", one)));
    expect(shown.map(({ answer }) => answer?.user.email)).toEqual(all.map(() => "new@example.com"));
  });
});
