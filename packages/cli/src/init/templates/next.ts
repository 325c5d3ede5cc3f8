import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { Failure } from "../../terminal/failure.js";
import type { Choices } from "../choices.js";
import type { Project } from "../project.js";
import type { Template } from "../template.js";
import { authModule } from "./auth.js";
import { nextScreens } from "./next-screens.js";
import { reactClient, screenOptions, screenPackages } from "./react-screens.js";

/** Next.js with the App Router: the config, the routes, and the pages of the screens. */
export function nextTemplate(project: Project, choices: Choices): Template {
  const source = sourceFolder(project.folder);
  const ts = choices.isTypeScript ? "ts" : "js";
  const { screens: set } = choices;
  const { imports, options } = screenOptions(set);
  const auth = authModule(project, choices, {
    folder: posix.join(source, "lib"),
    isBundled: true,
    imports: ['import { toNext, waitUntil } from "@keyhold/next";', ...imports],
    options: ["waitUntil, // sends emails after the answer", ...options],
    after: "export const { routes, session, actions, register } = toNext(auth);",
  });
  const screens = Object.entries(nextScreens(choices));
  return {
    files: {
      ...auth.files,
      [posix.join(source, `lib/auth-client.${ts}`)]: reactClient(set),
      [posix.join(source, `instrumentation.${ts}`)]: instrumentation,
      [posix.join(source, `app/api/auth/[...all]/route.${ts}`)]: route,
      ...Object.fromEntries(screens.map(([path, text]) => [posix.join(source, "app", path), text])),
    },
    scripts: {},
    dependencies: [...auth.dependencies, "@keyhold/next", ...screenPackages(set)],
    devDependencies: auth.devDependencies,
    migrate: auth.migrate,
    afterChange: auth.afterChange,
    page: "/sign-in",
    start: "dev",
    steps: auth.steps,
  };
}

function sourceFolder(folder: string): string {
  if (existsSync(join(folder, "src/app"))) return "src";
  if (existsSync(join(folder, "app"))) return "";
  throw new Failure(
    "This app of Next.js has no folder app or src/app.",
    "Make the folder for the App Router first. For the Pages Router, mount the routes by hand: https://github.com/keyhold/keyhold/blob/main/docs/frameworks.md#any-other-framework",
  );
}

const instrumentation = `export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") await (await import("./lib/auth")).register();
}
`;

const route = `import { routes } from "../../../../lib/auth";

export const { GET, POST } = routes;
`;
