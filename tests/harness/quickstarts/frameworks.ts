import { expect } from "vitest";
import type { NewApp } from "../new-app.ts";
import type { AppPage } from "../runtimes/steps.ts";

/** A page, and what it does not say. */
export interface Framework {
  readonly name: string;
  readonly page: string;
  /** The app that the framework's own command creates: a folder of tests/fixtures/quickstarts. Null: an empty folder. */
  readonly fixture: string | null;
  /** The framework's own command, in place of a fixture: its newest version, with its defaults. */
  readonly create?: string;
  /** Makes the fixture an app of another major. */
  readonly change?: (app: NewApp) => void;
  /** The code of the page for the app's major, if it differs from the page's code. */
  readonly adapt?: (code: string, app: NewApp) => string;
  /** Words for the command of development, with its port. */
  readonly devFlags?: string;
  /** The page that reads the session on the server. */
  readonly readsSession: AppPage;
  /** A further page for users only, whose request prints no error. */
  readonly forUsers?: AppPage;
  /** The page with the form. Default: "/". */
  readonly startPage?: string;
  /** The forms work without JavaScript. */
  readonly hasForms: boolean;
  /** The pages are the screens of @keyhold/react-ui. */
  readonly hasScreens?: boolean;
  /** Its server of development finds packages at the first visit, and then reloads the page. */
  readonly reloadsFirst?: boolean;
  readonly types: string;
  /** The command of production, if it is another one than the page's. */
  readonly start?: (command: string) => string;
  /** The files of the page are what `keyhold init` writes for the framework. */
  readonly isWrittenByInit?: boolean;
  /** Further variables of production. */
  readonly env?: (url: string) => Readonly<Record<string, string>>;
  /** Headers that its server of production needs from a proxy before it. */
  readonly proxyHeaders?: Readonly<Record<string, string>>;
}

/** The page of `init` for servers without a bundler. */
const hello: AppPage = { path: "/api/hello", signedIn: "Hello Ada", signedOut: "Sign in first", status: 401 };

/** The screen of an account, which a server renders. */
const accountScreen: AppPage = {
  path: "/account",
  signedIn: expect.stringContaining("Welcome, Ada"),
  signedOut: expect.stringContaining("kh-waiting"),
  status: 200,
};

/** A server component that reads the session, and redirects without one: in the HTML, whose beginning is sent already. */
const ordersPage: AppPage = {
  path: "/orders",
  signedIn: expect.stringMatching(/Orders of (<!-- -->)?Ada/),
  signedOut: expect.stringContaining("/sign-in?redirect=/orders"),
  status: 200,
};

const server = (name: string, page: string, isWrittenByInit: boolean): Framework => ({
  name,
  page: `docs/frameworks/${page}.md`,
  fixture: null,
  readsSession: hello,
  hasForms: false,
  types: "npx tsc",
  isWrittenByInit,
});

/** A framework whose server renders the page with the forms. */
function withForms(name: string, page: string, more: Pick<Framework, "types"> & Partial<Framework>): Framework {
  const signedIn = expect.stringMatching(/Hello (<!-- -->)?Ada</);
  const signedOut = expect.stringContaining("Create an account");
  const readsSession = { path: more.startPage ?? "/", signedIn, signedOut, status: 200 };
  return { name, page: `docs/frameworks/${page}.md`, fixture: page, readsSession, hasForms: true, ...more };
}

/** The screens of @keyhold/react-ui, and a further page of forms without JavaScript. */
const withScreens = {
  devFlags: "-- --port PORT",
  readsSession: accountScreen,
  startPage: "/plain",
  hasScreens: true,
  isWrittenByInit: true,
};

const sveltekit = {
  devFlags: "-- --port PORT",
  types: "npm run check",
  startPage: "/sign-in",
  isWrittenByInit: true,
  env: (url: string) => ({ ORIGIN: new URL(url).origin }),
};

const noFonts = 'const Geist = (_: object) => ({ variable: "" });\nconst Geist_Mono = Geist;';

/** Changes the versions of packages in the app's manifest. */
function setVersions(app: NewApp, version: string, packages: readonly string[]): void {
  for (const name of packages) {
    const present = new RegExp(`"${name}": ".*?"`).exec(app.read("package.json"))?.[0] ?? name;
    app.edit("package.json", present, `"${name}": "${version}"`);
  }
}

/** The tests of each framework: the file in which its page is tried. */
const inCI = {
  servers: ["Express 5", "Fastify 5"],
  built: ["SvelteKit"],
};

/** The frameworks of a test file. Frameworks without a run in CI are scheduled. */
export const frameworksOf = (file: keyof typeof inCI | "scheduled"): readonly Framework[] =>
  frameworks.filter(({ name }) =>
    file === "scheduled" ? !Object.values(inCI).flat().includes(name) : inCI[file].includes(name),
  );

export const frameworks: readonly Framework[] = [
  server("Node without a framework", "node", true),
  server("Express 5", "express", true),
  server("Hono 4", "hono", true),
  server("Fastify 5", "fastify", true),
  server("Koa 3", "koa", false),
  server("h3 2", "h3", false),
  server("Elysia 1", "elysia", false),
  {
    name: "NestJS 12",
    page: "docs/frameworks/nest.md",
    fixture: "nest",
    readsSession: { ...hello, signedOut: { message: "Sign in first" } },
    hasForms: false,
    types: "npx tsc --noEmit",
  },
  {
    name: "Next.js 16",
    page: "docs/frameworks/next.md",
    fixture: null,
    create: "npx --yes create-next-app@latest . --yes --skip-install --disable-git",
    change: (app) =>
      // Its fonts are downloaded by the build, and a test has no network.
      app.edit(
        "app/layout.tsx",
        /^import .*"next\/font\/google";$/m.exec(app.read("app/layout.tsx"))?.[0] ?? "",
        noFonts,
      ),
    readsSession: accountScreen,
    forUsers: ordersPage,
    hasForms: false,
    hasScreens: true,
    types: "npx tsc",
    isWrittenByInit: true,
  },
  withForms("SvelteKit", "sveltekit", {
    ...sveltekit,
    fixture: null,
    create: "npx --yes sv create . --template minimal --types ts --no-install --add sveltekit-adapter=adapter:node",
    // As the page says.
    adapt: (code, app) =>
      /"@sveltejs\/kit": "\^2/.test(app.read("package.json")) ? code.replace('"$app/env"', '"$app/environment"') : code,
  }),
  withForms("SvelteKit 3", "sveltekit", {
    ...sveltekit,
    env: () => ({ PROTOCOL_HEADER: "x-forwarded-proto" }),
    proxyHeaders: { "x-forwarded-proto": "http" },
    change(app) {
      setVersions(app, "^3.2.0", ["@sveltejs/kit"]);
      setVersions(app, "^6.0.1", ["@sveltejs/adapter-node"]);
      app.edit("tsconfig.json", '"./.svelte-kit/tsconfig.json"', '"$app/tsconfig", "include": ["src", "*"]');
    },
  }),
  withForms("TanStack Start 1", "tanstack-start", {
    ...withScreens,
    fixture: null,
    create:
      "npx --yes @tanstack/cli@latest create my-app --target-dir . --force --yes --no-install --no-git --no-intent",
    change: (app) => app.edit("src/styles.css", /^@import url.*$/m.exec(app.read("src/styles.css"))?.[0] ?? "", ""),
    types: "npx tsc --noEmit",
    // An app with the defaults of the command has no other server.
    start: () => "npm run preview -- --port PORT --strictPort",
  }),
  withForms("React Router 8", "react-router", { ...withScreens, reloadsFirst: true, types: "npm run typecheck" }),
  withForms("React Router 7", "react-router", {
    ...withScreens,
    reloadsFirst: true,
    types: "npm run typecheck",
    change: (app) =>
      setVersions(app, "7.18.4", ["react-router", "@react-router/dev", "@react-router/node", "@react-router/serve"]),
    // As the page says.
    start: (command) => command.replace("bin.cjs", "bin.js"),
  }),
  withForms("Nuxt 4", "nuxt", {
    devFlags: "-- --port PORT",
    hasForms: false,
    types: "npx nuxt typecheck",
    startPage: "/sign-in",
    isWrittenByInit: true,
  }),
  withForms("Astro 7", "astro", {
    devFlags: "-- --port PORT",
    types: "npx astro check",
    startPage: "/sign-in",
    isWrittenByInit: true,
  }),
];
