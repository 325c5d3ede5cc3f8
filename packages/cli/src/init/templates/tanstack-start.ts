import type { Choices } from "../choices.js";
import type { Project } from "../project.js";
import type { Template } from "../template.js";
import { authModule } from "./auth.js";
import { reactClient, screenOptions, screenPackages } from "./react-screens.js";
import { tanstackScreens } from "./tanstack-screens.js";

/** TanStack Start with React: the config, the routes, and the pages of the screens. */
export function tanstackTemplate(project: Project, choices: Choices): Template {
  const { path: _, ...auth } = authModule(project, choices, {
    folder: "src/lib",
    isBundled: true,
    ...screenOptions(choices.screens),
  });
  const ts = choices.isTypeScript ? "ts" : "js";
  const screens = Object.entries(tanstackScreens(choices));
  return {
    ...auth,
    files: {
      ...auth.files,
      [`src/lib/auth-client.${ts}`]: reactClient(choices.screens),
      ...Object.fromEntries(screens.map(([path, text]) => [`src/${path}`, text])),
    },
    scripts: {},
    dependencies: [...auth.dependencies, "@keyhold/tanstack-start", ...screenPackages(choices.screens)],
    // The config reads process.env.
    devDependencies: [...auth.devDependencies, ...(choices.isTypeScript ? ["@types/node"] : [])],
    start: "dev",
    page: "/sign-in",
  };
}
