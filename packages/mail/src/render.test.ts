import type { CoreLetter } from "@keyhold/core";
import { describe, expect, it } from "vitest";
import { sampleLetters } from "../tests/sample-letters.js";
import { escapeHtml } from "./html.js";
import { renderLetter } from "./render.js";

const letters: readonly CoreLetter[] = Object.values(sampleLetters());
const count = (text: string, part: string): number => text.split(part).length - 1;
const linkOf = (letter: CoreLetter): string => ("url" in letter ? letter.url : letter.appUrl);

describe.each(letters.map((letter) => [letter.kind, letter] as const))('the letter "%s"', (_, letter) => {
  const { subject, text, html } = renderLetter(letter);

  it("says in text whom it greets, what to follow, and who sent it", () => {
    expect(text.startsWith("Hello Ann,\n\n")).toBe(true);
    expect(text).toContain(`:\n${linkOf(letter)}\n\n`);
    expect(text).toContain("If it was not you");
    expect(text.endsWith("\n\n-- \nExample\nhttps://app.example.com\n")).toBe(true);
  });

  it("holds its link in HTML once to follow and once to read", () => {
    const url = escapeHtml(linkOf(letter));
    expect(count(html, `class="button" href="${url}"`)).toBe(1);
    expect(count(html, `>${url}</p>`)).toBe(1);
    expect(count(html, 'href="')).toBe(2);
    expect(html).toContain('<a href="https://app.example.com" style=');
  });

  it("says the same in HTML as in text", () => {
    const words = text.split("-- \n")[0]?.split("\n").filter(Boolean) ?? [];
    expect(words.length).toBeGreaterThan(4);
    for (const line of words) expect(html).toContain(escapeHtml(line.replace(/:$/, "")));
  });

  it("names its language and its subject, and follows light and dark", () => {
    expect(html).toContain('<html lang="en">');
    expect(html).toContain(`<title>${escapeHtml(subject)}</title>`);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
  });

  it("needs nothing from elsewhere and runs nothing", () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|form|object|base)\b|\bon\w+=|url\(|@import/i);
  });
});

it.each<[CoreLetter["kind"], string]>([
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
  expect(renderLetter(sampleLetters()[kind]).subject).toBe(subject);
});

it("says how long a link works in words", () => {
  const { "verify-email": verify, "delete-account": goodbye } = sampleLetters();
  expect(renderLetter(verify).text).toContain("The link works for 1 hour.");
  expect(renderLetter({ ...verify, expiresInSeconds: 5400 }).text).toContain("The link works for 90 minutes.");
  expect(renderLetter(goodbye).text).toContain("The link works once, for 1 day.");
});

it("names both addresses of a change", () => {
  for (const kind of ["confirm-email-change", "email-changed"] as const) {
    expect(renderLetter(sampleLetters()[kind]).text).toContain("from ann@example.com to new@example.com");
  }
});

it("calls a way to sign in by its name, and a password a password", () => {
  const { "account-linked": linked, "account-unlinked": unlinked } = sampleLetters();
  expect(renderLetter(linked).text).toContain(
    "An account at Google was linked to your Example account, ann@example.com.",
  );
  expect(renderLetter(unlinked).text).toContain("Google was unlinked from your Example account, ann@example.com:");
  const { subject, text } = renderLetter({ ...unlinked, providerId: "credential", providerName: "credential" });
  expect(subject).toBe("The password of your Example account was removed");
  expect(text).toContain("The password of your Example account, ann@example.com, was removed:");
  expect(text).not.toContain("credential");
});

it("tells who confirms an address that several signed up with that no password of before works", () => {
  const { "verify-email": letter } = sampleLetters();
  const words = "once you have confirmed, go to Example and ask for a new password.";
  expect(renderLetter(letter).text).not.toContain(words);
  const { text, html } = renderLetter({ ...letter, asksForPassword: true });
  expect(text).toContain(words);
  expect(html).toContain(words);
});

describe("text that others chose", () => {
  it("stays text in HTML", () => {
    const user = { name: '<a href=x>"Ann"', email: "\"><script>'&@example.com" };
    for (const letter of Object.values(sampleLetters({ user, appName: "<b>R&D</b>" }))) {
      const { html } = renderLetter(letter);
      expect(html).toContain("Hello &lt;a href=x&gt;&quot;Ann&quot;,");
      expect(html).toContain("&lt;b&gt;R&amp;D&lt;/b&gt;");
      expect(html).not.toMatch(/<a href=x|<b>|<script/);
    }
  });

  it("begins no line and no header", () => {
    const clean = Object.values(sampleLetters({ user: { name: "Ann Bcc" }, appName: "Example Bcc" }));
    const dirty = Object.values(sampleLetters({ user: { name: "Ann\r\nBcc" }, appName: "Example\r\n\u2028Bcc" }));
    expect(dirty.map((letter) => renderLetter(letter))).toEqual(clean.map((letter) => renderLetter(letter)));
    for (const letter of dirty) expect(renderLetter(letter).subject).toMatch(/^[^\p{Cc}]*$/u);
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
  ])("is no greeting when it could be an advertisement: %j", (name) => {
    for (const letter of Object.values(sampleLetters({ user: { name } }))) {
      const { text, html } = renderLetter(letter);
      expect(text.startsWith("Hello,\n\n")).toBe(true);
      if (name.trim().length > 2) expect([text.includes(name), html.includes(name)]).toEqual([false, false]);
    }
  });

  it.each(["Ann", "J. R. R. Tolkien", "J.R.R. Tolkien", "Zoë O’Neil-Śmith", "王秀英", "Louis XIV 14", "Dr. Ann"])(
    "greets people by their names: %s",
    (name) => {
      const { text } = renderLetter(sampleLetters({ user: { name } })["verify-email"]);
      expect(text.startsWith(`Hello ${name},\n\n`)).toBe(true);
    },
  );
});

describe("templates", () => {
  const letters = sampleLetters();

  it("replace the letters of their kind, and no others", () => {
    const templates = {
      "reset-password": ({ token }: { token: string }) => ({ subject: "Neu", text: token, html: `<b>${token}</b>` }),
    };
    expect(renderLetter(letters["reset-password"], templates)).toEqual({
      subject: "Neu",
      text: "r1",
      html: "<b>r1</b>",
    });
    expect(renderLetter(letters["verify-email"], templates)).toEqual(renderLetter(letters["verify-email"]));
  });

  it("cannot break out of the subject", () => {
    const templates = { "verify-email": () => ({ subject: "a\r\nBcc: eve@evil.example", text: "", html: "" }) };
    expect(renderLetter(letters["verify-email"], templates).subject).toBe("a Bcc: eve@evil.example");
  });
});
