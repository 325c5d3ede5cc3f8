import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Choices } from "../choices.js";
import type { Project } from "../project.js";
import type { Template } from "../template.js";
import type { Environment } from "./auth.js";

/** How an app of SvelteKit reads .env: during development `process.env` does not have it. */
export interface SvelteVariables extends Pick<Template, "files" | "steps"> {
  readonly environment: Environment;
}

export const svelteVariables = (project: Project, choices: Choices): SvelteVariables =>
  majorOf(project.dependencies["@sveltejs/kit"]) < 3
    ? { environment: environmentOf('{ env } from "$env/dynamic/private"', "$app/environment"), files: {}, steps: [] }
    : {
        environment: environmentOf('* as env from "$app/env/private"', "$app/env"),
        ...declaredVariables(project, choices),
      };

const environmentOf = (env: string, app: string): Environment => ({
  variables: { code: "env", imports: [`import ${env};`] },
  mail: { code: "dev ? consoleMail() : undefined", imports: [`import { dev } from "${app}";`] },
});

/** The major of a range. A tag such as "latest" is newer than each number. */
const majorOf = (range = "latest"): number => Number(/\d+/.exec(range)?.[0] ?? Number.POSITIVE_INFINITY);

/** SvelteKit 3 passes on the variables that this file declares. An app's own one is left to the developer. */
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
