import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { type AuthClient, createAuthClient, type StepUpNeed } from "@keyhold/client";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { github } from "@keyhold/social/github";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import * as z from "../../src/contract/schema.js";
import type { AuthConfig } from "../../src/entries/index.js";
import { definePlugin, endpointsFor, ok } from "../../src/entries/plugin.js";

const password = "correct horse battery staple";

const declare = endpointsFor({});
const answered = { doc: "Answers.", input: z.object({}), output: z.object({ ok: z.boolean() }) } as const;
const anHour = declare({
  ...answered,
  route: "POST /test/an-hour",
  access: { fresh: 3600, factors: 1 },
  handle: ({ session }) => ok({ ok: session.id !== "" }),
});
const twoFactors = declare({
  ...answered,
  route: "POST /test/two-factors",
  access: { fresh: 3600, factors: 2 },
  handle: () => ok({ ok: true }),
});
const routes = definePlugin({ id: "test", endpoints: { test: { anHour, twoFactors } } });

const clientPlugins = [socialClient(), organizationClient(), adminClient()] as const;

async function open(session: AuthConfig["session"] = {}) {
  const fixture = createTestAuth({
    plugins: [
      social({ providers: [github({ clientId: "id", clientSecret: "secret" })] }),
      organization({ requireEmailVerificationToInvite: false }),
      admin(),
      routes,
    ],
    clientPlugins,
    config: {
      session,
      user: { changeEmail: { enabled: true }, deleteUser: { enabled: true, confirmByMail: false } },
    },
  });
  const ada = await fixture.signUp("ada@example.com");
  return { ...fixture, ada };
}

const need = (change: Partial<StepUpNeed> = {}): StepUpNeed => ({
  methods: ["password"],
  maxAgeSeconds: 600,
  factors: 1,
  ...change,
});

describe("a route that asks for a recent proof", () => {
  test("fails with the methods of the user, the age and the factors, in the body and by RFC 9470", async () => {
    const { ada, clock } = await open();
    clock.forward({ seconds: 601 });
    const answer = await ada.browser.post("/change-email", { newEmail: "new@example.com" });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({
      code: "SESSION_IS_NOT_FRESH",
      message: "Session is not fresh",
      stepUp: { methods: ["password"], maxAgeSeconds: 600, factors: 1 },
    });
    const challenge = answer.headers.get("www-authenticate");
    expect(challenge).toMatch(/^Bearer error="insufficient_user_authentication", max_age=600$/);
  });

  type Person = Awaited<ReturnType<typeof open>>["ada"];
  const asking: Readonly<Record<string, (person: Person, organizationId: string) => Promise<unknown>>> = {
    "change-email": ({ client }) => client.changeEmail({ newEmail: "new@example.com" }),
    "delete-user": ({ client }) => client.deleteUser({}),
    "link-social": ({ client }) => client.linkSocial({ provider: "github" }),
    "organization/delete": ({ client }, organizationId) => client.organization.delete({ organizationId }),
    "organization/transfer-ownership": ({ client }, organizationId) =>
      client.organization.transferOwnership({ organizationId, memberId: "any" }),
    "organization/update-member-role to an owner": ({ client }, organizationId) =>
      client.organization.updateMemberRole({ organizationId, memberId: "any", role: "owner" }),
  };

  test.each(Object.entries(asking))("%s asks ten minutes after the last proof, not before", async (_, call) => {
    const { ada, clock } = await open();
    const { data } = await ada.client.organization.create({ name: "Tea", slug: "tea" });
    clock.forward({ seconds: 601 });
    expect(await call(ada, data?.id ?? "")).toMatchObject({ error: { stepUp: need() } });
    expect((await ada.client.stepUp.password({ password })).error).toBe(null);
    clock.forward({ seconds: 600 });
    const again = (await call(ada, data?.id ?? "")) as { readonly error: { readonly stepUp?: unknown } | null };
    expect(again.error?.stepUp).toBe(undefined);
  });

  test.each([{ stepUpAgeSeconds: 0 }, { freshAgeSeconds: 0 }])("does not ask with %o", async (session) => {
    const { ada, clock } = await open(session);
    clock.forward({ days: 3 });
    expect((await ada.client.changeEmail({ newEmail: "new@example.com" })).error).toBe(null);
  });

  test("asks by the age of `session.stepUpAgeSeconds`, and at most by `session.freshAgeSeconds`", async () => {
    for (const session of [{ stepUpAgeSeconds: 60 }, { freshAgeSeconds: 60 }]) {
      const { ada, clock } = await open(session);
      clock.forward({ seconds: 61 });
      const { error } = await ada.client.changeEmail({ newEmail: "new@example.com" });
      expect(error?.stepUp).toEqual(need({ maxAgeSeconds: 60 }));
    }
  });

  test("may declare an age and the factors of its own", async () => {
    const { ada, clock } = await open();
    const ask = async (path: string) => (await ada.browser.post(path, {})).json();
    clock.forward({ seconds: 3600 });
    expect(await ask("/test/an-hour")).toEqual({ ok: true });
    clock.forward({ seconds: 1 });
    expect(await ask("/test/an-hour")).toMatchObject({ stepUp: need({ maxAgeSeconds: 3600 }) });
    expect(await ask("/test/two-factors")).toMatchObject({
      code: "STEP_UP_REQUIRED",
      stepUp: { methods: [], maxAgeSeconds: 3600, factors: 2 },
    });
  });

  test("names two factors in the header, too", async () => {
    const { ada } = await open();
    const { headers } = await ada.browser.post("/test/two-factors", {});
    expect(headers.get("www-authenticate")).toMatch(/ max_age=3600, acr_values="aal2"$/);
  });

  test("never asks for the lists of sessions and accounts", async () => {
    const { ada, clock } = await open();
    clock.forward({ days: 3 });
    expect([(await ada.client.listSessions()).error, (await ada.client.listAccounts()).error]).toEqual([null, null]);
  });
});

describe("GET /step-up/methods", () => {
  test("answers the methods for one factor and for two, and the times of the last proofs", async () => {
    const { ada, clock } = await open();
    const authTime = clock.now();
    clock.forward({ days: 1 });
    const { data } = await ada.client.stepUp.methods();
    expect(data).toEqual({ methods: ["password"], authTime, factorTime: null });
    expect((await ada.client.stepUp.methods({ factors: 1 })).data?.methods).toEqual(["password"]);
    expect((await ada.client.stepUp.methods({ factors: 2 })).data?.methods).toEqual([]);
  });

  test("fails without a session, and for a number of factors that is not 1 or 2", async () => {
    const { ada, client } = await open();
    expect((await client.stepUp.methods()).error?.status).toBe(401);
    for (const query of ["factors=3", "factors=0", "factors="])
      expect((await ada.browser.get(`/step-up/methods?${query}`)).status).toBe(400);
  });
});

test("an administrator who impersonates the user has no method, and cannot step up", async () => {
  const { auth, ada, signUp, clock } = await open();
  const { user: boss, ...boss2 } = await signUp("boss@example.com");
  await auth.api.admin.setUserRole({ userId: boss.id, role: "admin" });
  expect((await boss2.client.admin.impersonateUser({ userId: ada.user.id })).error).toBe(null);
  clock.forward({ seconds: 60 });
  for (const call of [
    () => boss2.client.stepUp.methods(),
    () => boss2.client.stepUp.password({ password }),
    () => boss2.client.changeEmail({ newEmail: "x@example.com" }),
  ])
    expect((await call()).error?.code).toBe("NOT_ALLOWED_WHILE_IMPERSONATING");
});

describe("a client with `onStepUp`", () => {
  type Client = AuthClient<typeof clientPlugins>;
  async function connect(onStepUp: (client: Client, need: StepUpNeed) => Promise<boolean>) {
    const fixture = await open();
    const sent: string[] = [];
    const { browser } = fixture.ada;
    const client: Client = createAuthClient({
      baseURL: "https://app.example.com",
      plugins: clientPlugins,
      retry: 0,
      fetch: (url, init) => {
        sent.push(`${String(url).split("/auth")[1]} ${init?.body ?? ""}`);
        return browser.fetch(url, init);
      },
      onStepUp: (asked) => onStepUp(client, asked),
    });
    fixture.clock.forward({ days: 2 });
    return { ...fixture, client, sent };
  }

  test("sends the call again once, exactly as it was, when the user has given the proof", async () => {
    const asked: StepUpNeed[] = [];
    const { client, sent } = await connect(async (client, need) => {
      asked.push(need);
      return (await client.stepUp.password({ password })).error === null;
    });
    expect(await client.changeEmail({ newEmail: "new@example.com" })).toEqual({ data: { status: true }, error: null });
    expect(asked).toEqual([need()]);
    const call = '/change-email {"newEmail":"new@example.com"}';
    expect(sent).toEqual([call, `/step-up/password {"password":"${password}"}`, call]);
  });

  test("sends the input of the call, although the page has changed its form meanwhile", async () => {
    const form = { newEmail: "new@example.com" };
    const { client, sent } = await connect(async (client) => {
      form.newEmail = "other@example.com";
      return (await client.stepUp.password({ password })).error === null;
    });
    expect((await client.changeEmail(form)).error).toBe(null);
    expect(sent.filter((call) => call.startsWith("/change-email"))).toEqual([
      '/change-email {"newEmail":"new@example.com"}',
      '/change-email {"newEmail":"new@example.com"}',
    ]);
  });

  test("keeps the error when the user does not want to, and when the proof does not suffice", async () => {
    const answers = [false, true];
    const { client, sent } = await connect(async () => answers.shift() ?? false);
    for (const calls of [1, 3]) {
      const { error } = await client.changeEmail({ newEmail: "new@example.com" });
      expect([error?.code, sent.length]).toEqual(["SESSION_IS_NOT_FRESH", calls]);
    }
  });
});
