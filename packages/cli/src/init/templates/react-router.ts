import { type Added, addImports, addTo } from "../add-to.js";
import type { Choices } from "../choices.js";
import type { Project } from "../project.js";
import type { Template } from "../template.js";
import { authModule } from "./auth.js";
import { reactRouterScreens } from "./react-router-screens.js";
import { reactClient, screenOptions, screenPackages } from "./react-screens.js";

/** React Router in framework mode: the config, the routes, and the pages of the screens. */
export function reactRouterTemplate(project: Project, choices: Choices): Template {
  const { path: _, ...auth } = authModule(project, choices, {
    folder: "app/lib",
    isBundled: true,
    ...screenOptions(choices.screens),
  });
  const ts = choices.isTypeScript ? "ts" : "js";
  const routes = addRoutes(project.folder);
  const screens = Object.entries(reactRouterScreens(choices));
  return {
    ...auth,
    files: {
      ...auth.files,
      [`app/lib/auth-client.${ts}`]: reactClient(choices.screens),
      ...routes.files,
      ...Object.fromEntries(screens.map(([path, text]) => [`app/${path}`, text])),
    },
    added: routes.added,
    scripts: {},
    dependencies: [...auth.dependencies, ...screenPackages(choices.screens)],
    // The config reads process.env.
    devDependencies: [...auth.devDependencies, ...(choices.isTypeScript ? ["@types/node"] : [])],
    steps: [...auth.steps, ...routes.steps],
    origin: "http://localhost:5173",
    start: "dev",
    page: "/sign-in",
  };
}

const addRoutes = (folder: string): Added =>
  addTo(folder, {
    paths: ["app/routes.ts", "app/routes.js"],
    add: withRoutes,
    step: 'Add the routes of app/auth/routes.ts to app/routes.ts: `import { authRoutes } from "./auth/routes";` and `...authRoutes`.',
  });

/** The routes of an app, with the auth's routes at the end of the list. */
export function withRoutes(text: string): string | null {
  if (text.includes("authRoutes")) return text;
  const start = /export default \[/.exec(text);
  if (start === null) return null;
  const from = start.index + start[0].length;
  const end = endOfList(text, from);
  const members = text.slice(from, end).replace(/,?\s*$/, "");
  const all = members.includes("\n")
    ? `${members},\n  ...authRoutes,\n`
    : [members, "...authRoutes"].filter(Boolean).join(", ");
  return addImports(text.slice(0, from) + all + text.slice(end), ['import { authRoutes } from "./auth/routes";']);
}

/** The position of the bracket that closes a list. */
function endOfList(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "[") depth++;
    if (text[at] === "]") depth--;
    if (depth === 0) return at;
  }
  return text.length;
}
