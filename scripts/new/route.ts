import { join } from "node:path";
import { callOf, declaredRoutes } from "../routes.ts";
import { camelCase } from "./insert.ts";
import type { Left } from "./provider.ts";
import { type Tree, WrongUse } from "./tree.ts";

/** A route of a plugin: its file and its test. Its calls on the server and on the client are written from the file. */
export function newRoute(tree: Tree, [name = "", method = "", path = ""]: readonly string[]): Left {
  if (
    !/^(GET|POST)$/.test(method) ||
    !/^(\/[a-z][a-z0-9-]*)+$/.test(path) ||
    !tree.has(`packages/${name}/src/plugin.ts`)
  ) {
    throw new WrongUse(
      "usage: npm run new route <package> <GET|POST> </path>; the package is a plugin, e.g. username. " +
        "A route of core is a file below packages/core/src/routes.",
    );
  }
  const folders = path.slice(1).split("/");
  // `shop.list` cannot be a call while `shop` is a call.
  const root = join(import.meta.dirname, "../..");
  const own = `${folders.map(camelCase).join(".")}.`;
  for (const route of declaredRoutes(root, `packages/${name}/src`).filter(({ hasCall }) => hasCall)) {
    const other = `${callOf(route).join(".")}.`;
    if (other !== own && (other.startsWith(own) || own.startsWith(other)))
      throw new WrongUse(`${path} and ${route.path} cannot both be calls: write another path.`);
  }
  const call = camelCase(folders.join("-"));
  // A package leaves out the folder of its own name.
  const file = (folders.length > 1 && folders[0] === name ? folders.slice(1) : folders).join("/");
  const up = "../".repeat(file.split("/").length);
  tree.create(`packages/${name}/src/routes/${file}.ts`, routeFile({ route: `${method} ${path}`, call, up }));
  tree.create(`packages/${name}/tests/${folders.join("-")}.test.ts`, test(tree, { name, method, path }));
  return [
    "input, output, errors, limit and the work of the handler",
    "npm run fix: the calls of the plugin, after each change of `doc` or `route`",
    `a line on the page of the plugin in docs/, and a changeset`,
    "npm run build && npm run api: the report of the public API",
  ];
}

const routeFile = ({ route, call, up }: { route: string; call: string; up: string }): string => `\
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "${up}endpoint.js";

export const ${call} = endpoint({
  route: "${route}",
  access: "session",
  doc: "Checks a text of the signed-in user.",
  input: z.object({ text: z.string().max(255) }),
  output: z.object({ isEmpty: z.boolean() }),
  errors: [],
  handle: async ({ input }) => ok({ isEmpty: input.text.trim() === "" }),
});
`;

function test(tree: Tree, { name, method, path }: { name: string; method: string; path: string }): string {
  const maker = /^export function (\w+)[<(]/m.exec(tree.read(`packages/${name}/src/plugin.ts`))?.[1] ?? camelCase(name);
  const client = /^export function (\w+)[<(]/m.exec(tree.read(`packages/${name}/src/client.ts`))?.[1] ?? "";
  const options = maker === "social" ? "{ providers: [] }" : "";
  const names = path.slice(1).split("/").map(camelCase).join(".");
  return `\
import { createTestAuth } from "@keyhold/testing";
import { ${maker} } from "@keyhold/${name}";
import { ${client} } from "@keyhold/${name}/client";
import { describe, expect, test } from "vitest";

const open = () => createTestAuth({ plugins: [${maker}(${options})], clientPlugins: [${client}()] });

describe("${method} ${path}", () => {
  test.each([
    ["a text", false],
    ["  ", true],
  ])("answers for %j whether the text is empty", async (text, isEmpty) => {
    const { client } = await open().signUp("ann@example.com");
    expect((await client.${names}({ text })).data).toEqual({ isEmpty });
  });

  test("rejects a client without a session", async () => {
    const answer = await open().visit().client.${names}({ text: "a text" });
    expect(answer.error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  });
});
`;
}
