import { signWebhook } from "@keyhold/billing-schema/webhook";
import { userModel } from "@keyhold/core/plugin";
import { openApiDocument } from "@keyhold/openapi";
import { type Browser, createBrowser } from "@keyhold/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { isRecord } from "../src/json-schema/record.js";
import { openEverything, operationsOf, webhookSecret } from "./fixture.ts";

/** Every answer of these flows is compared with the document: the status, the type, and each field. */

const fixture = openEverything();
const document = openApiDocument(fixture.auth);
const operations = operationsOf(document).map((placed) => ({
  ...placed,
  pattern: new RegExp(`^${placed.path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
}));
const password = "correct horse battery staple";

/** A copy in which an object of known fields has no others, so that a field without a description is found. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isRecord(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  const isObject = isRecord(value.properties) && String(value.type).includes("object");
  return isObject && !("additionalProperties" in value) ? { ...copy, additionalProperties: false } : copy;
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "document", ...(closed(JSON.parse(JSON.stringify(document))) as object) });

const pointer = (...keys: readonly string[]): string =>
  `document#/${keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

const seen = new Set<string>();

/** Why an answer is not as the document says. */
async function problemOf(request: Request, response: Response): Promise<unknown> {
  const { pathname } = new URL(request.url);
  const found = operations.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
  if (!found) return `${request.method} ${pathname} is not in the document`;
  const { method, path, operation } = found;
  const status = String(response.status) in operation.responses ? String(response.status) : "default";
  const described = operation.responses[status];
  if (!described) return `${operation.operationId} answered ${response.status}`;
  seen.add(`${operation.operationId} ${response.status}`);
  const [type] = (response.headers.get("content-type") ?? "").split(";");
  if (!type) return null;
  const where =
    "$ref" in described
      ? described.$ref.slice(2).split("/")
      : ["paths", path, method.toLowerCase(), "responses", status];
  const schema = pointer(...where, "content", type, "schema");
  if (!ajv.getSchema(schema)) return `${operation.operationId} answered ${response.status} with ${type}`;
  const body: unknown = type === "application/json" ? await response.json() : await response.text();
  return ajv.validate(schema, body) ? null : { operation: operation.operationId, body, errors: ajv.errors };
}

const problems: unknown[] = [];

/** A browser whose answers are compared with the document. */
function visit(): Browser {
  const handler = async (request: Request): Promise<Response> => {
    const response = await fixture.auth.handler(request.clone(), { ipAddress: "203.0.113.9" });
    const problem = await problemOf(request, response.clone());
    if (problem !== null) problems.push(problem);
    return response;
  };
  return createBrowser({ handler }, { baseURL: "https://app.example.com", now: fixture.clock.now });
}

async function signUp(name: string, more: object = {}): Promise<{ browser: Browser; userId: string }> {
  const browser = visit();
  const body = { name, email: `${name}@example.com`, password, ...more };
  const { user } = await (await browser.post("/sign-up/email", body)).json();
  await fixture.db.update(userModel, user.id, { emailVerified: true });
  return { browser, userId: user.id };
}

/** What a flow must have seen: each call with the status. */
function expectSeen(...calls: readonly string[]): void {
  expect(problems.splice(0)).toEqual([]);
  expect(calls.filter((call) => !seen.has(call))).toEqual([]);
}

describe("the answers over HTTP are those of the document", () => {
  let ann: Awaited<ReturnType<typeof signUp>>;
  beforeAll(async () => {
    ann = await signUp("ann", { username: "ann_of_acme" });
  });

  test("of sign-up, sign-in and the session, with columns of plugins", async () => {
    const { browser } = ann;
    await browser.get("/ok");
    await browser.get("/get-session");
    await visit().get("/get-session");
    await browser.post("/update-user", { name: "Ann A.", username: "ann_2" });
    await browser.get("/list-sessions");
    await browser.get("/list-accounts");
    const other = visit();
    await other.post("/sign-in/email", { email: "ann@example.com", password, callbackURL: "/in" });
    await other.post("/sign-in/username", { username: "ann_2", password });
    await browser.post("/change-password", { currentPassword: password, newPassword: `${password} 2` });
    await browser.post("/change-password", { currentPassword: `${password} 2`, newPassword: password });
    await browser.post("/step-up/password", { password });
    await browser.post("/revoke-other-sessions");
    await other.post("/sign-out");
    expectSeen("signUpEmail 200", "signInEmail 200", "signInUsername 200", "getSession 200", "changePassword 200");
  });

  test("of calls that fail", async () => {
    const guest = visit();
    await guest.post("/sign-in/email", { email: "ann@example.com", password: "another password" });
    await guest.post("/sign-in/email", { email: 7 });
    await guest.post("/sign-in/email", { email: "ann@example.com", password, callbackURL: "https://evil.example" });
    await guest.post("/sign-up/email", { name: "Bob", email: "bob@example.com", password, username: "a" });
    await guest.post("/update-user", {});
    await guest.fetch("/sign-in/email", { method: "POST", headers: { "content-type": "application/json" }, body: "{" });
    await guest.fetch("/sign-in/email", { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" });
    await guest.fetch("/sign-out", { method: "POST", headers: { origin: "https://evil.example" } });
    expectSeen(
      "signInEmail 401",
      "signInEmail 400",
      "signInEmail 403",
      "signInEmail 415",
      "updateUser 401",
      "signOut 403",
    );
  });

  test("of emails and their pages", async () => {
    const browser = visit();
    await browser.post("/forget-password", { email: "ann@example.com" });
    await browser.get("/verify-email", { token: "unknown" });
    await browser.get("/verify-email", { token: "unknown", callbackURL: "/welcome" });
    await browser.get("/reset-password/unknown", { callbackURL: "/new-password" });
    await browser.get("/error", { error: "invalid_token" });
    await browser.get("/callback/google", { state: "unknown", code: "unknown" });
    await browser.post("/sign-in/social", { provider: "google", callbackURL: "/in" });
    await browser.get("/reference");
    await browser.get("/open-api/generate-schema");
    expectSeen(
      "getError 200",
      "getResetPasswordToken 302",
      "verifyEmail 302",
      "getCallbackId 302",
      "signInSocial 200",
      "getReference 200",
      "getOpenApiGenerateSchema 200",
    );
  });

  test("of organizations, their members, invitations, roles and teams", async () => {
    const { browser } = ann;
    const bob = await signUp("bob");
    const created = await browser.post("/organization/create", {
      name: "Acme",
      slug: "acme",
      metadata: { plan: "pro" },
    });
    const { id: organizationId } = await created.json();
    await browser.post("/organization/set-active", { organizationId });
    const invited = await browser.post("/organization/invite-member", { email: "bob@example.com", role: "member" });
    const { id: invitationId } = await invited.json();
    await browser.get("/organization/list-invitations");
    await bob.browser.get("/organization/list-user-invitations");
    await bob.browser.get("/organization/get-invitation", { id: invitationId });
    await bob.browser.post("/organization/accept-invitation", { invitationId });
    await browser.get("/organization/get-full-organization");
    await browser.get("/organization/list-members");
    await browser.get("/organization/list");
    await browser.get("/organization/get-active-member");
    const permission = { member: ["create"] };
    await browser.post("/organization/create-role", { role: "recruiter", permission });
    await browser.get("/organization/list-roles");
    await browser.post("/organization/update", { data: { name: "Acme Ltd" } });
    await browser.post("/organization/has-permission", { permissions: permission });
    const team = await (await browser.post("/organization/create-team", { name: "Sales" })).json();
    await browser.get("/organization/list-teams");
    await browser.post("/organization/add-team-member", { teamId: team.id, userId: bob.userId });
    await browser.get("/organization/list-team-members", { teamId: team.id });
    await bob.browser.post("/organization/leave", { organizationId });
    await browser.post("/organization/delete", { organizationId });
    expectSeen(
      "organizationCreate 200",
      "organizationInviteMember 200",
      "organizationAcceptInvitation 200",
      "organizationGetFullOrganization 200",
      "organizationListMembers 200",
      "organizationListTeamMembers 200",
      "organizationCreateRole 200",
      "organizationDelete 200",
    );
  });

  test("of administration", async () => {
    const { browser, userId } = ann;
    await fixture.db.update(userModel, userId, { role: "admin" } as object);
    const { userId: carlId } = await signUp("carl");
    await browser.get("/admin/list-users", { limit: "10" });
    await browser.get("/admin/get-user", { id: carlId });
    await browser.post("/admin/create-user", { email: "dora@example.com", name: "Dora", password });
    await browser.post("/admin/set-role", { userId: carlId, role: "user" });
    await browser.post("/admin/ban-user", { userId: carlId, banReason: "Spam" });
    await browser.post("/admin/unban-user", { userId: carlId });
    await browser.post("/admin/list-user-sessions", { userId: carlId });
    await browser.post("/admin/impersonate-user", { userId: carlId });
    await browser.post("/admin/stop-impersonating");
    await browser.post("/admin/remove-user", { userId: carlId });
    expectSeen(
      "adminListUsers 200",
      "adminBanUser 200",
      "adminListUserSessions 200",
      "adminImpersonateUser 200",
      "adminStopImpersonating 200",
    );
  });

  test("of a webhook", async () => {
    const body = JSON.stringify({ type: "something.new", data: {} });
    const sentAt = fixture.clock.now();
    const headers = new Headers(await signWebhook({ secret: webhookSecret, id: "event-1", sentAt, body }));
    await visit().fetch("/billing/webhook", { method: "POST", headers, body });
    await visit().fetch("/billing/webhook", { method: "POST", body });
    expect(problems.splice(0)).toEqual([]);
    expect([...seen].filter((call) => /ebhook/.test(call))).toHaveLength(2);
  });
});
