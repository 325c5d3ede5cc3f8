import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { userModel } from "../model/models.js";
import type { AuthConfig } from "./config.js";
import type { CoreEvent } from "./events.js";
import { definePlugin } from "./plugin.js";

const ann = { email: "ann@example.com", name: "Ann", password: "a right password" };

function open(onEvent: AuthConfig["onEvent"], ...plugins: Parameters<typeof definePlugin>[0][]) {
  return createTestAuth({ plugins: plugins.map((one) => definePlugin(one)), config: { ...(onEvent && { onEvent }) } });
}

describe("a listener", () => {
  test("gets a user who is visible to all readers by then", async () => {
    const seen: number[] = [];
    const fixture = open(async (event) => {
      if (event.type === "user.created") seen.push(await fixture.db.count(userModel, { id: event.user.id }));
    });
    await fixture.browser.post("/sign-up/email", ann);
    await fixture.auth.idle();
    expect(seen).toEqual([1]);
  });

  test("may call the auth, without a deadlock", async () => {
    const found: unknown[] = [];
    const fixture = open(async (event) => {
      if (event.type !== "session.created") return;
      found.push(
        await fixture.auth.api.signIn
          .email({ email: ann.email, password: "a wrong password" })
          .catch((error) => error.code),
      );
    });
    await fixture.browser.post("/sign-up/email", ann);
    await fixture.auth.idle();
    expect(found).toEqual(["INVALID_EMAIL_OR_PASSWORD"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("password=hunter2");
      },
    ],
    ["rejects", () => Promise.reject(new Error("password=hunter2"))],
  ])("that %s changes no response, and is logged", async (_, onEvent) => {
    const fixture = open(onEvent);
    const response = await fixture.browser.post("/sign-up/email", ann);
    await fixture.auth.idle();
    expect(response.status).toBe(200);
    expect(fixture.logged.map((entry) => entry.message)).toEqual([
      'A listener at "user.created" failed.',
      'A listener at "session.created" failed.',
    ]);
    expect(JSON.stringify(fixture.logged)).not.toContain("hunter2");
  });

  test("that throws does not affect the other listeners", async () => {
    const heard: string[] = [];
    const broken = () => {
      throw new Error("broken");
    };
    const fixture = open((event) => void heard.push(event.type), { id: "broken", onEvent: broken });
    await fixture.browser.post("/sign-up/email", ann);
    await fixture.auth.idle();
    expect(heard).toEqual(["user.created", "session.created"]);
  });

  test("that never ends delays no response", async () => {
    const fixture = open(() => new Promise(() => undefined));
    expect((await fixture.browser.post("/sign-up/email", ann)).status).toBe(200);
  });

  test("of a plugin gets the same events as the app's", async () => {
    const heard: CoreEvent[] = [];
    const fixture = open(undefined, { id: "audit", onEvent: (event) => void heard.push(event) });
    await fixture.browser.post("/sign-up/email", ann);
    await fixture.auth.idle();
    expect(heard).toEqual(fixture.events);
  });

  test("gets no token and no hash", async () => {
    const fixture = open(undefined);
    const { token } = await (await fixture.browser.post("/sign-up/email", ann)).json();
    await fixture.browser.post("/sign-in/email", { ...ann, password: "a wrong password" });
    await fixture.browser.post("/sign-out");
    await fixture.auth.idle();
    const told = JSON.stringify(fixture.events);
    expect(fixture.events.map((event) => event.type)).toEqual([
      "user.created",
      "session.created",
      "sign-in.failed",
      "session.ended",
    ]);
    for (const secret of [token, ann.password, "a wrong password", "$scrypt$"]) expect(told).not.toContain(secret);
  });
});

test("an event of a transaction that is rolled back is not emitted", async () => {
  const fixture = createTestAuth({
    config: { database: memory(), hooks: { "user.create": (draft) => ({ ...draft, email: "taken@example.com" }) } },
  });
  expect((await fixture.browser.post("/sign-up/email", ann)).status).toBe(200);
  const before = fixture.events.length;
  expect((await fixture.visit().browser.post("/sign-up/email", { ...ann, email: "bob@example.com" })).status).toBe(422);
  await fixture.auth.idle();
  expect(fixture.events).toHaveLength(before);
});
