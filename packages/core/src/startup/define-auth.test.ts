import { memory } from "@keyhold/adapter-memory";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createAuth } from "../auth.js";
import { ConfigError } from "../contract/config.js";
import { type AnyEndpoint, endpointsFor, type Route } from "../contract/endpoint.js";
import { defineErrors, type ErrorCatalogue } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import { type AnyPlugin, definePlugin, type PluginDeclaration } from "../contract/plugin.js";
import { text } from "../model/column.js";
import { defineModel } from "../model/model.js";

function configErrorsOf(...plugins: readonly AnyPlugin[]): readonly string[] {
  const config = { secret: "Jm1T8kq0vYw4xZ7nB2cR5dF9gH3sL6pA", baseURL: "http://localhost:3000", database: memory() };
  try {
    createAuth({ ...config, plugins });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

const declare = endpointsFor<unknown, Record<never, never>>({});
const route = (route: Route): AnyEndpoint =>
  declare({ route, access: "public", doc: "A test.", input: z.object({}), output: z.null(), handle: () => ok(null) });

const plugin = (id: string, more: Partial<PluginDeclaration> = {}): AnyPlugin => definePlugin({ id, ...more });
const note = defineModel("note", { id: text(), body: text() });

test("independent plugins work together", () => {
  const one = plugin("one", {
    endpoints: { one: route("GET /one") },
    extends: { user: { columns: { nickname: text().optional() } } },
  });
  const two = plugin("two", { endpoints: { two: { one: route("GET /two/one") } }, models: [note], requires: ["one"] });
  expect(configErrorsOf(one, two)).toEqual([]);
});

describe("config errors are", () => {
  test("two plugins of one id", () => {
    expect(configErrorsOf(plugin("one"), plugin("one"))).toEqual(['plugins: "one" is listed twice; list it once']);
  });

  test.each(["core", "", "One", "1st", "a b", "__proto__", "-a"])("an id that is none: %j", (id) => {
    expect(configErrorsOf(plugin(id))).toContain(
      `plugins: "${id}" is no id of a plugin: it must be lower-case letters, digits and "-", begin with a letter, and not be "core"`,
    );
  });

  test("a plugin that requires a missing one", () => {
    expect(configErrorsOf(plugin("teams", { requires: ["organization"] }))).toEqual([
      'plugins: "teams" requires the plugin "organization"; add it to `plugins`',
    ]);
  });

  test("two plugins with one route", () => {
    const one = plugin("one", { endpoints: { a: route("POST /same") } });
    const two = plugin("two", { endpoints: { b: route("POST /same") } });
    expect(configErrorsOf(one, two)).toEqual(['plugins: "one" and "two" both define POST /same']);
  });

  test("a plugin with a route of the core", () => {
    expect(configErrorsOf(plugin("one", { endpoints: { a: route("POST /sign-in/email") } }))).toEqual([
      'plugins: "core" and "one" both define POST /sign-in/email',
    ]);
  });

  test("a plugin with a page of the core", () => {
    expect(configErrorsOf(plugin("one", { pages: [route("GET /error")] }))).toEqual([
      'plugins: "core" and "one" both define GET /error',
    ]);
  });

  test("a plugin with a call of the core, at another route", () => {
    expect(configErrorsOf(plugin("one", { endpoints: { signIn: { email: route("POST /one/sign-in") } } }))).toEqual([
      'plugins: "core" and "one" both define signIn.email',
    ]);
  });

  test("two plugins with one column of the user", () => {
    const column = { nickname: text().optional() };
    expect(
      configErrorsOf(
        plugin("one", { extends: { user: { columns: column } } }),
        plugin("two", { extends: { user: { columns: column } } }),
      ),
    ).toEqual(['plugins: "one" and "two" both define the column "user.nickname"']);
  });

  test("a plugin with a column that the user has", () => {
    expect(configErrorsOf(plugin("one", { extends: { user: { columns: { email: text() } } } }))).toEqual([
      'plugins: "core" and "one" both define the column "user.email"',
    ]);
  });

  test("two plugins with one model", () => {
    expect(configErrorsOf(plugin("one", { models: [note] }), plugin("two", { models: [note] }))).toEqual([
      'plugins: "one" and "two" both define the model "note"',
    ]);
  });

  test("a plugin with a model of the core", () => {
    expect(configErrorsOf(plugin("one", { models: [defineModel("session", { id: text() })] }))).toContain(
      'plugins: "core" and "one" both define the model "session"',
    );
  });

  test("an error for a column that the plugin does not add", () => {
    const errors = defineErrors({ TAKEN: { status: 422, message: "taken" } });
    expect(configErrorsOf(plugin("one", { taken: { email: errors.TAKEN }, errors }))).toEqual([
      'plugins: "one": names an error for the column "email", which it does not add',
    ]);
  });

  test("an error for a column that no catalogue has", () => {
    const one = plugin("one", {
      taken: { nickname: defineErrors({ TAKEN: { status: 422, message: "taken" } }).TAKEN },
      extends: { user: { columns: { nickname: text().optional().unique() } } },
    });
    expect(configErrorsOf(one)).toEqual(['plugins: "one": names the error "TAKEN", which its catalogue lacks']);
  });

  test.each(["password", "callbackURL", "rememberMe"])("a column %s that sign-up would store unchecked", (name) => {
    const configErrors = configErrorsOf(
      plugin("one", { extends: { user: { columns: { [name]: text().optional().input() } } } }),
    );
    expect(configErrors).toEqual([expect.stringContaining(`the column "${name}" cannot be an input`)]);
  });

  test.each([0, 200, 399, 600, 422.5, Number.NaN])(
    "an error with the status %d, which no answer can have",
    (status) => {
      const errors = defineErrors({ ODD: { status, message: "odd" } });
      expect(configErrorsOf(plugin("one", { errors }))).toEqual([
        'plugins: "one": errors: the status of "ODD" must be a whole number from 400 to 599',
      ]);
    },
  );

  test("an error that is no entry", () => {
    const errors = { ODD: { status: 400, message: "odd" } } as object as ErrorCatalogue;
    expect(configErrorsOf(plugin("one", { errors }))).toEqual([
      'plugins: "one": errors: "ODD" is not an entry: make the catalogue with defineErrors({ ODD: { status, message } })',
    ]);
  });

  test("a code instead of an error for a column", () => {
    const one = plugin("one", {
      taken: { nickname: "TAKEN" as never },
      extends: { user: { columns: { nickname: text().optional().unique() } } },
    });
    expect(configErrorsOf(one)).toEqual([
      'plugins: "one": taken: nickname must be an entry of its error catalogue, e.g. errors.X',
    ]);
  });

  test("an error that means something else in the core", () => {
    const errors = defineErrors({ INVALID_EMAIL: { status: 403, message: "no" } });
    expect(configErrorsOf(plugin("one", { errors }))).toEqual([
      'plugins: "one": errors: "INVALID_EMAIL" has another status or message in the core; choose another code',
    ]);
  });

  test("the config errors of a plugin's own options", () => {
    expect(configErrorsOf(plugin("one", { configErrors: ["limit: must be 1 or more"] }))).toEqual([
      'plugins: "one": limit: must be 1 or more',
    ]);
  });

  test("all of them at once", () => {
    const one = plugin("one", { models: [note], endpoints: { a: route("POST /same") }, requires: ["three"] });
    const two = plugin("two", { models: [note], endpoints: { b: route("POST /same") } });
    expect(configErrorsOf(one, two)).toHaveLength(3);
  });
});
