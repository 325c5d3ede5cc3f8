import type { Screens } from "../choices.js";

/** A page of @keyhold/react-ui: the path in the app, and the component. */
export interface ScreenPage {
  readonly path: string;
  readonly component: string;
  /** The last part of the URL, e.g. "email" of /account/email, and the property that gets this part. */
  readonly parameter?: { readonly name: string; readonly property: string; readonly isOptional: boolean };
}

const section = { name: "section", property: "section", isOptional: true };

const pages: readonly ScreenPage[] = [
  { path: "sign-in", component: "SignIn" },
  { path: "sign-up", component: "SignUp" },
  { path: "forgot-password", component: "ForgotPassword" },
  { path: "reset-password", component: "ResetPassword" },
  { path: "verify-email", component: "VerifyEmail" },
  { path: "account", component: "AccountSettings", parameter: section },
];

const furtherPages: readonly ScreenPage[] = [
  { path: "account-deleted", component: "AccountDeleted" },
  { path: "two-factor", component: "TwoFactor" },
  { path: "accept-invitation", component: "AcceptInvitation" },
  { path: "organizations", component: "OrganizationList" },
  { path: "organizations/new", component: "CreateOrganization" },
  { path: "organization", component: "OrganizationSettings", parameter: section },
  { path: "admin", component: "AdminUsers" },
  {
    path: "admin/users",
    component: "AdminUsers",
    parameter: { name: "id", property: "userId", isOptional: false },
  },
];

/** The pages of every auth with passwords, or of all plugins with screens. */
export const screenPages = (screens: Screens): readonly ScreenPage[] =>
  screens === "all" ? [...pages, ...furtherPages] : pages;

/** The plugins with screens: the package, the function of the server, and the function of the client. */
const plugins = [
  ["two-factor", "twoFactor", "twoFactorClient"],
  ["passkey", "passkey", "passkeyClient"],
  ["organization", "organization", "organizationClient"],
  ["admin", "admin", "adminClient"],
] as const;

const pluginsOf = (screens: Screens): typeof plugins | readonly [] => (screens === "all" ? plugins : []);

/** The packages of the screens. */
export const screenPackages = (screens: Screens): readonly string[] => [
  "@keyhold/public-options",
  "@keyhold/react",
  "@keyhold/react-ui",
  ...pluginsOf(screens).map(([name]) => `@keyhold/${name}`),
];

/** What the config needs, so that the screens know what the server offers. */
export function screenOptions(screens: Screens): Readonly<Record<"imports" | "options", readonly string[]>> {
  const further = pluginsOf(screens);
  const calls = ["publicOptions", ...further.map(([, plugin]) => plugin)].map((name) => `${name}()`);
  return {
    imports: [
      'import { publicOptions } from "@keyhold/public-options";',
      ...further.map(([name, plugin]) => `import { ${plugin} } from "@keyhold/${name}";`),
    ],
    options: [
      ...(screens === "all" ? ["user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },"] : []),
      further.length === 0
        ? `plugins: [${calls}], // tells the screens what is offered`
        : `plugins: [${calls.join(", ")}],`,
    ],
  };
}

/** The client of the browser: calls with types, the session, and the dialog for dangerous changes. */
export function reactClient(screens: Screens): string {
  const further = pluginsOf(screens);
  const imports = further.map(([name, , client]) => `import { ${client} } from "@keyhold/${name}/client";\n`).join("");
  const calls = [...further.map(([, , client]) => `${client}()`), "accountLists()"];
  const members =
    calls.length === 1
      ? ` onStepUp, plugins: [${calls}] `
      : `\n  onStepUp,\n  plugins: [\n${calls.map((call) => `    ${call},\n`).join("")}  ],\n`;
  return `${imports}import { accountLists, createAuthClient, createStepUp } from "@keyhold/react";

const { onStepUp, useStepUp } = createStepUp();

export { useStepUp };

export const authClient = createAuthClient({${members}});
`;
}

/** What the layout of the screens imports from @keyhold/react-ui, and has in the header and below the screen. */
export function screenLayout(
  screens: Screens,
  type: string | null,
): Readonly<Record<"imports" | "header" | "end", string>> {
  const isAll = screens === "all";
  const names = [
    "AuthUI",
    ...(type === null ? [] : [`type ${type}`]),
    ...(isAll ? ["ImpersonationBar", "OrganizationSwitcher"] : []),
    "UserButton",
  ];
  return {
    imports: `import { ${names.join(", ")} } from "@keyhold/react-ui";`,
    header: isAll ? "<OrganizationSwitcher />\n        <UserButton />" : "<UserButton />",
    end: isAll ? "\n      <ImpersonationBar />" : "",
  };
}

/** The styles around the screens. */
export const screenStyles = `/* The screens are light or dark as the user's system is. */
:root {
  color-scheme: light dark;
}

.screens-header {
  display: flex;
  gap: 1rem;
  align-items: center;
  justify-content: space-between;
  min-height: 4rem;
  padding: 0 1.5rem;
}

.screens-header > :first-child {
  margin-inline-end: auto;
}

.screens {
  padding: 3rem 1rem;
}
`;
