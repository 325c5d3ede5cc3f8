import { createTestAuth } from "@keyhold/testing";
import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readMessage, readParts } from "../tests/read-message.js";
import { openSmtpInbox, type SmtpInbox } from "../tests/smtp-inbox.js";
import { nodemailer } from "./nodemailer.js";

let inbox: SmtpInbox;
beforeEach(async () => {
  inbox = await openSmtpInbox();
});
afterEach(() => inbox.close());

/** An auth that sends emails over SMTP. */
function authOverSmtp() {
  const transport = createTransport({ host: "127.0.0.1", port: inbox.port, ignoreTLS: true });
  const mail = nodemailer(transport, { from: "Example <no-reply@example.com>" });
  return createTestAuth({ config: { mail, appName: "Example" } });
}

/** The received texts of an address, by subject. */
function textsTo(email: string): ReadonlyMap<string | undefined, string | undefined> {
  const own = inbox.received.filter(({ recipients }) => recipients.join() === email);
  return new Map(
    own.map(({ raw }) => {
      const message = readMessage(raw);
      return [message.headers.get("subject"), readParts(message)[0]?.body];
    }),
  );
}

it("delivers a working link", async () => {
  const { auth, signUp, client, logged } = authOverSmtp();
  await signUp("ann@example.com");
  await client.requestPasswordReset({ email: "ann@example.com", redirectTo: "/new-password" });
  await auth.idle();

  const text = textsTo("ann@example.com").get("Reset your password for Example") ?? "";
  const token = /^https:\/\/app\.example\.com\/api\/auth\/reset-password\/(\w+)\?/m.exec(text)?.[1] ?? "";
  const newPassword = "horses eat no batteries";
  expect((await client.resetPassword({ token, newPassword })).error).toBe(null);
  expect((await client.signIn.email({ email: "ann@example.com", password: newPassword })).error).toBe(null);
  await auth.idle();
  expect(textsTo("ann@example.com").has("The password of your Example account was changed")).toBe(true);
  expect(logged).toEqual([]);
});

it("gives the same response if the server rejects emails, emits an event and logs the failure", async () => {
  const { auth, signUp, client, events, logged } = authOverSmtp();
  const { user } = await signUp("ann@example.com");
  await auth.idle();
  const well = await client.requestPasswordReset({ email: "nobody@example.com" });
  inbox.refuse();
  const refused = await client.requestPasswordReset({ email: "ann@example.com" });
  await auth.idle();

  expect(refused).toEqual(well);
  const failed = { type: "email.failed", kind: "reset-password", userId: user.id };
  expect(events.filter(({ type }) => type === "email.failed")).toEqual([failed]);
  expect(logged.map(({ level, message }) => [level, message])).toEqual([
    ["error", 'Sending the email "reset-password" failed.'],
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/ann@example|reset-password\/\w/);
});
