import { type Added, addImports, addMembers, addTo } from "../add-to.js";
import type { Choices } from "../choices.js";
import type { Project } from "../project.js";
import type { Template } from "../template.js";
import { astroFiles } from "./astro-files.js";
import { authModule, type Environment } from "./auth.js";

/** Only Astro's bundler knows whether a server is for development. */
const environment: Environment = {
  variables: { code: "process.env", imports: [] },
  mail: { code: "import.meta.env.DEV ? consoleMail() : undefined", imports: [] },
};

/** Astro: the config, the server in astro.config, the routes, the middleware, and the page /sign-in. */
export function astroTemplate(project: Project, choices: Choices): Template {
  const { path: _, ...auth } = authModule(project, choices, { folder: "src/lib", isBundled: true, environment });
  const server = addServer(project.folder);
  return {
    ...auth,
    files: { ...auth.files, ...server.files, ...astroFiles(choices.isTypeScript) },
    added: server.added,
    scripts: {},
    dependencies: [...auth.dependencies, "@astrojs/node"],
    // The config reads process.env.
    devDependencies: [...auth.devDependencies, ...(choices.isTypeScript ? ["@types/node"] : [])],
    steps: [...auth.steps, ...server.steps],
    origin: "http://localhost:4321",
    start: "dev",
    page: "/sign-in",
  };
}

const addServer = (folder: string): Added =>
  addTo(folder, {
    paths: ["astro.config.mjs", "astro.config.ts", "astro.config.js", "astro.config.mts"],
    add: withServer,
    step: "Give astro.config an adapter, and .env to `astro dev`: https://github.com/keyhold/keyhold/blob/main/docs/frameworks/astro.md",
  });

/** What the config of an app has already, e.g. another adapter, stays unchanged. */
export function withServer(text: string): string | null {
  const hasAdapter = /\badapter:/.test(text);
  const members = [
    ...(/\boutput:/.test(text) ? [] : ['output: "server"']),
    ...(hasAdapter ? [] : ['adapter: node({ mode: "standalone" })']),
  ];
  const withMembers = members.length === 0 ? text : addMembers(text, "defineConfig", members);
  if (withMembers === null) return null;
  const loads = text.includes("loadEnvFile");
  const imports = [
    ...(hasAdapter ? [] : ['import node from "@astrojs/node";']),
    ...(loads ? [] : ['import { existsSync } from "node:fs";']),
  ];
  const withImports = imports.length === 0 ? withMembers : addImports(withMembers, imports);
  return loads ? withImports : withImports.replace(/^export default /m, (start) => loading + start);
}

const loading = `// For \`astro dev\`: Astro itself does not put .env into process.env.
if (existsSync(".env")) process.loadEnvFile();

`;
