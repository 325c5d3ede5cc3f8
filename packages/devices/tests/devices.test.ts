import { accountModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { expect, test } from "vitest";
import { email, open, password } from "./fixture.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("the first device of a user is listed, without an email", async () => {
  const { ada, letters } = open();
  const { client } = await ada();
  expect((await client.devices.list()).data).toMatchObject([{ name: null, isCurrent: true }]);
  expect(await letters()).toEqual([]);
});

test("a sign-in with a second browser sends one email, and a further sign-in of this browser none", async () => {
  const { ada, visit, signIn, letters, rows } = open();
  await ada();
  const laptop = visit();
  expect((await signIn(laptop)).status).toBe(200);
  await laptop.client.signOut();
  await signIn(laptop);
  expect(await rows()).toHaveLength(2);
  expect(await letters()).toHaveLength(1);
});

test("the email names the device, the time, and the place that the app gives", async () => {
  const { ada, visit, letters } = open({ placeOf: () => "Lisbon" });
  await ada();
  const body = JSON.stringify({ email, password });
  const headers = { "content-type": "application/json", "user-agent": windows };
  await visit().browser.fetch("/sign-in/email", { method: "POST", body, headers });
  expect(await letters()).toMatchObject([{ to: email, device: "Firefox, Windows" }]);
  expect(JSON.stringify(await letters())).toContain("UTC");
});

test("an address that is not verified gets no email", async () => {
  const { signUp, visit, signIn, letters } = open();
  await signUp(email, { password });
  await signIn(visit());
  expect(await letters()).toEqual([]);
});

test("at most five emails are sent within an hour, and every device is listed", async () => {
  const { ada, visit, signIn, letters, rows, clock } = open({}, { rateLimit: { enabled: false } });
  await ada();
  clock.forward({ seconds: 3601 });
  for (let count = 0; count < 7; count += 1) {
    await signIn(visit());
    clock.forward({ seconds: 11 });
  }
  expect(await letters()).toHaveLength(5);
  expect(await rows()).toHaveLength(8);
});

test("an impersonation is no device, and sends no email", async () => {
  const { ada, signUp, auth, rows, letters } = open();
  const { user } = await ada();
  const root = await signUp("root@example.com", { password });
  await auth.api.admin.setUserRole({ userId: root.user.id, role: "admin" });
  const before = await rows();
  expect((await root.browser.post("/admin/impersonate-user", { userId: user.id })).status).toBe(200);
  expect(await rows()).toEqual(before);
  expect(await letters()).toEqual([]);
});

test("a session that comes from another session has its device, and a new password changes no device", async () => {
  const { ada, visit, rows, letters } = open();
  const { browser } = await ada();
  const { token } = await (await browser.post("/one-time-token/generate", {})).json();
  expect((await visit().browser.post("/one-time-token/verify", { token })).status).toBe(200);
  const newPassword = "a new and better password";
  expect((await browser.post("/change-password", { currentPassword: password, newPassword })).status).toBe(200);
  expect(await rows()).toHaveLength(1);
  expect(await letters()).toEqual([]);
});

test("a name is the caller's own, and a device of another user is not found", async () => {
  const { ada, signUp } = open();
  const { client } = await ada();
  const [device] = (await client.devices.list()).data ?? [];
  const id = device?.id ?? "";
  expect((await client.devices.rename({ id, name: "Kitchen" })).error).toBe(null);
  expect((await client.devices.list()).data).toMatchObject([{ name: "Kitchen" }]);
  const eve = await signUp("eve@example.com");
  expect((await eve.client.devices.rename({ id, name: "Eve" })).error?.code).toBe("DEVICE_NOT_FOUND");
  expect((await eve.client.devices.forget({ id })).error?.code).toBe("DEVICE_NOT_FOUND");
});

test("a forgotten device loses its sessions, and other sessions stay", async () => {
  const { ada, visit, signIn } = open();
  const phone = await ada();
  const laptop = visit();
  await signIn(laptop);
  const { data } = await phone.client.devices.list();
  const other = data?.find(({ isCurrent }) => !isCurrent);
  expect((await phone.client.devices.forget({ id: other?.id ?? "" })).error).toBe(null);
  expect((await laptop.client.getSession()).data).toBe(null);
  expect((await phone.client.getSession()).data?.user.email).toBe(email);
});

test("a session that has removed every device does not make the next device the first", async () => {
  const { ada, visit, signIn, letters } = open();
  const { client } = await ada();
  const [device] = (await client.devices.list()).data ?? [];
  await client.devices.forget({ id: device?.id ?? "" });
  await signIn(visit());
  expect(await letters()).toHaveLength(1);
});

test("the page of the link changes no row, and its button ends all sessions and removes the password", async () => {
  const { ada, visit, signIn, mailbox, db, rows } = open();
  const phone = await ada();
  const attacker = visit();
  await signIn(attacker);
  const link = linkIn(await mailbox.waitFor(email, { kind: "devices.new-device" }));
  const page = await visit().browser.fetch(link, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("It was not me");
  expect(await rows()).toHaveLength(2);
  expect((await visit().browser.follow(link)).status).toBe(200);
  expect((await attacker.client.getSession()).data).toBe(null);
  expect((await phone.client.getSession()).data).toBe(null);
  expect((await signIn(visit())).status).toBe(401);
  expect(await db.find(accountModel, { providerId: "credential" })).toBe(null);
  await visit().client.forgetPassword({ email });
  const { token } = await mailbox.waitFor(email, { kind: "reset-password" });
  const newPassword = "a new and better password";
  expect((await visit().client.resetPassword({ token, newPassword })).error).toBe(null);
  const answer = await visit().browser.post("/sign-in/email", { email, password: newPassword });
  expect(answer.status).toBe(200);
});

test("the page of the email's link says what the button ends, and the page after it what was ended", async () => {
  const { ada, visit, signIn, mailbox } = open();
  await ada();
  await signIn(visit());
  const message = await mailbox.waitFor(email, { kind: "devices.new-device" });
  expect(message.words.notes.join(" ")).toContain("it signs all your devices out");
  const { browser } = visit();
  const asPage = { headers: { accept: "text/html", "sec-fetch-mode": "navigate" } };
  const page = await (await browser.fetch(linkIn(message), asPage)).text();
  for (const said of [
    "All your devices are signed out of",
    "this one, too",
    "added since this sign-in",
    "your password",
  ])
    expect(page).toContain(said);
  const done = await browser.follow(linkIn(message));
  expect(await done.text()).toContain("All your devices are signed out. Your password no longer works");
});

test("the token of the email works once, and for seven days", async () => {
  const { ada, visit, signIn, mailbox, clock } = open();
  await ada();
  await signIn(visit());
  const { token } = await mailbox.waitFor(email, { kind: "devices.new-device" });
  clock.forward({ seconds: 11 });
  await signIn(visit());
  const late = await mailbox.waitFor(email, { kind: "devices.new-device" });
  expect((await visit().client.devices.report({ token })).error).toBe(null);
  expect((await visit().client.devices.report({ token })).error?.code).toBe("INVALID_TOKEN");
  clock.forward({ days: 7 });
  expect((await visit().client.devices.report({ token: late.token })).error?.code).toBe("INVALID_TOKEN");
});

test("the deletion of the user removes the devices", async () => {
  const { ada, rows, mailbox } = open({}, { user: { deleteUser: { enabled: true } } });
  const { client, browser } = await ada();
  expect((await client.deleteUser({ password })).error).toBe(null);
  await browser.follow(linkIn(await mailbox.waitFor(email, { kind: "delete-account" })));
  expect(await rows()).toEqual([]);
});

test("no answer of a session has the id of its device", async () => {
  const { ada } = open();
  const { browser } = await ada();
  expect(await (await browser.get("/get-session")).text()).not.toContain("userDeviceId");
});
