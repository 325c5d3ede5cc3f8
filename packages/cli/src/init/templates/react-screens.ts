/** A page of @keyhold/react-ui: its path in the app, and its component. */
export interface ScreenPage {
  readonly path: string;
  readonly component: string;
}

/** The pages of every auth with passwords; the account, which has sections, has a page of its own. */
export const screenPages: readonly ScreenPage[] = [
  { path: "sign-in", component: "SignIn" },
  { path: "sign-up", component: "SignUp" },
  { path: "forgot-password", component: "ForgotPassword" },
  { path: "reset-password", component: "ResetPassword" },
  { path: "verify-email", component: "VerifyEmail" },
];

/** The packages of the screens. */
export const screenPackages: readonly string[] = ["@keyhold/public-options", "@keyhold/react", "@keyhold/react-ui"];

/** What the config needs, so that the screens know what the server offers. */
export const screenOptions = {
  imports: ['import { publicOptions } from "@keyhold/public-options";'],
  options: ["plugins: [publicOptions()], // tells the screens what is offered"],
} as const;

/** The client of the browser: calls with types, the session, and the dialog for dangerous changes. */
export const reactClient = `import { accountLists, createAuthClient, createStepUp } from "@keyhold/react";

const { onStepUp, useStepUp } = createStepUp();

export { useStepUp };

export const authClient = createAuthClient({ onStepUp, plugins: [accountLists()] });
`;
