import type { Choices } from "../choices.js";
import { type ScreenPage, screenLayout, screenPages, screenStyles } from "./react-screens.js";

/** The routes of the auth with the pages of the screens, by their path below the folder `src`. */
export function tanstackScreens({ isTypeScript, screens: set }: Choices): Readonly<Record<string, string>> {
  const [ts, tsx] = isTypeScript ? ["ts", "tsx"] : ["js", "jsx"];
  return {
    [`lib/session.${ts}`]: session,
    [`routes/api/auth/$.${ts}`]: api,
    [`routes/_auth.${tsx}`]: layout(isTypeScript, screenLayout(set, isTypeScript ? "LinkProps" : null)),
    "components/screens.css": screenStyles,
    ...Object.fromEntries(
      idsOf(screenPages(set)).map(([id, page]) => [`routes/_auth/${fileOf(id)}.${tsx}`, textOf(id, page)] as const),
    ),
  };
}

/**
 * The path of each page as a route. A path above another path would be a layout: the route of the page is the index.
 */
const idsOf = (pages: readonly ScreenPage[]): readonly (readonly [id: string, page: ScreenPage])[] =>
  pages.map((page) => {
    const { path, parameter } = page;
    if (parameter !== undefined)
      return [`${path}/${parameter.isOptional ? `{-$${parameter.name}}` : `$${parameter.name}`}`, page];
    const isAbove = pages.some((other) => other.path.startsWith(`${path}/`));
    return [isAbove ? `${path}/` : path, page];
  });

const fileOf = (id: string): string => id.replace(/\/$/, "/index").replaceAll("/", ".");

const session = `import { toSession } from "@keyhold/tanstack-start";
import { createServerFn } from "@tanstack/react-start";
import { auth } from "./auth";

const session = toSession(auth);

/** The session and user of the request, or null. */
export const getSession = createServerFn().handler(() => session());

/** The session, and what the server offers, for the screens. Not strict: what plugins offer is JSON of unknown types. */
export const getScreens = createServerFn({ strict: false }).handler(async () => ({
  session: await session(),
  options: await auth.api.publicOptions(),
}));
`;

const api = `import { toRouteHandlers } from "@keyhold/tanstack-start";
import { createFileRoute } from "@tanstack/react-router";
import { auth } from "../../../lib/auth";

export const Route = createFileRoute("/api/auth/$")({ server: { handlers: toRouteHandlers(auth) } });
`;

const layout = (
  isTypeScript: boolean,
  { imports, header, end }: ReturnType<typeof screenLayout>,
): string => `import { SessionProvider } from "@keyhold/react/session-provider";
${imports}
import screens from "@keyhold/react-ui/styles.css?url";
import { createFileRoute, Link, Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import styles from "../components/screens.css?url";
import { authClient, useStepUp } from "../lib/auth-client";
import { getScreens } from "../lib/session";

export const Route = createFileRoute("/_auth")({
  // In the HTML, so that the browser asks for neither.
  loader: () => getScreens(),
  head: () => ({
    meta: [{ title: "Account" }],
    links: [screens, styles].map((href) => ({ rel: "stylesheet", href })),
  }),
  component: Layout,
});

const paths = { home: "/account" }; // the page after a sign-in

// \`href\` has a query, and replaces \`to\`. Without \`exact\`, a link to "/account" is also active at "/account/email".
const ScreenLink = (props${isTypeScript ? ": LinkProps" : ""}) => <Link to="." activeOptions={{ exact: true }} {...props} />;

function Layout() {
  const { session, options } = Route.useLoaderData();
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  return (
    <SessionProvider session={session}>
      <AuthUI
        client={authClient}
        options={options}
        stepUp={useStepUp}
        paths={paths}
        link={ScreenLink}
        search={search}
        navigate={async (url, { replace }) => {
          await router.navigate({ href: url, replace });
          await router.invalidate(); // loaders read the session again
        }}
      >
        <header className="screens-header">
          <Link to="/">Home</Link>
          ${header.replaceAll("\n", "\n  ")}
        </header>
        <main className="screens">
          <Outlet />
        </main>${end.replaceAll("\n", "\n  ")}
      </AuthUI>
    </SessionProvider>
  );
}
`;

const textOf = (
  id: string,
  { component, parameter }: ScreenPage,
): string => `import { ${component} } from "@keyhold/react-ui";
import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_auth/${id}")({ component: Page });

function Page() {
  return <${component}${parameter === undefined ? "" : ` ${parameter.property}={Route.useParams().${parameter.name}}`} />;
}
`;
