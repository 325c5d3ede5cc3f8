import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { createAuthClient } from "@keyhold/client";
import { type AuthConfig, createAuth } from "@keyhold/core";
import { definePlugin, integer, text } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { publicOptions } from "@keyhold/public-options";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { social } from "@keyhold/social";
import { github } from "@keyhold/social/github";
import { google } from "@keyhold/social/google";
import { microsoft } from "@keyhold/social/microsoft";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import { describe, expect, test } from "vitest";
import { noting } from "../../../tests/harness/noted-statements.ts";

const secret = "only for this test: 4f9b7c21d8e3a650";
const baseURL = "http://localhost:3000";

function open(config: Partial<AuthConfig>): (headers?: Record<string, string>) => Promise<Response> {
  const auth = createAuth({ secret, baseURL, database: memory(), ...config });
  return (headers = {}) => auth.handler(new Request(`${baseURL}/api/auth/public-options`, { headers }));
}

const key = { clientId: "client-id-of-the-app", clientSecret: "client-secret-of-the-app" };

const everything = {
  appName: "Tea Shop",
  mail: async () => {},
  emailAndPassword: { enabled: true, minPasswordLength: 12, requireEmailVerification: true },
  user: {
    changeEmail: { enabled: true },
    deleteUser: { enabled: true },
    columns: { company: text().input(), size: integer().optional().input(), internal: text().optional() },
  },
  plugins: [
    publicOptions(),
    username({ minUsernameLength: 4 }),
    social({ providers: [google(key), github(key), microsoft({ ...key, sendsAuthTime: true })] }),
    passkey({ signUp: true }),
    twoFactor({ otp: false, recovery: { delaySeconds: 3600 } }),
    organization({ allowUserToCreateOrganization: false, disableOrganizationDeletion: true }),
    teams(),
    admin(),
  ],
} satisfies Partial<AuthConfig>;

describe("the public options", () => {
  test("of a server with nothing on are empty", async () => {
    const response = await open({ plugins: [publicOptions()] })();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      appName: "localhost:3000",
      emailAndPassword: null,
      providers: [],
      changeEmail: false,
      deleteUser: false,
      userFields: [],
      signUpFields: [],
      plugins: {},
    });
  });

  test("have what is on, the rules of passwords, the fields that users may set, and what plugins tell", async () => {
    expect(await (await open(everything)()).json()).toEqual({
      appName: "Tea Shop",
      emailAndPassword: {
        signUp: true,
        resetPassword: true,
        requireEmailVerification: true,
        minPasswordLength: 12,
        maxPasswordLength: 128,
      },
      providers: [
        { id: "google", name: "Google" },
        { id: "github", name: "GitHub" },
        { id: "microsoft", name: "Microsoft" },
      ],
      changeEmail: true,
      deleteUser: true,
      userFields: expect.arrayContaining([
        { name: "company", kind: "text", isRequired: true },
        { name: "size", kind: "integer", isRequired: false },
        { name: "username", kind: "text", isRequired: false },
      ]),
      signUpFields: [],
      plugins: {
        username: { minLength: 4, maxLength: 30 },
        social: { stepUp: ["microsoft"] },
        passkey: { signUp: true },
        twoFactor: { methods: ["totp"], trustDeviceSeconds: 2_592_000, recovery: true },
        organization: { creation: false, deletion: false, creatorRole: "owner" },
        teams: {},
        admin: {},
      },
    });
  });

  test("have no secret, and no column that users may not set", async () => {
    const body = await (await open(everything)()).text();
    expect(body).not.toContain(secret);
    expect(body).not.toContain(key.clientSecret);
    expect(body).not.toContain(key.clientId);
    expect(body).not.toMatch(/internal|role|banned|webauthnUserId|twoFactorEnabled|foldedName/);
  });

  test("offer no reset of a password where no email can be sent", async () => {
    const response = await open({
      emailAndPassword: { enabled: true, disableSignUp: true },
      plugins: [publicOptions()],
    })();
    expect((await response.json()).emailAndPassword).toMatchObject({ signUp: false, resetPassword: false });
  });

  test.each<[string, Partial<AuthConfig>, boolean | { sendText: () => Promise<void> }, readonly string[]]>([
    ["no emailed codes where no email can be sent", {}, true, ["totp"]],
    ["emailed codes where an email can be sent", { mail: async () => {} }, true, ["totp", "otp"]],
    ["codes that the app sends, without emails", {}, { sendText: async () => {} }, ["totp", "otp"]],
  ])("offer %s", async (_, config, otp, methods) => {
    const response = await open({ ...config, plugins: [publicOptions(), twoFactor({ otp })] })();
    expect((await response.json()).plugins.twoFactor.methods).toEqual(methods);
  });

  test("take fields of sign-up and facts of an app's own plugin", async () => {
    const invitations = definePlugin({
      id: "invitation-codes",
      signUpFields: { invitationCode: z.string() },
      hooks: { "public-options": () => ({ invitationCodes: { length: 8 } }) },
    });
    const options = await (await open({ plugins: [publicOptions(), invitations] })()).json();
    expect(options).toMatchObject({ signUpFields: ["invitationCode"], plugins: { invitationCodes: { length: 8 } } });
  });

  test("are the same for every caller: cacheable, without a cookie, whether signed in or not", async () => {
    const auth = createAuth({
      secret,
      baseURL,
      database: memory(),
      emailAndPassword: { enabled: true },
      plugins: [publicOptions()],
    });
    const signUp = await auth.handler(
      new Request(`${baseURL}/api/auth/sign-up/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: baseURL },
        body: JSON.stringify({ name: "Ada", email: "ada@example.com", password: "a few good words" }),
      }),
    );
    const cookie = signUp.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    expect(cookie).toContain("session_token");
    const ask = (headers: Record<string, string>) =>
      auth.handler(new Request(`${baseURL}/api/auth/public-options`, { headers }));
    const [signedIn, signedOut] = await Promise.all([ask({ cookie }), ask({})]);
    for (const response of [signedIn, signedOut]) {
      expect(response.headers.get("cache-control")).toBe("public, max-age=60");
      expect(response.headers.get("vary")).toBe("origin");
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(await signedIn.text()).toBe(await signedOut.text());
  });

  test("cost no statement", async () => {
    const ran: string[] = [];
    const file = new DatabaseSync(":memory:");
    const database = sqlite(noting(file, ran));
    const auth = createAuth({ secret, baseURL, database, plugins: [publicOptions()] });
    await (await planMigration(database, auth.schema)).apply();
    ran.splice(0);
    expect((await auth.handler(new Request(`${baseURL}/api/auth/public-options`))).status).toBe(200);
    expect(ran).toEqual([]);
    file.close();
  });

  test("are given to the server's own pages by a call", async () => {
    const auth = createAuth({ secret, baseURL, database: memory(), appName: "Tea Shop", plugins: [publicOptions()] });
    expect((await auth.api.publicOptions()).appName).toBe("Tea Shop");
  });

  test("are a store of the client", async () => {
    const auth = createAuth({ secret, baseURL, database: memory(), appName: "Tea Shop", plugins: [publicOptions()] });
    const client = createAuthClient({
      baseURL,
      fetch: (input, init) => auth.handler(new Request(input, init)),
      plugins: [publicOptionsClient()],
    });
    const stop = client.publicOptions.subscribe(() => {});
    await expect.poll(() => client.publicOptions.get().data?.appName).toBe("Tea Shop");
    stop();
  });
});
