import { readdirSync, readFileSync } from "node:fs";
import type { EmailMessage } from "@keyhold/core";
import { type EmailLanguage, renderEmail } from "@keyhold/mail";
import { arabic } from "@keyhold/mail/ar";
import { german } from "@keyhold/mail/de";
import { spanish } from "@keyhold/mail/es";
import { french } from "@keyhold/mail/fr";
import { japanese } from "@keyhold/mail/ja";
import { portuguese } from "@keyhold/mail/pt";
import { chinese } from "@keyhold/mail/zh";
import { describe, expect, test } from "vitest";

const languages: readonly EmailLanguage[] = [german, arabic, spanish, french, portuguese, japanese, chinese];

/** The kinds of the emails of all packages, from their declarations. */
const kinds = [
  ...kindsIn("packages/core/src/contract/mail.ts", /kind: "([a-z-]+)"/g),
  ...readdirSync("packages").flatMap((name) =>
    kindsIn(`packages/${name}/src/emails.ts`, /"((?:[a-z]+-)*[a-z]+\.(?:[a-z]+-)*[a-z]+)"/g),
  ),
];

function kindsIn(file: string, pattern: RegExp): readonly string[] {
  let source = "";
  try {
    source = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return [...new Set([...source.matchAll(pattern)].map((match) => match[1] ?? ""))];
}

/** An email with the fields of every kind. */
function emailOf(kind: string, more: object = {}): EmailMessage {
  const user = { id: "u1", name: "Ada", email: "ada@example.com", emailVerified: true, image: null };
  const message = {
    kind,
    to: "ada@example.com",
    user: { ...user, createdAt: new Date(0), updatedAt: new Date(0) },
    userId: "u1",
    appName: "Acme",
    appUrl: "https://acme.example",
    url: "https://acme.example/link?token=t1",
    token: "t1",
    expiresInSeconds: 600,
    asksForPassword: true,
    newEmail: "new@example.com",
    providerId: "google",
    providerName: "Google",
    code: "12345678",
    type: "sign-in",
    endsAt: new Date("2030-03-04T05:06:07Z"),
    organization: { name: "Orchard" },
    inviter: { name: "Grace" },
    invitation: { expiresAt: new Date("2030-03-04T05:06:07Z") },
    number: "+4915112345617",
    key: "acme_aB3dE5gH7j",
    left: 2,
    words: { subject: "English", heading: "English", paragraphs: ["English"], label: "English", notes: ["English"] },
    ...(kind === "phone-number.changed" && { newNumber: "+4915112345642" }),
    ...(kind.startsWith("passkey.") && { passkeyName: "Laptop" }),
    ...more,
  };
  return message as unknown as EmailMessage;
}

const written = (message: EmailMessage, { locale }: EmailLanguage) =>
  renderEmail(message, {}, { languages, languageOf: () => locale });

/** What the email of a kind must show, in every language. */
const facts: Readonly<Record<string, readonly string[]>> = {
  "confirm-email-change": ["new@example.com"],
  "email-changed": ["new@example.com"],
  "account-linked": ["Google"],
  "account-unlinked": ["Google"],
  "magic-link.sign-in": ["12345678"],
  "email-otp.code": ["12345678"],
  "two-factor.code": ["12345678"],
  "two-factor.recovery-started": ["2030"],
  "organization.invitation": ["Orchard", "Grace", "2030"],
  "passkey.added": ["Laptop"],
  "passkey.deleted": ["Laptop"],
  "passkey.cloned": ["Laptop"],
  "api-key.expiring": ["acme_aB3dE5gH7j", "2030"],
  "api-key.leaked": ["acme_aB3dE5gH7j"],
  "api-key.created": ["acme_aB3dE5gH7j"],
  "api-key.enabled": ["acme_aB3dE5gH7j"],
  "phone-number.changed": ["•••42"],
  "phone-number.removed": ["•••17"],
  "phone-number.claimed": ["•••17", "2030"],
  "phone-number.code": ["12345678", "2030"],
};

describe("the emails of all packages", () => {
  test("are found", () => {
    expect(kinds).toContain("verify-email");
    expect(kinds).toContain("two-factor.recovery-due");
    expect(kinds.length).toBeGreaterThan(25);
  });

  test.each(languages)("are in each language: $locale", (language) => {
    for (const kind of kinds) {
      const { subject, text, html } = written(emailOf(kind), language);
      const english = renderEmail(emailOf(kind));
      expect.soft(subject, kind).not.toBe(english.subject);
      expect.soft(text, kind).not.toContain("English");
      expect.soft(text, kind).not.toMatch(/undefined|null|\$\{/);
      expect.soft(html, kind).toContain(`<html lang="${language.locale}"`);
      for (const fact of ["Acme", "Ada", ...(facts[kind] ?? [])]) expect.soft(subject + text, kind).toContain(fact);
    }
  });

  test.each(languages)("tell the link, and how long it works, in the language: $locale", (language) => {
    for (const kind of ["verify-email", "reset-password", "delete-account", "magic-link.sign-in"]) {
      const { text } = written(emailOf(kind), language);
      expect.soft(text, kind).toContain("https://acme.example/link?token=t1");
      const duration = new Intl.NumberFormat(language.locale, { style: "unit", unit: "minute", unitDisplay: "long" });
      expect.soft(text, kind).toContain(duration.format(10));
    }
  });

  test.each(["en", ...languages.map(({ locale }) => locale)])(
    "with a code end with the line that phones read: %s",
    (locale) => {
      const withCode = Object.keys(facts).filter((kind) => facts[kind]?.includes("12345678"));
      expect(withCode).toHaveLength(4);
      const lastLine = "@acme.example #12345678";
      const words = { subject: "x", heading: "x", paragraphs: ["x"], label: "x", notes: ["x"], lastLine };
      for (const kind of withCode) {
        const { text, html } = renderEmail(emailOf(kind, { words }), {}, { languages, languageOf: () => locale });
        expect.soft(text.trimEnd().split("\n").at(-1), kind).toBe(lastLine);
        const shown = html.replaceAll(/<[^>]*>/g, "\n").trimEnd();
        expect.soft(shown.endsWith(lastLine), kind).toBe(true);
      }
    },
  );

  test.each(languages)("say what a code does, for each type of code: $locale", (language) => {
    const types = ["sign-in", "email-verification", "forget-password", "change-email", "new-email"];
    const texts = [
      ...types.map((type) => written(emailOf("email-otp.code", { type }), language).text),
      written(emailOf("email-otp.code", { user: null }), language).text,
    ];
    expect(new Set(texts.map((text) => text.split("\n\n")[1])).size).toBe(6);
  });

  test.each(languages)("show no name that could be an advertisement: $locale", (language) => {
    const evil = { name: "Visit evil.example" };
    for (const kind of kinds) {
      const more = {
        user: { ...evil, email: "ada@example.com" },
        organization: evil,
        inviter: evil,
        ...(kind.startsWith("passkey.") && { passkeyName: evil.name }),
      };
      const { subject, text } = written(emailOf(kind, more), language);
      expect.soft(subject + text, kind).not.toContain("evil.example");
    }
  });

  test("tell a removed password from an unlinked account", () => {
    for (const language of languages) {
      const removed = written(emailOf("account-unlinked", { providerId: "credential" }), language);
      expect(removed.subject).not.toBe(written(emailOf("account-unlinked"), language).subject);
    }
  });

  test("are from right to left in Arabic, and in no other language", () => {
    for (const language of languages) {
      const { html } = written(emailOf("verify-email"), language);
      expect(html.includes('dir="rtl"')).toBe(language === arabic);
    }
  });
});

describe("the language of an email", () => {
  const subjectFor = (locale: unknown) =>
    renderEmail(emailOf("reset-password", { user: { name: "Ada", locale } }), {}, { languages }).subject;
  const english = renderEmail(emailOf("reset-password")).subject;

  test.each([
    ["de", german],
    ["de-AT", german],
    ["pt-BR", portuguese],
    ["ZH-CN", chinese],
    ["zh-Hans", chinese],
  ])("is that of the user's column: %s", (locale, language) => {
    expect(subjectFor(locale)).toBe(written(emailOf("reset-password"), language).subject);
  });

  test.each(["en", "it", "", null, 7, "zh-TW", "zh-Hant"])(
    "is English without a language for the column: %s",
    (locale) => {
      expect(subjectFor(locale)).toBe(english);
    },
  );

  test("is decided by languageOf, for users without a column", () => {
    const { subject } = renderEmail(
      emailOf("reset-password"),
      {},
      { languages, languageOf: ({ to }) => (to.endsWith(".com") ? "fr" : null) },
    );
    expect(subject).toBe(written(emailOf("reset-password"), french).subject);
  });

  test("does not replace a template of the app", () => {
    const own = { subject: "Mine", text: "Mine", html: "Mine" };
    const rendered = renderEmail(
      emailOf("reset-password"),
      { "reset-password": () => own },
      { languages, languageOf: () => "de" },
    );
    expect(rendered).toEqual(own);
  });

  test("is English for an email of a plugin that the language does not know", () => {
    expect(written(emailOf("shop.receipt"), german).subject).toBe("English");
  });
});
