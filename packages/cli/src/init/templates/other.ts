import type { Choices } from "../choices.js";
import type { OtherFramework, Project } from "../project.js";
import type { Template } from "../template.js";
import { authModule } from "./auth.js";
import { pageFiles } from "./page.js";

/** Where the server code of a framework is, and the address of the development server. */
interface Place {
  readonly folder: string;
  readonly origin: string;
  /** The page about the framework, in docs/frameworks. */
  readonly page?: string;
}

const vite = "http://localhost:5173";
const usual = "http://localhost:3000";

const places: Readonly<Record<OtherFramework, Place>> = {
  Nest: { folder: "src", origin: usual, page: "nest" },
  Vite: { folder: "server", origin: vite },
};

const docs = "https://github.com/keyhold/keyhold/blob/main/docs";

/** The config and the tables, for a framework without a template for routes and page. */
export function otherTemplate(project: Project, choices: Choices, framework: OtherFramework): Template {
  const { folder, origin, page } = places[framework];
  const isBundled = framework !== "Nest";
  const { path, ...auth } = authModule(project, choices, { folder, isBundled });
  return {
    ...auth,
    // An app of Nest has no bundler for a client.
    files: { ...auth.files, ...(framework === "Nest" ? pageFiles : {}) },
    scripts: {},
    // The config reads process.env.
    devDependencies: [...auth.devDependencies, ...(choices.isTypeScript ? ["@types/node"] : [])],
    steps: [
      ...auth.steps,
      // A page says where the framework reads .env.
      ...(page === undefined
        ? [
            `Mount the routes of ${path} below /api/auth: there is no template for ${framework}. ${docs}/frameworks.md#any-other-framework`,
            `Load .env on the server: createAuth reads AUTH_SECRET and AUTH_URL from process.env.`,
          ]
        : [`Add the routes and a page with a form to ${framework}: ${docs}/frameworks/${page}.md`]),
    ],
    origin,
    start: "dev",
    page: null,
  };
}
