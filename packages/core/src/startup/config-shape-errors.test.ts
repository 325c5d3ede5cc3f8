import { memory } from "@keyhold/adapter-memory";
import { organization } from "@keyhold/organization";
import { username } from "@keyhold/username";
import { describe, expect, test } from "vitest";
import { createAuth } from "../auth.js";
import { ConfigError } from "../contract/config.js";
import { definePlugin } from "../contract/plugin.js";
import type { PluginTypes } from "../contract/plugin-types.js";
import { foreignOptions } from "./foreign-options.js";

const good = { secret: "Jm1T8kq0vYw4xZ7nB2cR5dF9gH3sL6pA", baseURL: "http://localhost:3000", database: memory() };

function configErrorsOf(changes: object): readonly string[] {
  try {
    createAuth({ ...good, ...changes });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

interface TermsTypes extends PluginTypes {
  readonly hooks: { readonly "terms.accept": () => void };
}

/** An object with one value at a path with dots. */
const at = (path: string, value: unknown): object =>
  path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;

describe("a misspelt option of createAuth is refused with the nearest name", () => {
  test.each([
    ["emailAndPasword", "emailAndPassword"],
    ["emailAndPassword.minPasswordLenght", "emailAndPassword.minPasswordLength"],
    ["session.cookieCache.maxAge", "session.cookieCache.maxAgeSeconds"],
    ["user.deleteUsers", "user.deleteUser"],
    ["cookies.continueFrom.prefx", "cookies.continueFrom.prefix"],
    ["clientAddress.trustedProxy", "clientAddress.trustedProxies"],
    ["baseUrl", "baseURL"],
    ["trustedOrigin", "trustedOrigins"],
  ])("%s", (path, nearest) => {
    const [problem = ""] = configErrorsOf(at(path, {}));
    expect(problem.startsWith(`${path}: `)).toBe(true);
    expect(problem).toContain(nearest);
  });

  test("beside all other reasons", () => {
    expect(configErrorsOf({ secret: "short", emailAndPasword: {} })).toHaveLength(2);
  });
});

test("each option of another library is refused with what to write in its place", () => {
  for (const { library, remedies } of foreignOptions) {
    for (const [path, remedy] of Object.entries(remedies))
      expect(configErrorsOf(at(path, true)), path).toContain(`${path}: is an option of ${library}; ${remedy}`);
  }
});

describe("also refused is", () => {
  test.each<[string, object, string]>([
    ["a plugin that is not called", { plugins: [username] }, "plugins[0]: is the function username; call it"],
    ["a plugin of another library", { plugins: [{ id: "two-factor" }] }, "plugins[0]: is no plugin of Keyhold"],
    ["plugins that are no list", { plugins: username() }, "plugins: must be a list"],
    ["a mail transport", { mail: { sendMail() {} } }, "mail: must be a function, e.g. `nodemailer("],
    ["a logger", { log: console }, "log: must be a function"],
    ["a section that is no object", { session: 5 }, "session: must be an object with the options expiresInSeconds"],
    ["a limit with other keys", { rateLimit: { emails: { windowSeconds: 1, max: 1, window: 1 } } }, "rateLimit.emails"],
    ["a misspelt hook", { hooks: { "user.craete": (draft: object) => draft } }, 'did you mean "hooks.user.create"?'],
    ["a hook that is no function", { hooks: { "user.create": {} } }, 'hooks["user.create"]: must be a function'],
    [
      "a base URL by hosts",
      { baseURL: { allowedHosts: ["*.example.com"] } },
      "baseURL: must be a text; for several hosts",
    ],
    ["hooks that are no object", { hooks: () => undefined }, "hooks: must be an object with the options user.create"],
  ])("%s", (_, changes, problem) => {
    expect(configErrorsOf(changes)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([undefined, null, "config"])("%j in place of the config", (config) => {
    expect(() => createAuth(config as never)).toThrow(ConfigError);
  });
});

describe("a hook that neither core nor a plugin of the app calls is refused", () => {
  test.each(["before", "after", "user.create.before", "signIn", "onUserCreate", "team.create", "toString"])(
    "%s",
    (name) => {
      const [problem = "", ...others] = configErrorsOf({ hooks: { [name]: () => undefined } });
      expect(others).toEqual([]);
      expect(problem).toMatch(/^hooks\./);
      expect(problem).toContain(name);
    },
  );

  test("with the names of the hooks that there are, also of the plugins", () => {
    const terms = definePlugin<TermsTypes>({ id: "terms", hookNames: { "terms.accept": true } });
    const [problem] = configErrorsOf({ plugins: [terms], hooks: { acceptance: () => undefined } });
    expect(problem).toMatch(/there are user\.create, .+, terms\.accept$/);
  });
});

test("a hook of a plugin of the app is accepted, and a plugin may have hooks of absent plugins", () => {
  const hooks = { "role.create": () => undefined };
  expect(configErrorsOf({ plugins: [organization()], hooks })).toEqual([]);
  expect(configErrorsOf({ plugins: [definePlugin({ id: "roles", hooks })] })).toEqual([]);
});
