import { linkIn } from "@keyhold/testing";
import type { Page } from "playwright-core";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import { type At, call, createOrganization, createPerson, enrol, signInAs } from "./every-plugin.js";
import { heading, newPerson } from "./pages.js";

/** What a user does from a page load on. */
export type Walk = () => Promise<void>;

/** Prepares a flow by calls of the browser, without a page; answers the flow. */
export type Flow = (at: At) => Promise<Walk>;

const signInTitle = "Sign in to Tea Shop";

/**
 * Follows a link by a click of a program: the browser counts all shifts of the layout afterwards. Those after an input of
 * the user do not count.
 */
async function follow(page: Page, link: string | RegExp, title: string): Promise<void> {
  await page
    .getByRole("link", { name: link, exact: true })
    .first()
    .evaluate((element) => (element as HTMLElement).click());
  await heading(page, title);
}

/** Opens a page, and follows the links of the navigation, each with the heading of its section. */
async function walk(page: Page, path: string, title: string, sections: readonly string[]): Promise<void> {
  await page.goto(path);
  await heading(page, title);
  for (const section of sections) {
    await follow(page, section, section);
    await page.locator(".kh-bones").waitFor({ state: "detached" });
  }
}

/** The path of the newest email's link. */
async function linkOf({ server }: At, email: string, kind: "reset-password" | "verify-email"): Promise<string> {
  return linkIn(await server.mailbox.waitFor(email, { kind })).href;
}

const signIn: Flow = async (at) => {
  const { page } = at;
  const { email, name, password } = await createPerson();
  return async () => {
    await page.goto("/sign-in");
    await heading(page, signInTitle);
    await typeInto(page, { "Email or username": email, Password: password });
    await heading(page, `Welcome, ${name}`);
  };
};

const signUp: Flow = async (at) => {
  const { page } = at;
  const { name, email, username, password } = newPerson();
  return async () => {
    await page.goto("/sign-up");
    await heading(page, "Create your Tea Shop account");
    await typeInto(page, { Name: name, Email: email, Username: username, Password: password });
    await heading(page, `Welcome, ${name}`);
  };
};

const forgottenPassword: Flow = async (at) => {
  const { page } = at;
  const { email } = await createPerson();
  return async () => {
    await page.goto("/forgot-password");
    await heading(page, "Forgot your password?");
    await typeInto(page, { Email: email });
    await heading(page, "Check your email");
  };
};

const resetByLink: Flow = async (at) => {
  const { page } = at;
  const { email } = await createPerson();
  await call(at, "/request-password-reset", { email, redirectTo: "/reset-password" });
  const link = await linkOf(at, email, "reset-password");
  return async () => {
    await page.goto(link);
    await heading(page, "Choose a new password");
    await typeInto(page, { "New password": "quite another password" });
    await heading(page, "Your new password is set");
  };
};

const verificationLink: Flow = async (at) => {
  const { page } = at;
  const person = newPerson();
  await call(at, "/sign-up/email", { ...person, callbackURL: "/verify-email?verified" });
  const link = await linkOf(at, person.email, "verify-email");
  return async () => {
    await page.goto(link);
    await heading(page, "Your address is verified");
  };
};

const secondStep: Flow = async (at) => {
  const { page } = at;
  const person = await createPerson();
  await signInAs(at, person);
  const code = await enrol(at, person);
  return async () => {
    await page.goto("/sign-in");
    await heading(page, signInTitle);
    await typeInto(page, { "Email or username": person.email, Password: person.password });
    await heading(page, "One more step");
    await typeInto(page, { Code: code });
    await heading(page, `Welcome, ${person.name}`);
  };
};

const accountSections = [
  "Profile",
  "Email address",
  "Password",
  "Devices",
  "Sign-in methods",
  "Passkeys",
  "Two-factor authentication",
  "Delete account",
];

const account: Flow = async (at) => {
  const { page } = at;
  const person = await createPerson();
  await signInAs(at, person);
  return () => walk(page, "/account", `Welcome, ${person.name}`, accountSections);
};

const changeOfEmail: Flow = async (at) => {
  const { page } = at;
  const person = await createPerson();
  await signInAs(at, person);
  return async () => {
    await page.goto("/account/email");
    await heading(page, "Email address");
    await typeInto(page, { "New email address": newPerson().email });
    await heading(page, "First, your current address");
  };
};

const organization: Flow = async (at) => {
  const { page } = at;
  await signInAs(at, await createPerson());
  const { name } = await createOrganization(at);
  return () => walk(page, "/organization", name, ["Members", "Invitations", "Teams", "Settings"]);
};

const invitation: Flow = async (at) => {
  const { page } = at;
  const guest = await createPerson();
  await signInAs(at, await createPerson());
  const { id: organizationId, name } = await createOrganization(at);
  await call(at, "/organization/invite-member", { email: guest.email, role: "member", organizationId });
  const link = linkIn(await at.server.mailbox.waitFor(guest.email)).href;
  await call(at, "/sign-out", {});
  await signInAs(at, guest);
  return async () => {
    await page.goto(link);
    await heading(page, `Join ${name}`);
    await page.getByRole("button", { name: "Accept" }).click();
    await heading(page, name);
    await page.getByText("You are a member now.").waitFor();
  };
};

const administration: Flow = async (at) => {
  const { page } = at;
  const person = await createPerson();
  await signInAs(at, await createPerson({ role: "admin" }));
  return async () => {
    await page.goto("/admin");
    await heading(page, "Users");
    await follow(page, new RegExp(`^${person.name} `), person.name);
    await page.getByText("No sessions: the user is signed out everywhere.").waitFor();
  };
};

const userButton: Flow = async (at) => {
  const { page } = at;
  const person = await createPerson();
  await signInAs(at, person);
  return async () => {
    await page.goto("/");
    await page.getByRole("button", { name: `Account menu: ${person.name}` }).click();
    await page.getByRole("menuitem", { name: "Account settings" }).waitFor();
  };
};

const signOut: Flow = async (at) => {
  const { page } = at;
  const person = await createPerson();
  await signInAs(at, person);
  return async () => {
    await page.goto("/account");
    await heading(page, `Welcome, ${person.name}`);
    await page.getByRole("button", { name: `Account menu: ${person.name}` }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await heading(page, "Signed out");
  };
};

/** All flows of a user, by name. */
export const flows = {
  "sign-in": signIn,
  "sign-up": signUp,
  "forgotten password": forgottenPassword,
  "password reset by link": resetByLink,
  "verification link": verificationLink,
  "second step with a code": secondStep,
  "account settings, all sections": account,
  "change of the email address": changeOfEmail,
  "organization, all sections": organization,
  "invitation accepted": invitation,
  "list of users and one user": administration,
  "menu of the user": userButton,
  "sign-out": signOut,
} as const satisfies Readonly<Record<string, Flow>>;
