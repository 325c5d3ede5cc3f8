import type { Locator, Page } from "playwright-core";
import { type At, call, createOrganization, createPerson, signInAs } from "../every-plugin.ts";

/** A page of an app with a single screen, as sent to users. */
export interface MeasuredScreen {
  readonly path: string;
  /** The screen, with `section` and `id` of the path. */
  readonly markup: string;
  /** The plugins of the page's client: their imports, and their calls. */
  readonly plugins: Readonly<Record<string, string>>;
  /** Whether the HTML has the screen already, and the options. */
  readonly isRendered?: boolean;
  /** Signs a user in, and writes what the screen shows. */
  prepare(at: At): Promise<void>;
  /** Text of the screen after all answers. */
  readonly shown: string;
  /** A button or a link that changes the screen. */
  readonly pressed: (page: Page) => Locator;
  /** Text of the screen after the press, and after the answers that the press needs. */
  readonly shownAfter: string;
}

const options = { publicOptionsClient: "@keyhold/public-options/client" };
const waysToSignIn = {
  ...options,
  usernameClient: "@keyhold/username/client",
  socialClient: "@keyhold/social/client",
  passkeyClient: "@keyhold/passkey/client",
  twoFactorClient: "@keyhold/two-factor/client",
};

const signIn: MeasuredScreen = {
  path: "/sign-in",
  markup: "<SignIn />",
  plugins: waysToSignIn,
  prepare: async () => {},
  shown: "Create an account",
  pressed: (page) => page.getByRole("button", { name: "Sign in", exact: true }),
  shownAfter: "Enter your password.",
};

/** The measured screens, by the first column of docs/react-ui/speed.md. */
export const measuredScreens: Readonly<Record<string, MeasuredScreen>> = {
  "`SignIn`": signIn,
  "`SignIn` in the HTML of a server": { ...signIn, path: "/rendered/sign-in", isRendered: true },
  "`AccountSettings`": {
    path: "/account",
    markup: "<AccountSettings section={section} />",
    plugins: { ...waysToSignIn, accountLists: "@keyhold/react" },
    prepare: async (at) => void (await signInAs(at, await createPerson())),
    shown: "With all of its data",
    pressed: (page) => page.getByRole("link", { name: /^Profile/ }).last(),
    shownAfter: "Shorter to type when you sign in.",
  },
  "`OrganizationSettings`": {
    path: "/organization",
    markup: "<OrganizationSettings section={section} />",
    plugins: {
      ...options,
      organizationClient: "@keyhold/organization/client",
      teamsClient: "@keyhold/organization/client",
    },
    async prepare(at) {
      await signInAs(at, await createPerson());
      const { id: organizationId } = await createOrganization(at);
      await call(at, "/organization/invite-member", { email: "guest@example.com", role: "member", organizationId });
    },
    shown: "Its name, its logo, leave or delete it",
    pressed: (page) => page.getByRole("link", { name: /^Members/ }).last(),
    shownAfter: "Invite a member",
  },
  "`AdminUsers`": {
    path: "/admin",
    markup: "<AdminUsers userId={id} />",
    plugins: { ...options, adminClient: "@keyhold/admin/client" },
    async prepare(at) {
      for (let count = 0; count < 20; count += 1) await createPerson();
      await signInAs(at, await createPerson({ role: "admin" }));
    },
    shown: "The first 20.",
    pressed: (page) => page.getByRole("link", { name: /^Ada/ }).first(),
    shownAfter: "Since",
  },
};
