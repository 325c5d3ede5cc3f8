import { anonymous } from "@keyhold/anonymous";
import { accountModel, userModel } from "@keyhold/core/plugin";
import { devices } from "@keyhold/devices";
import { devicesClient } from "@keyhold/devices/client";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { expect, test } from "vitest";
import { deviceModel } from "../src/models.ts";
import { email, kind, open, password } from "./fixture.ts";

const name = "__Host-keyhold.device_mark";

test("the cookie is hidden from scripts, and the row has no part of the mark", async () => {
  const { ada, visit, signIn, rows } = open();
  await ada();
  const answer = await signIn(visit());
  const line = answer.headers.getSetCookie().find((one) => one.startsWith(name)) ?? "";
  expect(line.split("; ").slice(1).toSorted()).toEqual([
    "HttpOnly",
    "Max-Age=34560000",
    "Path=/",
    "SameSite=Lax",
    "Secure",
  ]);
  const mark = decodeURIComponent(line.slice(name.length + 1)).split(".")[0] ?? "";
  expect(mark).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(JSON.stringify(await rows())).not.toContain(mark);
  expect(await answer.text()).not.toContain(mark);
});

test("a stolen mark opens no session, and with the password is the device without an email", async () => {
  const { auth, ada, visit, rows, letters } = open();
  const { browser } = await ada();
  const headers = { cookie: `${name}=${browser.cookies.get(name)}` };
  const thief = visit().browser;
  expect(await (await thief.fetch("/get-session", { headers })).json()).toBe(null);
  expect((await thief.fetch("/devices/list", { headers })).status).toBe(401);
  const body = JSON.stringify({ email, password });
  const type = { "content-type": "application/json", origin: "https://app.example.com" };
  const url = "https://app.example.com/api/auth/sign-in/email";
  const init = { method: "POST", body, headers: { ...headers, ...type } };
  expect((await auth.handler(new Request(url, init))).status).toBe(200);
  expect([(await rows()).length, await letters()]).toEqual([1, []]);
});

test("a mark of one user is a new device of another user, and the rows do not tell that they share a browser", async () => {
  const { ada, signUp, signIn, rows, letters } = open();
  await ada();
  const eve = await signUp("eve@example.com", { password });
  expect((await eve.client.devices.list()).data).toHaveLength(1);
  await signIn(eve);
  expect(await letters()).toMatchObject([{ to: email }]);
  expect((await eve.client.devices.list()).data).toHaveLength(2);
  const all = await rows();
  expect(new Set(all.map(({ browserHash }) => browserHash)).size).toBe(all.length);
});

test("a forged mark counts as no mark", async () => {
  const { ada, visit, rows, letters } = open();
  const { browser } = await ada();
  const [mark = ""] = (browser.cookies.get(name) ?? "").split(".");
  const headers = { "content-type": "application/json", cookie: `${name}=${mark}.${"a".repeat(43)}` };
  const body = JSON.stringify({ email, password });
  expect((await visit().browser.fetch("/sign-in/email", { method: "POST", body, headers })).status).toBe(200);
  expect([(await rows()).length, (await letters()).length]).toEqual([2, 1]);
});

test("a failed sign-in sets no mark and sends no email, with an account and without", async () => {
  const { ada, visit, rows, letters } = open();
  await ada();
  const tryOut = async (address: string) => {
    const { browser } = visit();
    const answer = await browser.post("/sign-in/email", { email: address, password: "a wrong password" });
    return [answer.status, await answer.json(), answer.headers.getSetCookie()];
  };
  expect(await tryOut(email)).toEqual(await tryOut("nobody@example.com"));
  expect((await tryOut(email)).at(-1)).toEqual([]);
  expect([(await rows()).length, await letters()]).toEqual([1, []]);
});

test("a mail scanner that opens the link, or asks for its head, uses up no token", async () => {
  const { ada, visit, signIn, mailbox, rows } = open();
  await ada();
  const laptop = visit();
  await signIn(laptop);
  const link = linkIn(await mailbox.waitFor(email, { kind }));
  for (const method of ["GET", "HEAD", "GET"]) await visit().browser.fetch(link, { method });
  expect(await rows()).toHaveLength(2);
  expect((await laptop.client.getSession()).data?.user.email).toBe(email);
  const { pathname, searchParams } = link;
  const posted = await visit().browser.post(pathname.replace("/api/auth", ""), { token: searchParams.get("token") });
  expect(posted.status).toBe(200);
  expect((await laptop.client.getSession()).data).toBe(null);
});

test("a report of a removed device ends its sessions that are left, the trust and the password", async () => {
  const { ada, visit, signIn, mailbox, db } = open();
  const { client, user } = await ada();
  const laptop = visit();
  await signIn(laptop);
  const { token } = await mailbox.waitFor(email, { kind });
  await db.transactionOn(userModel, user.id, async (tx, locked) => {
    const [, second] = await tx.list(deviceModel, { userId: user.id }, { orderBy: "firstSeenAt", limit: 2 });
    await tx.remove(deviceModel, { id: second?.id ?? "" }, locked);
  });
  expect((await client.devices.report({ token })).error).toBe(null);
  expect((await laptop.client.getSession()).data).toBe(null);
  expect((await signIn(visit())).status).toBe(401);
});

test("a report ends the sessions of further devices, and what was added since", async () => {
  const { ada, visit, signIn, mailbox, clock, db } = open();
  const { user } = await ada();
  const [thief, further] = [visit(), visit()];
  await signIn(thief);
  const { token } = await mailbox.waitFor(email, { kind });
  clock.forward({ seconds: 11 });
  await signIn(further);
  await db.transactionOn(userModel, user.id, (tx, owner) => {
    const at = clock.now();
    const added = { userId: user.id, providerId: "example", accountId: "4242", createdAt: at, updatedAt: at };
    return tx.insert(accountModel, added, owner);
  });
  expect((await visit().client.devices.report({ token })).error).toBe(null);
  for (const { client } of [thief, further]) expect((await client.getSession()).data).toBe(null);
  expect(await db.list(accountModel, { userId: user.id }, { orderBy: "id", limit: 9 })).toEqual([]);
});

test("a report removes what was added in the second of the device, in a database without fractions of a second", async () => {
  const { ada, visit, signIn, mailbox, clock, db } = open();
  const { user } = await ada();
  const second = Math.ceil(clock.now().getTime() / 1000) * 1000;
  clock.forward({ milliseconds: second + 700 - clock.now().getTime() });
  await signIn(visit());
  const { token } = await mailbox.waitFor(email, { kind });
  await db.transactionOn(userModel, user.id, (tx, owner) => {
    const at = new Date(second);
    const added = { userId: user.id, providerId: "example", accountId: "4242", createdAt: at, updatedAt: at };
    return tx.insert(accountModel, added, owner);
  });
  expect((await visit().client.devices.report({ token })).error).toBe(null);
  expect(await db.list(accountModel, { userId: user.id }, { orderBy: "id", limit: 9 })).toEqual([]);
});

test("a report forgets every device that was first seen since: its next sign-in is told", async () => {
  const { ada, visit, signIn, mailbox, letters, rows, clock } = open();
  const owner = await ada();
  clock.forward({ days: 1 });
  const [thief, further] = [visit(), visit()];
  await signIn(thief);
  const { token } = await mailbox.waitFor(email, { kind });
  clock.forward({ seconds: 11 });
  await signIn(further);
  expect(await letters()).toHaveLength(2);
  expect((await visit().client.devices.report({ token })).error).toBe(null);
  expect(await rows()).toHaveLength(1);
  await owner.client.forgetPassword({ email, redirectTo: "/new" });
  const reset = await mailbox.waitFor(email, { kind: "reset-password" });
  expect((await owner.client.resetPassword({ token: reset.token, newPassword: password })).error).toBe(null);
  clock.forward({ hours: 2 });
  await signIn(owner);
  expect(await letters()).toHaveLength(2);
  await signIn(further);
  expect(await letters()).toHaveLength(3);
});

test.each([0, 60])(
  "an undone change of address forgets a device that was first seen %i seconds later",
  async (seconds) => {
    const { ada, visit, signIn, mailbox, letters, clock } = open({}, { user: { changeEmail: { enabled: true } } });
    const owner = await ada();
    clock.forward({ days: 1 });
    const newEmail = "thief@example.com";
    expect((await owner.client.stepUp.password({ password })).error).toBe(null);
    expect((await owner.client.changeEmail({ newEmail })).error).toBe(null);
    const confirmation = await mailbox.waitFor(email, { kind: "confirm-email-change" });
    await owner.browser.follow(linkIn(confirmation));
    const undo = linkIn(await mailbox.waitFor(email, { kind: "email-changed" }));
    clock.forward({ seconds });
    const thief = visit();
    await thief.browser.post("/sign-in/email", { email: newEmail, password });
    expect(await letters()).toHaveLength(1);
    expect((await visit().browser.follow(undo)).status).toBe(200);
    clock.forward({ minutes: 1 });
    await signIn(owner);
    expect(await letters()).toHaveLength(1);
    await signIn(thief);
    expect(await letters()).toHaveLength(2);
  },
);

test.each([
  [
    "throws",
    () => {
      throw new Error("of this test");
    },
  ],
  ["answers a promise", async () => "Lisbon"],
])("a sign-in does not fail with a place that %s", async (_, placeOf) => {
  const fails = placeOf as () => never;
  const { ada, visit, signIn, mailbox } = open({ placeOf: fails });
  await ada();
  expect((await signIn(visit())).status).toBe(200);
  expect(await mailbox.waitFor(email, { kind })).toMatchObject({ place: null });
});

test("a user without a verified address gets no email and no text message; each device is listed", async () => {
  const messages: SentMessage[] = [];
  const { auth, visit, mailbox, clock, db, events } = createTestAuth({
    plugins: [
      devices(),
      anonymous(),
      phoneNumber({ allowedCountries: ["DE"], sendMessage: (message) => void messages.push(message) }),
    ],
    clientPlugins: [devicesClient()],
    config: { rateLimit: { enabled: false } },
  });
  const number = "+4915112345678";
  for (const count of [1, 2]) {
    clock.forward({ minutes: 2 });
    const { browser, client } = visit();
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await auth.idle();
    const code = messages.at(-1)?.code ?? "";
    expect((await browser.post("/phone-number/verify", { phoneNumber: number, code })).status).toBe(200);
    expect((await client.devices.list()).data).toHaveLength(count);
  }
  expect((await visit().browser.post("/sign-in/anonymous", {})).status).toBe(200);
  await auth.idle();
  expect([messages.length, mailbox.messages.filter((message) => message.kind === kind)]).toEqual([2, []]);
  expect(events.filter(({ type }) => type === "device.added")).toHaveLength(1);
  expect(await db.count(deviceModel, {})).toBe(3);
});
