import type { CoreEmail } from "@keyhold/core/types";
import { describe, expect, it } from "vitest";
import { sampleEmails } from "../tests/sample-emails.js";
import { escapeHtml } from "./html.js";
import { renderEmail } from "./render.js";

const messages: readonly CoreEmail[] = Object.values(sampleEmails());
const count = (text: string, part: string): number => text.split(part).length - 1;
const linkOf = (message: CoreEmail): string => ("url" in message ? message.url : message.appUrl);

describe.each(messages.map((message) => [message.kind, message] as const))(
  'the letter "the email "%s""',
  (_, message) => {
    const { subject, text, html } = renderEmail(message);

    it("has the greeting, the link and the sender in text", () => {
      expect(text.startsWith("Hello Ann,\n\n")).toBe(true);
      expect(text).toContain(`:\n${linkOf(message)}\n\n`);
      expect(text).toContain("If it was not you");
      expect(text.endsWith("\n\n-- \nExample\nhttps://app.example.com\n")).toBe(true);
    });

    it("has its link in HTML once as a button and once as text", () => {
      const url = escapeHtml(linkOf(message));
      expect(count(html, `class="button" href="${url}"`)).toBe(1);
      expect(count(html, `>${url}</p>`)).toBe(1);
      expect(count(html, 'href="')).toBe(2);
      expect(html).toContain('<a href="https://app.example.com" style=');
    });

    it("has the same texts in HTML as in text", () => {
      const words = text.split("-- \n")[0]?.split("\n").filter(Boolean) ?? [];
      expect(words.length).toBeGreaterThan(4);
      for (const line of words) expect(html).toContain(escapeHtml(line.replace(/:$/, "")));
    });

    it("has its language and its subject, and supports light and dark mode", () => {
      expect(html).toContain('<html lang="en">');
      expect(html).toContain(`<title>${escapeHtml(subject)}</title>`);
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain("@media (prefers-color-scheme: dark)");
    });

    it("loads no resources and runs no scripts", () => {
      expect(html).not.toMatch(/<(script|img|link|iframe|form|object|base)\b|\bon\w+=|url\(|@import/i);
    });
  },
);

it.each<[CoreEmail["kind"], string]>([
  ["verify-email", "Confirm your email address for Example"],
  ["reset-password", "Reset your password for Example"],
  ["confirm-email-change", "Approve the new email address of your Example account"],
  ["delete-account", "Confirm the deletion of your Example account"],
  ["already-registered", "You already have an account at Example"],
  ["email-changed", "The email address of your Example account was changed"],
  ["password-changed", "The password of your Example account was changed"],
  ["account-linked", "Google was linked to your Example account"],
  ["account-unlinked", "Google was unlinked from your Example account"],
])('the subject of "%s" is "%s"', (kind, subject) => {
  expect(renderEmail(sampleEmails()[kind]).subject).toBe(subject);
});

it("shows the lifetime of a link in words", () => {
  const { "verify-email": verify, "delete-account": goodbye } = sampleEmails();
  expect(renderEmail(verify).text).toContain("The link works for 1 hour.");
  expect(renderEmail({ ...verify, expiresInSeconds: 5400 }).text).toContain("The link works for 90 minutes.");
  expect(renderEmail(goodbye).text).toContain("The link works once, for 1 day.");
});

it("shows both addresses of a change", () => {
  for (const kind of ["confirm-email-change", "email-changed"] as const) {
    expect(renderEmail(sampleEmails()[kind]).text).toContain("from ann@example.com to new@example.com");
  }
});

it('shows the provider\'s name, and "password" for a password', () => {
  const { "account-linked": linked, "account-unlinked": unlinked } = sampleEmails();
  expect(renderEmail(linked).text).toContain(
    "An account at Google was linked to your Example account, ann@example.com.",
  );
  expect(renderEmail(unlinked).text).toContain("Google was unlinked from your Example account, ann@example.com:");
  const { subject, text } = renderEmail({ ...unlinked, providerId: "credential", providerName: "credential" });
  expect(subject).toBe("The password of your Example account was removed");
  expect(text).toContain("The password of your Example account, ann@example.com, was removed:");
  expect(text).not.toContain("credential");
});

it("tells a user that no earlier password works if the address has a duplicate sign-up", () => {
  const { "verify-email": message } = sampleEmails();
  const words = "once you have confirmed, go to Example and ask for a new password.";
  expect(renderEmail(message).text).not.toContain(words);
  const { text, html } = renderEmail({ ...message, asksForPassword: true });
  expect(text).toContain(words);
  expect(html).toContain(words);
});

describe("untrusted text", () => {
  it("is escaped in HTML", () => {
    const user = { name: '<a href=x>"Ann"', email: "\"><script>'&@example.com" };
    for (const message of Object.values(sampleEmails({ user, appName: "<b>R&D</b>" }))) {
      const { html } = renderEmail(message);
      expect(html).toContain("Hello &lt;a href=x&gt;&quot;Ann&quot;,");
      expect(html).toContain("&lt;b&gt;R&amp;D&lt;/b&gt;");
      expect(html).not.toMatch(/<a href=x|<b>|<script/);
    }
  });

  it("starts no new line and no header", () => {
    const clean = Object.values(sampleEmails({ user: { name: "Ann Bcc" }, appName: "Example Bcc" }));
    const dirty = Object.values(sampleEmails({ user: { name: "Ann\r\nBcc" }, appName: "Example\r\n\u2028Bcc" }));
    expect(dirty.map((message) => renderEmail(message))).toEqual(clean.map((message) => renderEmail(message)));
    for (const message of dirty) expect(renderEmail(message).subject).toMatch(/^[^\p{Cc}]*$/u);
  });

  it.each([
    "https://evil.example",
    "visit evil.com",
    "win at evil。com",
    "mail me@evil.example",
    "Your account is locked: see below",
    "Call +1 (800) 555-0199",
    "A".repeat(61),
    " \n ",
    "\u202E\u0000",
  ])("is omitted from the greeting if it could be an advertisement: %j", (name) => {
    for (const message of Object.values(sampleEmails({ user: { name } }))) {
      const { text, html } = renderEmail(message);
      expect(text.startsWith("Hello,\n\n")).toBe(true);
      if (name.trim().length > 2) expect([text.includes(name), html.includes(name)]).toEqual([false, false]);
    }
  });

  it.each(["Ann", "J. R. R. Tolkien", "J.R.R. Tolkien", "Zoë O’Neil-Śmith", "王秀英", "Louis XIV 14", "Dr. Ann"])(
    "keeps real names in the greeting: %s",
    (name) => {
      const { text } = renderEmail(sampleEmails({ user: { name } })["verify-email"]);
      expect(text.startsWith(`Hello ${name},\n\n`)).toBe(true);
    },
  );
});

describe("templates", () => {
  const messages = sampleEmails();

  it("replace the emails of their kind, and no others", () => {
    const templates = {
      "reset-password": ({ token }: { token: string }) => ({ subject: "Neu", text: token, html: `<b>${token}</b>` }),
    };
    expect(renderEmail(messages["reset-password"], templates)).toEqual({
      subject: "Neu",
      text: "r1",
      html: "<b>r1</b>",
    });
    expect(renderEmail(messages["verify-email"], templates)).toEqual(renderEmail(messages["verify-email"]));
  });

  it("cannot add headers by the subject", () => {
    const templates = { "verify-email": () => ({ subject: "a\r\nBcc: eve@evil.example", text: "", html: "" }) };
    expect(renderEmail(messages["verify-email"], templates).subject).toBe("a Bcc: eve@evil.example");
  });
});
