import { existsSync, readdirSync } from "node:fs";
import type { ErrorCatalogue, ErrorEntry } from "@keyhold/core";
import type { Language } from "@keyhold/i18n";
import { arabic } from "@keyhold/i18n/ar";
import { german } from "@keyhold/i18n/de";
import { spanish } from "@keyhold/i18n/es";
import { french } from "@keyhold/i18n/fr";
import { japanese } from "@keyhold/i18n/ja";
import { portuguese } from "@keyhold/i18n/pt";
import { chinese } from "@keyhold/i18n/zh";
import { describe, expect, test } from "vitest";
import { englishApps } from "../packages/i18n/src/language/english-apps.ts";
import { englishUsers } from "../packages/i18n/src/language/english-users.ts";

const languages: readonly Language[] = [german, arabic, spanish, french, portuguese, japanese, chinese];
const english: Readonly<Record<string, string>> = { ...englishUsers, ...englishApps };

const isErrorEntry = (value: unknown): value is ErrorEntry =>
  typeof value === "object" && value !== null && "code" in value && "message" in value && "status" in value;

/** Every file with an error catalogue. */
const files = [
  "packages/core/src/contract/errors.ts",
  "packages/organization/src/teams/errors.ts",
  ...readdirSync("packages").map((name) => `packages/${name}/src/errors.ts`),
].filter((file) => existsSync(file));

/** Each catalogue that a package exports. */
async function catalogues(): Promise<readonly ErrorCatalogue[]> {
  const modules: readonly object[] = await Promise.all(files.map((file) => import(`../${file}`)));
  return modules.flatMap((module) =>
    Object.values(module).filter(
      (value): value is ErrorCatalogue =>
        typeof value === "object" && value !== null && Object.values(value).some(isErrorEntry),
    ),
  );
}

const entries = (await catalogues()).flatMap((catalogue) => Object.values(catalogue));
const codes = [...new Set(entries.map(({ code }) => code))].sort();

/** Names in a message that no language translates: of headers, options and formats. */
const namesIn = (message: string): readonly string[] =>
  message.match(/[A-Z][a-z]+-[A-Z][\w-]+|application\/json|session\.bearer\.clients|\b[a-z]+URL\b|id_token|\d+/g) ?? [];

describe("the errors of all packages", () => {
  test("are found", () => {
    expect(files.length).toBeGreaterThan(14);
    expect(codes.length).toBeGreaterThan(190);
  });

  test("have the English messages by which a message of an app is told apart", () => {
    expect(Object.keys(english).sort()).toEqual(codes);
    for (const { code, message } of entries) expect.soft(english[code], code).toBe(message);
  });

  test.each(languages)("have a message in each language, and no other code: $locale", ({ errors, sentences }) => {
    expect(Object.keys(errors).sort()).toEqual(codes);
    expect(Object.keys(sentences ?? {}).sort()).toEqual(Object.keys(german.sentences ?? {}).sort());
  });

  test.each(languages)("are no English by accident, and end like a sentence: $locale", ({ locale, errors }) => {
    const end = /^(ja|zh)$/.test(locale) ? /。$/ : /\.$/;
    for (const [code, message] of Object.entries(errors)) {
      expect.soft(message, code).not.toBe(english[code]);
      expect.soft(message, code).toMatch(end);
      expect.soft(message, code).toBe(message.trim());
    }
  });

  test.each(languages)("keep names of headers and options, and numbers: $locale", ({ errors }) => {
    for (const [code, message] of Object.entries(english)) {
      for (const name of namesIn(message)) expect.soft(errors[code], code).toContain(name);
    }
  });

  test("are in the script of the language", () => {
    const scripts = {
      ar: /\p{Script=Arabic}/u,
      ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
      zh: /\p{Script=Han}/u,
    };
    for (const { locale, errors } of languages) {
      const script = (scripts as Record<string, RegExp>)[locale] ?? /\p{Script=Latin}/u;
      for (const [code, message] of Object.entries(errors)) expect.soft(message, `${locale} ${code}`).toMatch(script);
    }
  });
});
