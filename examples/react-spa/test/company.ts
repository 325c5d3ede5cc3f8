import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Demo } from "./demo.ts";
import { followEmail, heading, type Person, signIn } from "./test-user.ts";

/** Creates an organization for the signed-in user, and ends on its first screen. */
export async function found(page: Page, name: string): Promise<void> {
  await page.goto("/organizations/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await heading(page, name);
}

/** On the screen of the invitations. */
export async function invite(page: Page, email: string, { role = "Member", team = "" } = {}): Promise<void> {
  await page.goto("/organization/invitations");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Role").selectOption({ label: role });
  if (team) await page.getByLabel("Team").selectOption({ label: team });
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("The invitation is on its way.").waitFor();
}

/** Opens the link of an invitation's email, in the browser of this page. */
export const followInvitation = (page: Page, { email }: Person, organization: string): Promise<Page> =>
  followEmail(page, email, `Join ${organization} at Keyhold example`, "See the invitation");

/** Creates an account on the screen of an invitation, which fills in the email address. */
export async function signUpInvited(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(person.name);
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Accept" }).waitFor();
}

/** A new user follows the email's link, and ends on the first screen of the organization. */
export async function join(page: Page, person: Person, organization: string): Promise<Page> {
  const opened = await followInvitation(page, person, organization);
  await signUpInvited(opened, person);
  await opened.getByRole("button", { name: "Accept" }).click();
  await heading(opened, organization);
  return opened;
}

/** Focuses the window until the expected state is shown: a page refreshes at most every five seconds. */
export async function comeBack(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const look = async (): Promise<boolean> => {
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    return isThere();
  };
  await expect.poll(look, { timeout: 15_000, interval: 250 }).toBe(true);
}

/** Goes offline and online, so that the page refreshes at once. */
export async function reconnect(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
}

/** Whether a screen with this heading is shown. */
export const isAt = (page: Page, name: string) => (): Promise<boolean> =>
  page.getByRole("heading", { level: 1, name, exact: true }).isVisible();

/** The item of a list with this text. */
export const row = (page: Page, text: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });

/** Signs in as the administrator with the credentials that the server has printed. */
export async function signInAsAdministrator(page: Page, demo: Demo): Promise<void> {
  const { email, password } = administratorOf(demo);
  await signIn(page, email, password);
  await heading(page, "Welcome, Administrator");
}

/** The credentials of the administrator's account. */
export function administratorOf(demo: Demo): Pick<Person, "email" | "password"> {
  const [, email = "", password = ""] = /^Administrator: (\S+), first password (\S+)$/m.exec(demo.printed()) ?? [];
  return { email, password };
}

/** The calls of a page from now on, as "GET get-session", without those of the mailbox. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/api\/auth\/([^?]+)/.exec(request.url()) ?? [];
    if (name) calls.push(`${request.method()} ${name}`);
  });
  return calls;
}

/** Waits until the focused element has this text. */
export const focusOn = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(text);
