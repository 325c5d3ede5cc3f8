import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** docs/coming-from-better-auth/plugins.md names options of better-auth as its published types have them. */

const page = readFileSync(join(import.meta.dirname, "../../docs/coming-from-better-auth/plugins.md"), "utf8");
const modules = join(import.meta.dirname, "node_modules");

/** The declarations of each plugin. */
const places: Readonly<Record<string, string>> = {
  magicLink: "better-auth-newest/dist/plugins/magic-link",
  emailOTP: "better-auth-newest/dist/plugins/email-otp",
  phoneNumber: "better-auth-newest/dist/plugins/phone-number",
  anonymous: "better-auth-newest/dist/plugins/anonymous",
  oneTimeToken: "better-auth-newest/dist/plugins/one-time-token",
  multiSession: "better-auth-newest/dist/plugins/multi-session",
  captcha: "better-auth-newest/dist/plugins/captcha",
  lastLoginMethod: "better-auth-newest/dist/plugins/last-login-method",
  apiKey: "@better-auth/api-key/dist",
  jwt: "better-auth-newest/dist/plugins/jwt",
  deviceAuthorization: "better-auth-newest/dist/plugins/device-authorization",
};

/** The names in the columns about better-auth: the subject, and what better-auth does. */
const namesIn = (section: string): readonly string[] =>
  section.split("\n").flatMap((line) => {
    const [, subject = "", theirs = ""] = line.split("|");
    return [...`${subject} ${theirs}`.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  });

const sections = page.split(/^## /m).flatMap((text) => {
  const plugin = /^`(\w+)\(\)`\n/.exec(text)?.[1];
  return plugin === undefined ? [] : [{ plugin, names: namesIn(text) }];
});

describe("docs/coming-from-better-auth/plugins.md", () => {
  test("has a section for each plugin", () => {
    expect(sections.map(({ plugin }) => plugin)).toEqual(Object.keys(places));
  });

  test.each(sections)("names what $plugin() of better-auth has", ({ plugin, names }) => {
    const files = globSync("**/*.d.mts", { cwd: join(modules, places[plugin] ?? "") });
    const types = files.map((file) => readFileSync(join(modules, places[plugin] ?? "", file), "utf8")).join("\n");
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(types))).toEqual([]);
  });
});
