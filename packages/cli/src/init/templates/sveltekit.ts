import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Choices } from "../choices.js";
import type { Project } from "../project.js";
import type { Template } from "../template.js";
import { authModule, type Environment } from "./auth.js";
import { sveltePages } from "./sveltekit-pages.js";

const folder = "src/lib/server";

/** SvelteKit: the config, the handle for the routes, and the page /sign-in with form actions. */
export function svelteTemplate(project: Project, choices: Choices): Template {
  const { app, environment, files, steps } = svelteVariables(project, choices);
  const { path: _, ...auth } = authModule(project, choices, { folder, isBundled: true, environment });
  const ts = choices.isTypeScript ? "ts" : "js";
  return {
    ...auth,
    files: { ...auth.files, ...files, [`src/hooks.server.${ts}`]: hooks(app), ...sveltePages(choices.isTypeScript) },
    scripts: {},
    dependencies: [...auth.dependencies, "@keyhold/sveltekit"],
    steps: [...auth.steps, ...steps],
    origin: "http://localhost:5173",
    start: "dev",
    page: "/sign-in",
  };
}

const hooks = (app: string): string => `import { toHandle } from "@keyhold/sveltekit";
import { building } from "${app}";
import { auth } from "./lib/server/auth";

export const init = async () => {
  if (!building) await auth.ready();
};

export const handle = toHandle(auth);
`;

/** How an app reads .env: during development `process.env` does not have these variables. */
interface SvelteVariables extends Pick<Template, "files" | "steps"> {
  readonly environment: Environment;
  /** The module that knows whether a build runs. */
  readonly app: string;
}

function svelteVariables(project: Project, choices: Choices): SvelteVariables {
  const isOld = majorOf(project.dependencies["@sveltejs/kit"]) < 3;
  const [env, app] = isOld
    ? ['{ env } from "$env/dynamic/private"', "$app/environment"]
    : ['* as env from "$app/env/private"', "$app/env"];
  const declared = isOld ? { files: {}, steps: [] } : declaredVariables(project, choices);
  return { app, environment: environmentOf(env, app), ...declared };
}

const environmentOf = (env: string, app: string): Environment => ({
  variables: { code: "env", imports: [`import ${env};`] },
  mail: { code: "dev ? consoleMail() : undefined", imports: [`import { dev } from "${app}";`] },
});

/** The major of a range. A tag such as "latest" is newer than each number. */
const majorOf = (range = "latest"): number => Number(/\d+/.exec(range)?.[0] ?? Number.POSITIVE_INFINITY);

/** SvelteKit 3 passes on the variables that this file declares. An app's own file is left to the developer. */
function declaredVariables(
  { folder }: Project,
  { database, isTypeScript }: Choices,
): Pick<Template, "files" | "steps"> {
  const names = ["AUTH_SECRET", "AUTH_URL", ...(database === "sqlite" ? [] : ["DATABASE_URL"])];
  const path = isTypeScript ? "src/env.ts" : "src/env.js";
  if (existsSync(join(folder, path)))
    return { files: {}, steps: [`Declare ${names.join(", ")} in ${path}, each with \`schema: (value) => value\`.`] };
  const text = `import { defineEnvVars } from "@sveltejs/kit/env";

// Each may be missing in a build: auth.ready() names a missing one at the start.
const optional = (value${isTypeScript ? ": string | undefined" : ""}) => value;

export const variables = defineEnvVars({
${names.map((name) => `  ${name}: { schema: optional },\n`).join("")}});
`;
  return { files: { [path]: text }, steps: [] };
}
