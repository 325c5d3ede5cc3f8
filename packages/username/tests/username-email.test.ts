import { admin } from "@keyhold/admin";
import { userModel } from "@keyhold/core/plugin";
import { renderEmail } from "@keyhold/mail";
import { createTestAuth } from "@keyhold/testing";
import { username } from "@keyhold/username";
import { expect, test } from "vitest";

function open(rateLimit: { readonly enabled: boolean } = { enabled: false }) {
  const fixture = createTestAuth({ plugins: [username(), admin()], config: { rateLimit } });
  const messages = async () => {
    await fixture.auth.idle();
    return fixture.mailbox.messages.filter(({ kind }) => kind === "username.changed");
  };
  return { ...fixture, messages };
}

test.each([
  ["changes", { username: "Anna" }, { oldUsername: "ann_1", newUsername: "anna" }],
  ["is removed", { username: null }, { oldUsername: "ann_1", newUsername: null }],
])("a user whose username %s gets an email", async (_, change, told) => {
  const { signUp, messages } = open();
  const { browser, user } = await signUp("ann@example.com", { username: "Ann_1" });
  expect(await messages()).toEqual([]);
  expect((await browser.post("/update-user", change)).status).toBe(200);
  const [message, ...more] = await messages();
  expect(more).toEqual([]);
  expect(message).toMatchObject({ ...told, to: "ann@example.com", userId: user.id, user: { id: user.id } });
  expect(message && renderEmail(message)).toMatchObject({
    subject: expect.stringMatching(/^The username of your .+ account was changed$/),
    text: expect.stringContaining(`from ann_1 to ${told.newUsername ?? "no username"}`),
  });
});

test("a user with a first username gets an email, too", async () => {
  const { signUp, messages } = open();
  const { browser } = await signUp("ann@example.com");
  await browser.post("/update-user", { username: "ann" });
  expect(await messages()).toMatchObject([{ oldUsername: null, newUsername: "ann" }]);
});

test("a user gets an email if an administrator changes their username, too", async () => {
  const { signUp, messages, db } = open();
  const { user } = await signUp("ann@example.com", { username: "ann" });
  const boss = await signUp("boss@example.com");
  await db.update(userModel, boss.user.id, { role: "admin" } as object);
  const input = { userId: user.id, data: { username: "anna" } };
  expect((await boss.browser.post("/admin/update-user", input)).status).toBe(200);
  expect(await messages()).toMatchObject([{ to: "ann@example.com", oldUsername: "ann", newUsername: "anna" }]);
});

test("no email is sent if the username stays, or the change fails", async () => {
  const { signUp, messages } = open();
  await signUp("bob@example.com", { username: "bob" });
  const { browser } = await signUp("ann@example.com", { username: "ann" });
  const changes = [{ username: "ANN" }, { displayUsername: "aNN" }, { name: "Anna" }, { username: "bob" }];
  for (const change of changes) await browser.post("/update-user", change);
  expect(await messages()).toEqual([]);
});

test("one address gets no more of them than `rateLimit.emails` allows, and the responses stay the same", async () => {
  const { signUp, messages } = open({ enabled: true });
  const { browser } = await signUp("ann@example.com", { username: "ann" });
  for (const name of ["ann1", "ann2", "ann3", "ann4", "ann5"])
    expect((await browser.post("/update-user", { username: name })).status).toBe(200);
  expect(await messages()).toHaveLength(3);
});

test("a username resembling a link is omitted", async () => {
  const { signUp, messages } = open();
  const { browser } = await signUp("ann@example.com", { username: "ann" });
  await browser.post("/update-user", { username: "win.example.com" });
  const [message] = await messages();
  expect(message && renderEmail(message).text).toContain("from ann to another username");
});
