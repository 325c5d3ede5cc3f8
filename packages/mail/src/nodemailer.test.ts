import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Part, readMessage, readParts } from "../tests/read-message.js";
import { sampleEmails } from "../tests/sample-emails.js";
import { sampleInvitation } from "../tests/sample-invitation.js";
import { openSmtpInbox, type Received, type SmtpInbox } from "../tests/smtp-inbox.js";
import { nodemailer } from "./nodemailer.js";
import { renderEmail } from "./render.js";

const from = "Example <no-reply@example.com>";
let inbox: SmtpInbox;
beforeAll(async () => {
  inbox = await openSmtpInbox();
});
afterAll(() => inbox.close());

const transport = () => createTransport({ host: "127.0.0.1", port: inbox.port, ignoreTLS: true });

function lastReceived(): Received & { readonly message: Part } {
  const received = inbox.received.at(-1);
  if (!received) throw new Error("No email has arrived.");
  return { ...received, message: readMessage(received.raw) };
}

it("sends every email over SMTP as text and HTML, to one recipient", async () => {
  const mail = nodemailer(transport(), { from });
  const messages = [...Object.values(sampleEmails()), sampleInvitation()];
  for (const email of messages) {
    await mail(email);
    const { sender, recipients, message } = lastReceived();
    const { subject, text, html } = renderEmail(email);
    expect([sender, recipients]).toEqual(["no-reply@example.com", [email.to]]);
    expect(message.headers.get("from")).toBe(from);
    expect(message.headers.get("to")).toBe(email.to);
    expect(message.headers.get("subject")).toBe(subject);
    expect(message.headers.get("auto-submitted")).toBe("auto-generated");
    expect(message.headers.get("content-type")).toMatch(/^multipart\/alternative;/);
    const parts = readParts(message);
    expect(parts.map(({ headers }) => headers.get("content-type"))).toEqual([
      "text/plain; charset=utf-8",
      "text/html; charset=utf-8",
    ]);
    expect(parts.map(({ body }) => body.trimEnd())).toEqual([text.trimEnd(), html.trimEnd()]);
  }
  expect(inbox.received).toHaveLength(messages.length);
});

it("sets the address for replies", async () => {
  await nodemailer(transport(), { from: { name: "Äpp", address: "a@example.com" }, replyTo: "help@example.com" })(
    sampleEmails()["verify-email"],
  );
  const { sender, message } = lastReceived();
  expect(sender).toBe("a@example.com");
  expect(message.headers.get("from")).toBe("=?UTF-8?Q?=C3=84pp?= <a@example.com>");
  expect(message.headers.get("reply-to")).toBe("help@example.com");
});

it("adds no header for a name or an app name with line breaks", async () => {
  const crlf = "\r\nBcc: eve@evil.example\r\n\r\n";
  await nodemailer(transport(), { from })(
    sampleEmails({ user: { name: `Ann${crlf}` }, appName: `Ex${crlf}` })["reset-password"],
  );
  const { recipients, message } = lastReceived();
  expect(recipients).toEqual(["ann@example.com"]);
  expect(message.headers.has("bcc")).toBe(false);
  expect(message.headers.get("subject")).toBe("Reset your password for Ex Bcc: eve@evil.example");
});

it.each([
  '"ann@example.com eve@evil.example"@example.com',
  '"eve@evil.example"@example.com',
  "ann@example.com,eve@evil.example",
  "ann@example.com <eve@evil.example>",
  "eve@evil.example:ann@example.com;",
  "ann@example.com\r\nRCPT TO:<eve@evil.example>",
])("does not read a second address out of %j", async (email) => {
  const before = inbox.received.length;
  await expect(
    nodemailer(transport(), { from })(sampleEmails({ user: { email } })["password-changed"]),
  ).rejects.toThrow("Bad recipient address syntax");
  expect(inbox.received).toHaveLength(before);
});

it("renders the app's own templates", async () => {
  const templates = { "reset-password": () => ({ subject: "Grüße", text: "nur Text\n", html: "<p>nur HTML</p>" }) };
  await nodemailer(transport(), { from, templates })(sampleEmails()["reset-password"]);
  const { message } = lastReceived();
  expect(message.headers.get("subject")).toBe("=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=");
  expect(readParts(message).map(({ body }) => body.trimEnd())).toEqual(["nur Text", "<p>nur HTML</p>"]);
});

it("rejects if the server rejects the email, and if the connection fails", async () => {
  const message = sampleEmails()["verify-email"];
  const refusing = await openSmtpInbox();
  refusing.refuse();
  const there = createTransport({ host: "127.0.0.1", port: refusing.port, ignoreTLS: true });
  await expect(nodemailer(there, { from })(message)).rejects.toThrow("No such person");
  await refusing.close();
  await expect(nodemailer(there, { from })(message)).rejects.toThrow("ECONNREFUSED");
  expect(refusing.received).toEqual([]);
});

it("requires a sender before the first email", () => {
  expect(() => nodemailer(transport(), { from: "" })).toThrow("needs `from`");
});
