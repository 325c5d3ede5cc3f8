import { camelCase, insertImport, insertMember, objectNamed, typeNamed } from "./insert.ts";
import type { Left } from "./provider.ts";
import { type Tree, WrongUse } from "./tree.ts";

/** A route of a plugin: its file, its test, its call on the server and its call on the client. */
export function newRoute(tree: Tree, [name = "", method = "", path = ""]: readonly string[]): Left {
  const plugin = `packages/${name}/src/plugin.ts`;
  if (!/^(GET|POST)$/.test(method) || !/^(\/[a-z][a-z0-9-]*)+$/.test(path) || !tree.has(plugin)) {
    throw new WrongUse(
      "usage: npm run new route <package> <GET|POST> </path>; the package is a plugin, e.g. username. " +
        "A route of core is a file below packages/core/src/routes, and an entry in its index.ts.",
    );
  }
  const route = `${method} ${path}`;
  const names = path.slice(1).split("/").map(camelCase);
  const constant = names.map((word, index) => (index === 0 ? word : word.replace(/^\w/, (l) => l.toUpperCase())));
  const call = constant.join("");
  // A package leaves out the first folder if all of its routes have it.
  const folders = path.slice(1).split("/");
  const isShort = folders.length > 1 && ["admin", "organization", "passkey", "two-factor"].includes(folders[0] ?? "");
  const file = (isShort && folders[0] === name ? folders.slice(1) : folders).join("/");
  const up = "../".repeat(file.split("/").length);
  tree.create(`packages/${name}/src/routes/${file}.ts`, routeFile({ route, call, up }));
  tree.create(`packages/${name}/tests/${folders.join("-")}.test.ts`, test(tree, { name, method, path }));
  const doc = "Checks a text of the signed-in user.";
  tree.edit(plugin, (text) => {
    const imported = insertImport(text, `import { ${call} } from "./routes/${file}.js";`);
    const typed = insertMember(imported, {
      find: typeNamed(/^(?!.*Server).*Endpoints$/),
      names,
      value: `typeof ${call}`,
      doc,
    });
    return shortened(insertMember(typed, { find: objectNamed("endpoints"), names, value: call }), call);
  });
  tree.edit(`packages/${name}/src/client.ts`, (text) =>
    insertMember(text, { find: objectNamed("routes"), names, value: JSON.stringify(route) }),
  );
  return [
    "input, output, errors, limit and the work of the handler",
    `a line on the page of the plugin in docs/, and a changeset`,
    "npm run build && npm run api: the report of the public API",
  ];
}

/** `{ check: check }` is `{ check }`. */
const shortened = (text: string, call: string): string => text.replace(new RegExp(`\\b${call}: ${call}\\b`), call);

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
  const maker = /^export function (\w+)\(/m.exec(tree.read(`packages/${name}/src/plugin.ts`))?.[1] ?? camelCase(name);
  const client = /^export function (\w+)\(/m.exec(tree.read(`packages/${name}/src/client.ts`))?.[1] ?? "";
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
