import type { Choices } from "../choices.js";
import { type ScreenPage, screenLayout, screenPages, screenStyles } from "./react-screens.js";

/** The pages of the screens in the App Router, by their path below the folder `app`. */
export function nextScreens({ isTypeScript, screens: set }: Choices): Readonly<Record<string, string>> {
  const tsx = isTypeScript ? "tsx" : "jsx";
  return {
    [`(auth)/layout.${tsx}`]: layout(isTypeScript),
    [`(auth)/screens.${tsx}`]: screens(isTypeScript, screenLayout(set, isTypeScript ? "AuthUIProps" : null)),
    "(auth)/screens.css": screenStyles,
    ...Object.fromEntries(
      screenPages(set).map((page) => [`(auth)/${folderOf(page)}/page.${tsx}`, textOf(page, isTypeScript)] as const),
    ),
  };
}

function folderOf({ path, parameter }: ScreenPage): string {
  if (parameter === undefined) return path;
  return `${path}/${parameter.isOptional ? `[[...${parameter.name}]]` : `[${parameter.name}]`}`;
}

const layout = (isTypeScript: boolean): string => `import { OnRequest } from "@keyhold/next";
import { SessionProvider } from "@keyhold/react/session-provider";
import "@keyhold/react-ui/styles.css";
${isTypeScript ? 'import type { ReactNode } from "react";\n' : ""}import { auth, session } from "../../lib/auth";
import { Screens } from "./screens";
import "./screens.css";

export const metadata = { title: "Account" };

// In the HTML, so that the browser asks for neither.
const read = () => Promise.all([session(), auth.api.publicOptions()]);

export default function Layout({ children }${isTypeScript ? ": { readonly children: ReactNode }" : ""}) {
  return (
    <OnRequest read={read}>
      {([found, options]) => (
        <SessionProvider session={found}>
          <Screens options={options}>{children}</Screens>
        </SessionProvider>
      )}
    </OnRequest>
  );
}
`;

const screens = (
  isTypeScript: boolean,
  { imports, header, end }: ReturnType<typeof screenLayout>,
): string => `"use client";

${imports}
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { authClient, useStepUp } from "../../lib/auth-client";

const paths = { home: "/account" }; // the page after a sign-in

export function Screens({ options, children }${isTypeScript ? ': Pick<AuthUIProps, "options" | "children">' : ""}) {
  const router = useRouter();
  return (
    <AuthUI
      client={authClient}
      options={options}
      stepUp={useStepUp}
      paths={paths}
      link={Link}
      search={\`?\${useSearchParams()}\`}
      navigate={(url, { replace }) => {
        if (replace) router.replace(url);
        else router.push(url);
        router.refresh(); // server components read the session again
      }}
    >
      <header className="screens-header">
        <Link href="/">Home</Link>
        ${header}
      </header>
      <main className="screens">{children}</main>${end}
    </AuthUI>
  );
}
`;

function textOf({ component, parameter }: ScreenPage, isTypeScript: boolean): string {
  const head = `import { ${component} } from "@keyhold/react-ui";\n\n`;
  if (parameter === undefined) return `${head}export default function Page() {\n  return <${component} />;\n}\n`;
  const { name, property, isOptional } = parameter;
  const member = isOptional ? `${name}?: readonly string[]` : `${name}: string`;
  const props = isTypeScript ? `interface Props {\n  readonly params: Promise<{ readonly ${member} }>;\n}\n\n` : "";
  const value = isOptional ? `const [${name}] = (await params).${name} ?? [];` : `const { ${name} } = await params;`;
  return `${head}${props}export default async function Page({ params }${isTypeScript ? ": Props" : ""}) {
  ${value}
  return <${component} ${property}={${name}} />;
}
`;
}
