import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { app, auth, createTables, database } from "./app.ts";

beforeAll(createTables);
afterAll(() => database.close());

const get = (path: string, headers: HeadersInit = {}): Promise<Response> =>
  app(new Request(`http://localhost:3000${path}`, { headers }));

test("the account page greets its user", async () => {
  const { headers } = await signInAs(auth, { email: "ada@example.com", name: "Ada" });
  expect(await (await get("/account", headers)).text()).toBe("Hello Ada");
  expect((await get("/account")).status).toBe(401);
});

test("the admin page is for administrators", async () => {
  const admin = await signInAs(auth, { email: "root@example.com", role: "admin" });
  const user = await signInAs(auth, { email: "ada@example.com" });
  expect((await get("/admin", admin.headers)).status).toBe(200);
  expect((await get("/admin", user.headers)).status).toBe(403);
});

test("a session ends after a week without a visit", async () => {
  const { signUp, clock } = createTestAuth();
  const { client } = await signUp("ada@example.com");
  clock.forward({ days: 8 });
  expect((await client.getSession()).data).toBe(null);
});
