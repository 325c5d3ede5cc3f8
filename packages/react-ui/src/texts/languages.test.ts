import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { arabic } from "./ar.js";
import { german } from "./de.js";
import { spanish } from "./es.js";
import { french } from "./fr.js";
import { japanese } from "./ja.js";
import { portuguese } from "./pt.js";
import type { Language } from "./texts.js";
import { chinese } from "./zh.js";

const languages: readonly Language[] = [german, arabic, spanish, french, portuguese, japanese, chinese];

/** Each text by its path, e.g. "signIn.titleOf". */
function textsOf(value: unknown, path = ""): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, path === "" ? key : `${path}.${key}`));
}

const modules: readonly object[] = await Promise.all(
  readdirSync(new URL("en", import.meta.url)).map((file) => import(`./en/${file.slice(0, -3)}.ts`)),
);
const english = new Map(textsOf(Object.assign({}, ...modules)));

/** Arguments of texts. A count is plural, so that a language may write the word for one. */
const given = ["«a»", "«b»", "«c»", "«d»"];
const numbers = [34, 12, 7];
type Say = (...values: readonly unknown[]) => unknown;

const shown = (text: unknown): string =>
  typeof text === "function" ? [(text as Say)(...given), (text as Say)(...numbers)].join(" ") : String(text);

/** Words that a language shares with English, or that are names. */
const isShared = (text: string): boolean => /^[\p{Lu}\p{P}\s\d]*$/u.test(text.replace(/«\w»/g, ""));

describe("the texts of the screens", () => {
  test.each(languages)("are all there, and no other: $locale", ({ locale, ...texts }) => {
    const found = new Map(textsOf(texts));
    expect([...found.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of found) expect.soft(typeof text, `${locale} ${path}`).toBe(typeof english.get(path));
  });

  test.each(languages)("show each name that the English texts show: $locale", ({ locale, ...texts }) => {
    for (const [path, text] of textsOf(texts)) {
      const expected = shown(english.get(path));
      for (const name of given)
        expect.soft(shown(text).includes(name), `${locale} ${path} shows ${name}`).toBe(expected.includes(name));
    }
  });

  test.each(languages)("are English nowhere by accident: $locale", ({ locale, ...texts }) => {
    const same = textsOf(texts).filter(([path, text]) => {
      const words = shown(text);
      return words !== "" && words === shown(english.get(path)) && !isShared(words);
    });
    const allowed = new Set(same.filter(([, text]) => international.has(shown(text))).map(([path]) => path));
    expect(
      same.filter(([path]) => !allowed.has(path)).map(([path, text]) => `${locale} ${path}: ${shown(text)}`),
    ).toEqual([]);
  });

  test.each(languages)("are in the section of their language, and say who has read them: $locale", ({ locale }) => {
    expect(readFileSync(new URL(`${locale}.ts`, import.meta.url), "utf8")).toContain(
      "No native speaker has read them yet.",
    );
  });
});

/** Words that are the same in several languages, e.g. "Code" in German and French, and pure patterns. */
const international = new Set([
  "Code",
  "Name",
  "Active",
  "Admin",
  "Administrator",
  "optional",
  "Passkey",
  "Passkeys",
  "Teams",
  "Team",
  "Logo",
  "Invitation",
  "Invitations",
  "Administration",
  "Sessions",
  "Email",
  "Plan",
]);
