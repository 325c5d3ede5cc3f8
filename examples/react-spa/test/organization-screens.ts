import type { Page, Route } from "playwright-core";
import { intercept } from "../../../tests/harness/chromium.ts";
import { invite, row } from "./company.ts";
import { heading, newUser, signUp } from "./test-user.ts";

type Show = (page: Page) => Promise<void>;

/** A long name of a user or an organization. */
const long = "W".repeat(255);
/** The same name inside the page's text. */
const said = `${"W".repeat(59)}…`;
const hostile = "\u202Eevil </b> \u0628\u0627\u0628\u0627";
const email = `${"a".repeat(60)}@${"b".repeat(60)}.example.com`;

/** One word with the maximum length of a slug. */
const longSlug = (): string => crypto.randomUUID().replaceAll("-", "").repeat(2);

/** The invitations' dates, as the server names them. */
const contentType = "application/json;dates=expiresAt";

/** Changes the server's response, whose content type names its dates. */
const answered = (change: (body: Record<string, unknown[]>) => object) => async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: JSON.stringify(change(await response.json())) });
};

const someMembers = answered((body) => {
  const [own] = body.members as Record<string, unknown>[];
  const others = [long, hostile, "M"].map((name, index) => ({
    ...own,
    id: `member-${index}`,
    userId: `user-${index}`,
    role: ["member", "admin", "owner,auditor"][index],
    user: { id: `user-${index}`, name, email, image: null },
  }));
  return { ...body, members: [own, ...others], membersCursor: "more" };
});

const preview = {
  organization: { name: long, slug: "long", logo: null },
  inviter: { name: hostile },
  email,
  role: "admin",
  status: "pending",
  expiresAt: "2100-01-01T00:00:00.000Z",
};

const failed = { status: 501, json: {} };

async function openMembers(page: Page): Promise<void> {
  await page.route("**/get-full-organization", someMembers);
  await page.goto("/organization/members");
  await page.getByRole("button", { name: "Manage M", exact: true }).waitFor();
}

/** For a new user who creates an organization. Each screen starts at the end of the previous one. */
export const organizationScreens: Readonly<Record<string, Show>> = {
  "organizations, none": async (page) => {
    await page.context().clearCookies();
    await signUp(page, { ...newUser(), name: "N".repeat(80) });
    await page.goto("/organizations");
    await page.getByText("None yet").waitFor();
  },
  "no organization": async (page) => {
    await page.goto("/organization/members");
    await heading(page, "No active organization");
  },
  "new organization": async (page) => {
    await page.goto("/organizations/new");
    await page.getByLabel("Name", { exact: true }).fill(long);
    await page.getByLabel("Slug").fill(longSlug());
    await page.getByText("is free.").waitFor();
  },
  "new organization, taken": async (page) => {
    const taken = { status: 400, json: { code: "ORGANIZATION_ALREADY_EXISTS", message: "" } };
    await intercept(page, "**/organization/create", (route) => route.fulfill(taken), { times: 1 });
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.locator("[aria-invalid=true]").waitFor();
  },
  organization: async (page) => {
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await heading(page, said);
  },
  "organization menu": async (page) => {
    await page.getByRole("button", { name: /^Organization:/ }).click();
    await page.getByRole("menuitem", { name: "All organizations" }).waitFor();
  },
  "members, alone": async (page) => {
    await page.goto("/organization/members");
    await heading(page, "Members");
  },
  members: openMembers,
  "a member": async (page) => {
    await page.getByRole("button", { name: `Manage ${said}` }).click();
    await page.getByRole("dialog").waitFor();
  },
  "a member, ownership": async (page) => {
    await page.getByRole("button", { name: "Transfer ownership…" }).click();
    await page.getByRole("button", { name: "Transfer ownership" }).waitFor();
  },
  "a member, removed": async (page) => {
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("This user is no longer a member.").waitFor();
    await page.unroute("**/get-full-organization");
  },
  "teams, none": async (page) => {
    await page.goto("/organization/teams");
    await page.getByText("There are no teams yet.").waitFor();
  },
  teams: async (page) => {
    await page.getByLabel("Name", { exact: true }).fill(long);
    await page.getByRole("button", { name: "Create team" }).click();
    await row(page, long).waitFor();
  },
  "a team": async (page) => {
    await row(page, long).getByRole("link").click();
    await page.getByRole("button", { name: "Add member" }).click();
    await page.getByText("All members of the organization are in it.").waitFor();
  },
  "a team, active": async (page) => {
    await page.getByRole("button", { name: "Switch" }).click();
    await page.getByText("This is your active team.").waitFor();
  },
  "a team, removed": async (page) => {
    await page.getByRole("button", { name: /^Remove N{10}/ }).click();
    await page.getByText("is no longer in this team").waitFor();
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("dialog").waitFor();
  },
  "no such team": async (page) => {
    await page.goto("/organization/teams/none");
    await heading(page, "No such team");
  },
  "invitations, none": async (page) => {
    await page.goto("/organization/invitations");
    await page.getByText("There are no open invitations").waitFor();
  },
  invitations: async (page) => {
    await invite(page, "bob@example.com");
    await page.getByRole("button", { name: "Send again to bob@example.com" }).click();
    await page.getByText("Another email is on its way").waitFor();
  },
  "invitations, again": async (page) => {
    await page.getByLabel("Email", { exact: true }).fill("bob@example.com");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.locator("[aria-invalid=true]").waitFor();
  },
  "organization's settings": async (page) => {
    await page.goto("/organization/settings");
    await page.getByRole("button", { name: "Delete…" }).waitFor();
  },
  "organization's settings, delete": async (page) => {
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete organization" }).click();
    await page.locator("[aria-invalid=true]").waitFor();
  },
  "organization's settings, for a member": async (page) => {
    const asMember = answered((body) => ({ ...body, role: "member" }));
    await page.route("**/get-active-member", asMember);
    await page.goto("/organization/settings");
    await page.getByText("can return only by a new invitation").waitFor();
    await page.unroute("**/get-active-member");
  },
  organizations: async (page) => {
    const row = { id: "one", organizationName: long, role: "admin,auditor", expiresAt: preview.expiresAt };
    await page.route("**/list-user-invitations*", (route) =>
      route.fulfill({ json: [row, { ...row, id: "two" }], contentType }),
    );
    await page.route(
      "**/get-session",
      answered((body) => ({ ...body, user: { ...body.user, emailVerified: true } })),
    );
    await page.goto("/organizations");
    await page
      .getByRole("button", { name: /^Accept/ })
      .first()
      .waitFor();
    await page.unroute("**/get-session");
    await page.unroute("**/list-user-invitations*");
  },
  "organization, failed": async (page) => {
    await page.route("**/get-full-organization", (route) => route.fulfill(failed));
    await page.goto("/organization");
    await page.getByText("could not be loaded").waitFor();
    await page.unroute("**/get-full-organization");
  },
};

/** The screens of an invitation's link. Starts signed in. */
export const invitationScreens: Readonly<Record<string, Show>> = {
  "invited as another user": async (page) => {
    await page.route("**/preview-invitation*", (route) => route.fulfill({ json: preview, contentType }));
    await page.goto("/accept-invitation?token=any");
    await page.getByText("this invitation is for").waitFor();
  },
  invited: async (page) => {
    await page.route(
      "**/get-session",
      answered((body) => ({ ...body, user: { ...body.user, email } })),
    );
    await page.goto("/accept-invitation?token=any");
    await page.getByRole("button", { name: "Accept" }).waitFor();
  },
  "invited, with an error": async (page) => {
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByText("This invitation is no longer open.").waitFor();
    await page.unroute("**/get-session");
  },
  "invited, signed out": async (page) => {
    await page.context().clearCookies();
    await page.goto("/accept-invitation?token=any");
    await page.getByRole("button", { name: "Create account" }).waitFor();
  },
  "invited, to sign in": async (page) => {
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Keep me signed in").waitFor();
    await page.unroute("**/preview-invitation*");
  },
  "invited no more": async (page) => {
    await page.goto("/accept-invitation?token=any");
    await heading(page, "This invitation is not open");
  },
};
