import type { Choices } from "../choices.js";
import { type ScreenPage, screenLayout, screenPages, screenStyles } from "./react-screens.js";

/** The routes of the auth with the pages of the screens, by their path below the folder `app`. */
export function reactRouterScreens({ isTypeScript, screens: set }: Choices): Readonly<Record<string, string>> {
  const [ts, tsx] = isTypeScript ? ["ts", "tsx"] : ["js", "jsx"];
  return {
    [`auth/routes.${ts}`]: routes(screenPages(set), tsx, ts),
    [`auth/api.${ts}`]: api(isTypeScript),
    [`auth/layout.${tsx}`]: layout(isTypeScript, screenLayout(set, isTypeScript ? "LinkProps" : null)),
    "auth/screens.css": screenStyles,
    ...Object.fromEntries(
      screenPages(set).map((page) => [`auth/${nameOf(page)}.${tsx}`, textOf(page, isTypeScript)] as const),
    ),
  };
}

/** Of the file: the name for /admin/users/… is "admin-users". */
const nameOf = ({ path }: ScreenPage): string => path.replaceAll("/", "-");

const patternOf = ({ path, parameter }: ScreenPage): string =>
  parameter === undefined ? path : `${path}/:${parameter.name}${parameter.isOptional ? "?" : ""}`;

const routes = (
  pages: readonly ScreenPage[],
  tsx: string,
  ts: string,
): string => `import { layout, route } from "@react-router/dev/routes";

export const authRoutes = [
  route("api/auth/*", "auth/api.${ts}"),
  layout("auth/layout.${tsx}", [
${pages.map((page) => `    route("${patternOf(page)}", "auth/${nameOf(page)}.${tsx}"),\n`).join("")}  ]),
];
`;

const api = (isTypeScript: boolean): string => `import { auth } from "../lib/auth";
${isTypeScript ? 'import type { Route } from "./+types/api";\n' : ""}
const handle = ({ request }${isTypeScript ? ": Route.LoaderArgs | Route.ActionArgs" : ""}) => auth.handler(request);

export { handle as action, handle as loader };
`;

const layout = (
  isTypeScript: boolean,
  { imports, header, end }: ReturnType<typeof screenLayout>,
): string => `import { SessionProvider } from "@keyhold/react/session-provider";
${imports}
import { Link, Outlet, useLocation, useNavigate } from "react-router";
import { auth } from "../lib/auth";
import { authClient, useStepUp } from "../lib/auth-client";
${isTypeScript ? 'import type { Route } from "./+types/layout";\n' : ""}import "@keyhold/react-ui/styles.css";
import "./screens.css";

export const meta = () => [{ title: "Account" }];

// In the HTML, so that the browser asks for neither.
export async function loader({ request }${isTypeScript ? ": Route.LoaderArgs" : ""}) {
  const [session, options] = await Promise.all([auth.session(request), auth.api.publicOptions()]);
  return { session, options };
}

const paths = { home: "/account" }; // the page after a sign-in

const ScreenLink = ({ href, ...rest }${isTypeScript ? ": LinkProps" : ""}) => <Link to={href} {...rest} />;

export default function Layout({ loaderData: { session, options } }${isTypeScript ? ": Route.ComponentProps" : ""}) {
  return (
    <SessionProvider session={session}>
      <AuthUI
        client={authClient}
        options={options}
        stepUp={useStepUp}
        paths={paths}
        link={ScreenLink}
        search={useLocation().search}
        navigate={useNavigate()}
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

function textOf(page: ScreenPage, isTypeScript: boolean): string {
  const { component, parameter } = page;
  const head = `import { ${component} } from "@keyhold/react-ui";\n`;
  if (parameter === undefined) return `${head}\nexport default function Page() {\n  return <${component} />;\n}\n`;
  const types = isTypeScript ? `import type { Route } from "./+types/${nameOf(page)}";\n` : "";
  return `${head}${types}
export default function Page({ params }${isTypeScript ? ": Route.ComponentProps" : ""}) {
  return <${component} ${parameter.property}={params.${parameter.name}} />;
}
`;
}
