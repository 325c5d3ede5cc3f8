import { memory } from "@keyhold/adapter-memory";
import { ConfigError, createAuth } from "@keyhold/core";
import { definePlugin, endpointsFor, ok } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { home } from "../../../../tests/harness/app.ts";
import { allEndpoints } from "../../../../tests/harness/endpoints.ts";
import { getSession } from "../../src/routes/get-session.js";

/** Of this file alone: an auth with the secret of other files, and another database, would warn in their logs. */
const secret = "only for this test: a03f918e13a9d24f70";

test("no route that changes data uses a copy of a session", () => {
  const changing = allEndpoints().filter(({ route }) => !route.startsWith("GET "));
  expect(changing.length).toBeGreaterThan(10);
  expect(changing.filter(({ access }) => access === "cached")).toEqual([]);
});

test("over HTTP, get-session is the only route that shows one", () => {
  const cached = allEndpoints().filter(({ access, isServerOnly }) => access === "cached" && !isServerOnly);
  expect(cached.map(({ route }) => route)).toEqual(["GET /get-session"]);
});

test("a plugin with such a route is a config error", () => {
  const declare = endpointsFor<unknown, Record<never, never>>({});
  const rename = declare({
    route: "POST /rename",
    access: "cached",
    doc: "Acts on an old copy.",
    input: getSession.input,
    output: getSession.output,
    handle: () => ok(null),
  });
  const plugin = definePlugin({ id: "renamer", endpoints: { rename } });
  const start = () => createAuth({ secret, baseURL: home, database: memory(), plugins: [plugin] });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(
    'plugins: POST /rename of "renamer" changes data, and access "cached" is for GET only; write access "session"',
  );
});
