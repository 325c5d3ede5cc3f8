import { memory } from "@keyhold/adapter-memory";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { expect, it } from "vitest";
import { counted } from "./counted.js";
import { createTestAuth } from "./test-auth.js";

it("is ready: a user who signs up is signed in, on the server, in the browser and in the client", async () => {
  const { auth, signUp, db, logged, events } = createTestAuth();
  const { user, browser, client } = await signUp("ann@example.com");
  expect(user).toMatchObject({ email: "ann@example.com", name: "ann" });
  expect(user.createdAt).toBeInstanceOf(Date);

  const onServer = await auth.api.getSession({}, { headers: browser.headers() });
  expect(onServer?.user.id).toBe(user.id);
  expect((await (await browser.get("/get-session")).json()).user.id).toBe(user.id);
  expect((await client.getSession()).data?.user.id).toBe(user.id);
  expect(await db.exists(userModel, { email: "ann@example.com" })).toBe(true);
  expect(events.map(({ type }) => type)).toEqual(["user.created", "session.created"]);
  expect(logged).toEqual([]);
});

it("gives each client its own browser", async () => {
  const { signUp, client, visit } = createTestAuth();
  const [ann, ben] = [await signUp("ann@example.com"), await signUp("ben@example.com")];
  expect((await ann.client.getSession()).data?.user.email).toBe("ann@example.com");
  expect((await ben.client.getSession()).data?.user.email).toBe("ben@example.com");
  expect((await client.getSession()).data, "the first browser has no session").toBe(null);
  expect((await visit().client.getSession()).data).toBe(null);
});

it("expires sessions by its clock", async () => {
  const { signUp, clock } = createTestAuth({ config: { session: { expiresInSeconds: 600, updateAgeSeconds: 600 } } });
  const { client } = await signUp("ann@example.com");
  clock.forward({ minutes: 9 });
  expect((await client.getSession()).data).not.toBe(null);
  clock.forward({ minutes: 11 });
  expect((await client.getSession()).data).toBe(null);
});

it("uses the options of the test", async () => {
  const told: string[] = [];
  const database = counted(memory());
  const config = {
    database,
    basePath: "/auth",
    baseURL: "http://localhost:4000",
    emailAndPassword: { autoSignIn: false },
    onEvent: ({ type }: { type: string }) => void told.push(type),
  };
  const { signUp, db, client } = createTestAuth({ config });
  const { user } = await signUp("ann@example.com", { name: "Ann" });
  expect([user.name, told]).toEqual(["Ann", ["user.created"]]);
  expect(await db.count(sessionModel, {})).toBe(0);
  const input = { email: "ann@example.com", password: "correct horse battery staple" };
  expect((await client.signIn.email(input)).error).toBe(null);
  expect(database.transactions).toBe(2);
});

it("fails with the reason of a failed sign-up", async () => {
  const { signUp } = createTestAuth();
  await expect(signUp("nonsense")).rejects.toThrow(/Sign-up of nonsense was answered 400: .*INVALID_EMAIL/);
});
