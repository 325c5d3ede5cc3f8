import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planMigration } from "@keyhold/adapter-kysely";
import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { organization } from "@keyhold/organization";
import { passkey } from "@keyhold/passkey";
import { createBrowser } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { codeAt } from "../harness/authenticator-app.ts";
import { type FreshDatabase, freshDatabase } from "../harness/databases.ts";
import { openDatabase } from "../harness/processes/open.ts";
import { peerDatabaseTypes } from "./database.ts";
import { movingPages } from "./moving-pages.ts";
import { bundle, bundleOf, openPrevious, type PreviousLibrary } from "./previous.ts";

/** A database of better-auth 1.7.25 with a user of every plugin: to Keyhold, and back, as docs/coming-from-better-auth.md says. */

const baseURL = "https://app.example.com";
const secret = "peer-0c1f6b7a93d84e52a6f0b8d7c4e1935a";
const [email, password, newPassword] = ["ada@example.com", "correct horse battery staple", "another battery staple"];
const page = movingPages();
const naming = { naming: { tables: { twoFactor: "keyholdTwoFactor" } } };

type Answer = Readonly<Record<string, unknown>>;

/** A browser of better-auth: a call answers the body, and fails the test when it is no success. */
function visitTo(handler: (request: Request) => Promise<Response>) {
  const browser = createBrowser({ handler }, { baseURL });
  return async (path: string, body?: object): Promise<Answer> => {
    const response = body ? await browser.post(path, body) : await browser.get(path);
    const answer = await response.json();
    expect(response.status, `${path}: ${JSON.stringify(answer)}`).toBe(200);
    return answer;
  };
}

/** The script of the page. */
async function importAll(auth: unknown, rows: readonly unknown[]): Promise<void> {
  const text = /```ts\n(\/\/ import-totp\.ts\n[\s\S]*?)```/.exec(page)?.[1] ?? "";
  const path = join(import.meta.dirname, `there-and-back-${process.pid}.ts`);
  writeFileSync(path, text.replace("better-auth/crypto", "better-auth-newest/crypto"));
  const script = await import(path).finally(() => rmSync(path));
  await script.importAll(auth, rows, secret);
}

describe.each(peerDatabaseTypes(inject("services")))("on %s", (type) => {
  let library: PreviousLibrary;
  let fresh: FreshDatabase;
  let previous: ReturnType<typeof openPrevious>;
  beforeAll(async () => {
    library = await bundle("1.7");
    fresh = await freshDatabase(type, inject("services"));
    previous = openPrevious(fresh, "1.7");
  }, 60_000);
  afterAll(async () => {
    await previous.close();
    await fresh.drop();
    rmSync(bundleOf("1.7"), { force: true });
  });

  const previousAuth = () =>
    library.betterAuth({
      database: previous.database,
      baseURL,
      secret,
      rateLimit: { enabled: false },
      emailAndPassword: { enabled: true },
      plugins: [
        library.twoFactor({ issuer: "Tea Shop" }),
        library.passkey({ rpID: "app.example.com", origin: baseURL }),
        library.username(),
        library.admin(),
        library.organization({ sendInvitationEmail: async () => undefined }),
      ],
    });

  function openKeyhold() {
    const database = openDatabase(fresh, naming);
    const auth = createAuth({
      secret: "keyhold-7d2e94b1c06f58a3e1d7042b9f6ca8e5",
      baseURL,
      database,
      mail: () => undefined,
      rateLimit: { enabled: false, wrongPasswords: false },
      cookies: { continueFrom: { prefix: "better-auth", secret, isStillRunning: true } },
      emailAndPassword: { enabled: true },
      plugins: [twoFactor(), passkey({ rpId: "app.example.com" }), username(), admin(), organization()],
    });
    return { auth, database };
  }

  /** A sign-in by passkey in a new browser. */
  async function signInByPasskey(handler: (request: Request) => Promise<Response>): Promise<Answer> {
    const at = visitTo(handler);
    const response = phone.authenticate((await at("/passkey/generate-authenticate-options")) as never);
    await at("/passkey/verify-authentication", { response });
    return at("/get-session");
  }
  const phone = createAuthenticator({ verifies: true, counts: true });

  test("the user signs in with the authenticator app and the passkey at both, and has the organization with its pending invitation, after the way there and back", async () => {
    const before = previousAuth();
    await (await library.getMigrations(before.options)).runMigrations();
    const atBefore = visitTo((request) => before.handler(request));
    await atBefore("/sign-up/email", { name: "Ada", email, password, username: "ada" });
    const { id: organizationId } = await atBefore("/organization/create", { name: "Acme", slug: "acme" });
    const invitation = { email: "bob@example.com", role: "member", organizationId };
    const { id: invitationId } = await atBefore("/organization/invite-member", invitation);
    const invitations = `/organization/list-invitations?organizationId=${organizationId}`;
    const pending = [{ id: invitationId, email: "bob@example.com", role: "member", status: "pending" }];
    const registered = phone.register((await atBefore("/passkey/generate-register-options")) as never);
    await atBefore("/passkey/verify-registration", { response: registered, name: "Phone" });
    const { totpURI } = await atBefore("/two-factor/enable", { password });
    const app = new URL(String(totpURI)).searchParams.get("secret") ?? "";
    await atBefore("/two-factor/verify-totp", { code: codeAt(app, new Date()) });

    const { auth, database } = openKeyhold();
    const plan = await planMigration(database, auth.schema);
    const warned = [...plan.describe().matchAll(/^warning: ("[\w.]+") (.+)$/gm)].map(([, column = ""]) => column);
    expect(warned.filter((column) => !page.includes(`\`${column.replaceAll('"', "")}\``))).toEqual([]);
    await plan.apply();
    await importAll(auth, await previous.run(/`(select t\.[^`]*)`/.exec(page)?.[1] ?? ""));

    const atKeyhold = visitTo((request) => auth.handler(request));
    expect(await atKeyhold("/sign-in/username", { username: "ada", password })).toMatchObject({
      twoFactorRedirect: true,
    });
    const { code } = await auth.api.generateTotp({ secret: app });
    expect(await atKeyhold("/two-factor/verify-totp", { code })).toMatchObject({ user: { email } });
    expect(await atKeyhold("/organization/list")).toMatchObject([{ slug: "acme" }]);
    expect(await atKeyhold(invitations)).toMatchObject(pending);
    expect(await signInByPasskey((request) => auth.handler(request))).toMatchObject({ user: { email } });
    await atKeyhold("/change-password", { currentPassword: password, newPassword });
    await auth.idle();
    await database.close();

    const back = previousAuth();
    const atBack = visitTo((request) => back.handler(request));
    expect(await atBack("/sign-in/email", { email, password: newPassword })).toMatchObject({ twoFactorRedirect: true });
    expect(await atBack("/two-factor/verify-totp", { code: codeAt(app, new Date()) })).toMatchObject({
      user: { email },
    });
    expect(await atBack("/organization/list")).toMatchObject([{ slug: "acme" }]);
    expect(await atBack(invitations)).toMatchObject(pending);
    expect(await signInByPasskey((request) => back.handler(request))).toMatchObject({ user: { email } });
    const other = visitTo((request) => back.handler(request));
    expect(await other("/sign-up/email", { name: "Bob", email: "bob@example.com", password })).toMatchObject({
      user: { email: "bob@example.com" },
    });
    expect(await other("/organization/accept-invitation", { invitationId })).toMatchObject({
      invitation: { id: invitationId, status: "accepted" },
      member: { organizationId, role: "member" },
    });
  });
});
