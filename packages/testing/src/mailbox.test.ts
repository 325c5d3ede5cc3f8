import type { EmailMessage, User } from "@keyhold/core";
import type { PluginEmail } from "@keyhold/core/plugin";
import type { CoreEmail, Delivered } from "@keyhold/core/types";
import { expect, expectTypeOf, it } from "vitest";
import { createMailbox, linkIn } from "./mailbox.js";
import { createTestAuth } from "./test-auth.js";

const user: User = {
  id: "1",
  name: "Ann",
  email: "ann@example.com",
  emailVerified: true,
  image: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const from = { user, appName: "Example", appUrl: "https://example.com" };

/** An email that `newEmail` identifies. */
const moved = (to: string, newEmail: string): EmailMessage => ({
  ...from,
  kind: "email-changed",
  to,
  newEmail,
  url: "https://example.com/api/auth/undo-email-change?token=abc",
});
const reset = (to: string, token: string): EmailMessage => {
  const url = `https://example.com/api/auth/reset-password/${token}?callbackURL=%2Fnew`;
  return { ...from, kind: "reset-password", to, url, token, expiresInSeconds: 60 };
};
const newEmailOf = (message: EmailMessage | null): string | null =>
  message && "newEmail" in message ? message.newEmail : null;

it("keeps all emails, and finds the newest to an email address", async () => {
  const { send, messages, lastTo } = createMailbox();
  await send(moved("ann@example.com", "1"));
  await send(moved("Ann@Example.com", "2"));
  await send(moved("ben@example.com", "3"));
  expect(messages.map(newEmailOf)).toEqual(["1", "2", "3"]);
  expect(newEmailOf(lastTo("ann@example.com"))).toBe("2");
  expect(lastTo("eve@example.com")).toBe(null);
});

it("finds the newest email of one kind, and knows its type", async () => {
  const { send, lastTo } = createMailbox();
  await send(reset("ann@example.com", "1"));
  await send(reset("ann@example.com", "2"));
  await send(moved("ann@example.com", "3"));
  expect(lastTo("ann@example.com", "reset-password")?.token).toBe("2");
  expect(lastTo("ann@example.com", "delete-account")).toBe(null);
  expectTypeOf(lastTo("ann@example.com")).toEqualTypeOf<EmailMessage | null>();
});

interface InvitationEmail extends PluginEmail {
  readonly kind: "club.invitation";
  readonly clubName: string;
}
const words = { subject: "", heading: "", paragraphs: [], label: "", notes: [] };
const invitation = (to: string, clubName: string): Delivered<InvitationEmail> => ({
  kind: "club.invitation",
  to,
  userId: null,
  url: "https://example.com/club",
  words,
  clubName,
  appName: "Example",
  appUrl: "https://example.com",
});

it("keeps emails of plugins, and knows their fields if the plugins are named", async () => {
  const { send, messages, lastTo, waitFor } = createMailbox<InvitationEmail>();
  await send(invitation("ben@example.com", "Chess"));
  await send(invitation("ann@example.com", "Go"));
  expectTypeOf(messages).toEqualTypeOf<readonly EmailMessage<InvitationEmail>[]>();
  expect(lastTo("ben@example.com", "club.invitation")?.clubName).toBe("Chess");
  expect((await waitFor("ann@example.com", { kind: "club.invitation" })).clubName).toBe("Go");
  expect(linkIn(await waitFor("ben@example.com", { kind: "club.invitation" })).href).toBe("https://example.com/club");
  // @ts-expect-error the plugin sends no email of this kind
  expect(lastTo("ben@example.com", "club.farewell")).toBe(null);
  const everything: readonly EmailMessage[] = messages;
  expect(everything).toHaveLength(2);
});

it("keeps emails of any plugins, by their kinds", async () => {
  const { send, lastTo, messages } = createMailbox();
  await send(invitation("ann@example.com", "Chess"));
  const message = lastTo("ann@example.com", "club.invitation");
  expectTypeOf(message).toEqualTypeOf<Delivered<PluginEmail> | null>();
  expect(message?.words).toBe(words);
  expect(messages).toEqual([invitation("ann@example.com", "Chess")]);
});

it("knows that without plugins all emails are of the core", () => {
  const { messages } = createTestAuth().mailbox;
  expectTypeOf(messages).toEqualTypeOf<readonly CoreEmail[]>();
  expect(messages).toEqual([]);
});

it("answers a wait with an existing email, or with the next one", async () => {
  const { send, waitFor } = createMailbox();
  await send(moved("ann@example.com", "1"));
  expect(newEmailOf(await waitFor("ann@example.com"))).toBe("1");
  const next = waitFor("ann@example.com");
  await send(moved("ben@example.com", "2"));
  await send(moved("ann@example.com", "3"));
  expect(newEmailOf(await next)).toBe("3");
});

it("answers a wait for one kind with that kind, and leaves the others to later waits", async () => {
  const { send, waitFor } = createMailbox();
  await send(moved("ann@example.com", "1"));
  await send(reset("ann@example.com", "2"));
  expect((await waitFor("ann@example.com", { kind: "reset-password" })).token).toBe("2");
  const next = waitFor("ann@example.com", { kind: "reset-password" });
  await send(moved("ann@example.com", "3"));
  await send(reset("ann@example.com", "4"));
  expect((await next).token).toBe("4");
  expect(newEmailOf(await waitFor("ann@example.com"))).toBe("1");
  expect(newEmailOf(await waitFor("ann@example.com"))).toBe("3");
});

it("answers each wait with another email", async () => {
  const { send, waitFor } = createMailbox();
  const waits = Promise.all([waitFor("ann@example.com"), waitFor("ann@example.com")]);
  await send(moved("ann@example.com", "1"));
  await send(moved("ann@example.com", "2"));
  expect((await waits).map(newEmailOf)).toEqual(["1", "2"]);
});

it("ends a wait without an email by an error", async () => {
  const { waitFor, send } = createMailbox();
  const soon = { maxWaitMilliseconds: 5 };
  await expect(waitFor("ann@example.com", soon)).rejects.toThrow("No email to ann@example.com within 5 ms.");
  await expect(waitFor("ann@example.com", { ...soon, kind: "verify-email" })).rejects.toThrow(
    'No email "verify-email" to ann@example.com within 5 ms.',
  );
  await send(moved("ann@example.com", "late"));
  expect(newEmailOf(await waitFor("ann@example.com"))).toBe("late");
});

it("is empty after it was cleared", async () => {
  const { send, messages, clear, lastTo } = createMailbox();
  await send(moved("ann@example.com", "1"));
  clear();
  expect([messages.length, lastTo("ann@example.com")]).toEqual([0, null]);
});

it("gives the link of an email, and fails for an email without one", () => {
  expect(linkIn(reset("ann@example.com", "t")).href).toBe(
    "https://example.com/api/auth/reset-password/t?callbackURL=%2Fnew",
  );
  const message: EmailMessage = { ...from, kind: "password-changed", to: "ann@example.com" };
  expect(() => linkIn(message)).toThrow('There is no link in the email "password-changed".');
});
