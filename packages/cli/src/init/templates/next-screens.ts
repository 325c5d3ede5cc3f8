import { screenPages } from "./react-screens.js";

/** The pages of the screens in the App Router, by their path below the folder `app`. */
export function nextScreens(isTypeScript: boolean): Readonly<Record<string, string>> {
  const tsx = isTypeScript ? "tsx" : "jsx";
  return {
    [`(auth)/layout.${tsx}`]: layout(isTypeScript),
    [`(auth)/screens.${tsx}`]: screens(isTypeScript),
    "(auth)/screens.css": styles,
    ...Object.fromEntries(
      screenPages.map(({ path, component }) => [`(auth)/${path}/page.${tsx}`, page(component)] as const),
    ),
    [`(auth)/account/[[...section]]/page.${tsx}`]: account(isTypeScript),
  };
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

const screens = (isTypeScript: boolean): string => `"use client";

import { AuthUI${isTypeScript ? ", type AuthUIProps" : ""}, UserButton } from "@keyhold/react-ui";
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
        <UserButton />
      </header>
      <main className="screens">{children}</main>
    </AuthUI>
  );
}
`;

const styles = `/* The screens are light or dark as the user's system is. */
:root {
  color-scheme: light dark;
}

.screens-header {
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: 4rem;
  padding: 0 1.5rem;
}

.screens {
  padding: 3rem 1rem;
}
`;

const page = (component: string): string => `import { ${component} } from "@keyhold/react-ui";

export default function Page() {
  return <${component} />;
}
`;

const account = (isTypeScript: boolean): string => `import { AccountSettings } from "@keyhold/react-ui";

${isTypeScript ? "interface Props {\n  readonly params: Promise<{ readonly section?: readonly string[] }>;\n}\n\n" : ""}export default async function Page({ params }${isTypeScript ? ": Props" : ""}) {
  const [section] = (await params).section ?? [];
  return <AccountSettings section={section} />;
}
`;
