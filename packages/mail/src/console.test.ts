import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sampleEmails } from "../tests/sample-emails.js";
import { sampleInvitation } from "../tests/sample-invitation.js";
import { consoleMail } from "./console.js";

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, "info").mockImplementation((line) => void printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it("prints address, subject and link", async () => {
  const messages = sampleEmails();
  await consoleMail()(messages["reset-password"]);
  await consoleMail()(messages["password-changed"]);
  await consoleMail()(sampleInvitation());
  expect(printed).toEqual([
    `[keyhold] Email to ann@example.com: Reset your password for Example\n  ${messages["reset-password"].url}`,
    "[keyhold] Email to ann@example.com: The password of your Example account was changed",
    `[keyhold] Email to ben@example.com: Join Acme at Example\n  ${sampleInvitation().url}`,
  ]);
});

it("prints the code of an email with a code", async () => {
  const message = { ...sampleInvitation(), code: "123456" };
  await consoleMail()(message);
  expect(printed).toEqual([`[keyhold] Email to ben@example.com: Join Acme at Example\n  123456\n  ${message.url}`]);
});

it("sends no control characters to the terminal", async () => {
  const user = { email: "ann\u001B[2J\n@example.com" };
  await consoleMail()(sampleEmails({ user, appName: "Exa\u001B]0;mple" })["password-changed"]);
  await consoleMail()({ ...sampleInvitation({ words: { subject: "a\u001B[2J\nb" } }), to: "b\n@example.com" });
  expect(printed.map((line) => line.split("\n  https://", 1)[0]).join("")).toMatch(/^[^\p{Cc}]*$/u);
});

it("throws in production, where a reader of the log could set a password", () => {
  vi.stubEnv("NODE_ENV", "production");
  expect(() => consoleMail()).toThrow("consoleMail() prints secrets and is for development only");
});
