import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { AnyEndpoint } from "@keyhold/core/plugin";
import { camelCase, routeFolders } from "../../../scripts/routes.ts";
import type { Exported } from "../quick-info.ts";
import { root } from "./pack.ts";

/** A plugin of this repository with calls, as its folder names it. */
interface PluginFolder {
  /** E.g. "packages/organization/src/teams". */
  readonly folder: string;
  readonly package: string;
  /** The entry point with the plugin, e.g. "@keyhold/organization/teams". */
  readonly entry: string;
  /** E.g. "twoFactor". */
  readonly name: string;
  readonly hasClientCalls: boolean;
}

/** Plugins whose function has another name than the folder. */
const functionNames: Readonly<Record<string, string>> = { native: "nativeApps" };

/** Every plugin: a folder with generated calls of its own. */
export const pluginFolders: readonly PluginFolder[] = routeFolders(root)
  .filter((folder) => !folder.startsWith("packages/core/"))
  .map((folder) => {
    const inside = basename(folder) === "src" ? [] : [basename(folder)];
    const name = `@keyhold/${folder.split("/")[1]}`;
    return {
      folder,
      package: name,
      entry: [name, ...inside].join("/"),
      name: functionNames[inside[0] ?? basename(dirname(folder))] ?? camelCase(inside[0] ?? basename(dirname(folder))),
      hasClientCalls: existsSync(join(root, folder, "client-routes.ts")),
    };
  });

interface Written {
  readonly endpoints?: object;
}

const withCalls: readonly (PluginFolder & Written)[] = (
  await Promise.all(
    pluginFolders.map(async (plugin): Promise<PluginFolder & Written> => {
      const written: Written = await import(join(root, plugin.folder, "endpoints.ts"));
      return { ...plugin, ...written };
    }),
  )
).filter(({ endpoints }) => endpoints !== undefined);

/** The packages with such plugins. */
export const pluginPackages: readonly string[] = [...new Set(withCalls.map((plugin) => plugin.package))];

const list = (names: readonly string[]): string => names.map((name) => `${name}({} as never)`).join(", ");

/** Two modules of an app, by their paths: a server and a web app with every plugin. No process runs them. */
export const everyPluginModules: Readonly<Record<string, string>> = {
  "server/every-plugin.ts": `\
import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
${withCalls.map(({ name, entry }) => `import { ${name} } from "${entry}";\n`).join("")}
export const { api } = createAuth({ database: memory(), secret: "of this test", baseURL: "http://localhost:3000", plugins: [${list(withCalls.map(({ name }) => name))}] });
`,
  "web/every-plugin.ts": `\
import { accountLists, createAuthClient } from "@keyhold/react";
${withCalls
  .filter((plugin) => plugin.hasClientCalls)
  .map((plugin) => `import { ${plugin.name}Client } from "${plugin.package}/client";\n`)
  .join("")}
export const authClient = createAuthClient({ plugins: [accountLists(), ${withCalls
    .filter((plugin) => plugin.hasClientCalls)
    .map((plugin) => `${plugin.name}Client()`)
    .join(", ")}] });
`,
};

export const everyPlugin: readonly Exported[] = [
  { file: "server/every-plugin.ts", name: "api" },
  { file: "web/every-plugin.ts", name: "authClient" },
];

const isEndpoint = (value: object): value is AnyEndpoint => "doc" in value && typeof value.doc === "string";

/** The `doc` of every endpoint in a tree, by the name of its call, e.g. "signIn.email". */
export function docsOf(tree: object, here = ""): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, value]): readonly (readonly [string, string])[] =>
    isEndpoint(value) ? [[here + key, value.doc]] : docsOf(value, `${here}${key}.`),
  );
}

/** The `doc` of every endpoint of every plugin. */
export const pluginDocs: readonly (readonly [string, string])[] = withCalls.flatMap(({ endpoints = {} }) =>
  docsOf(endpoints),
);
