import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { accountLists, userColumns } from "@keyhold/client";
import { clientPlugin } from "@keyhold/client/plugin";
import { date, definePlugin, endpointsFor, json, ok, type PluginTypes, text } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";

/** A text in the form of a date stays a text in every answer, and a date is a date. */

const likeDate = "2026-01-02T03:04:05.678Z";

/** A route of an app that answers any data. */
let given: unknown;
const endpoint = endpointsFor<null, Record<never, never>>({});
const show = endpoint({
  route: "GET /any/data",
  access: "public",
  doc: "Answers the data of the test.",
  input: z.object({}),
  output: z.unknown(),
  errors: [],
  handle: () => ok(given),
});
interface AnyDataTypes extends PluginTypes {
  readonly endpoints: { readonly anyData: typeof show };
}
const anyData = definePlugin<AnyDataTypes>({ id: "any-data", endpoints: { anyData: show } });
const anyDataClient = clientPlugin<AnyDataTypes>({ id: "any-data", routes: { anyData: "GET /any/data" } });

const columns = {
  motto: text().optional().input(),
  theme: json<Readonly<Record<string, unknown>>>().optional().input(),
  birthday: date().optional().input(),
};
const config = { user: { columns } };
const typesOnly = () => createTestAuth({ config }).auth;

const open = () =>
  createTestAuth({
    plugins: [username(), admin(), organization(), teams(), twoFactor(), passkey(), anyData],
    clientPlugins: [
      usernameClient(),
      adminClient(),
      organizationClient(),
      teamsClient(),
      twoFactorClient(),
      passkeyClient(),
      accountLists(),
      userColumns<ReturnType<typeof typesOnly>>({ dates: ["birthday"] }),
      anyDataClient,
    ],
    config,
  });

const theme = { createdAt: likeDate, user: { createdAt: likeDate }, list: [likeDate] };

async function openLikeDates() {
  const world = open();
  const ann = await world.signUp("ann@example.com", { name: likeDate, motto: likeDate, theme, username: "ann" });
  await ann.client.updateUser({ birthday: "2000-01-31" });
  await world.auth.api.admin.setUserRole({ userId: ann.user.id, role: "admin" });
  await ann.client.signIn.email({ email: "ann@example.com", password: ann.password });
  const team = await ann.client.organization.create({
    name: likeDate,
    slug: "dates",
    metadata: { createdAt: likeDate },
  });
  await ann.client.organization.inviteMember({ email: "bob@example.com", role: "member" });
  await ann.client.organization.createTeam({ name: likeDate });
  return { ...world, ann, organizationId: team.data?.id ?? "" };
}

describe("an answer in the client", () => {
  test("has the types of the server's answer, in every list and object", async () => {
    const { auth, ann, organizationId } = await openLikeDates();
    const { client, browser } = ann;
    const { api } = auth;
    const call = { headers: browser.headers() };
    const answers = [
      [await client.getSession(), await api.getSession({}, call)],
      [await client.listSessions(), await api.listSessions({}, call)],
      [await client.listAccounts(), await api.listAccounts({}, call)],
      [await client.stepUp.methods(), await api.stepUp.methods({}, call)],
      [await client.twoFactor.status(), await api.twoFactor.status({}, call)],
      [await client.passkey.listUserPasskeys(), await api.passkey.listUserPasskeys({}, call)],
      [await client.admin.listUsers(), await api.admin.listUsers({}, call)],
      [await client.organization.list(), await api.organization.list({}, call)],
      [await client.organization.getFullOrganization(), await api.organization.getFullOrganization({}, call)],
      [await client.organization.listMembers(), await api.organization.listMembers({}, call)],
      [await client.organization.getActiveMember(), await api.organization.getActiveMember({}, call)],
      [await client.organization.listTeams(), await api.organization.listTeams({}, call)],
      [
        await client.organization.listInvitations({ organizationId }),
        await api.organization.listInvitations({ organizationId }, call),
      ],
    ] as const;
    for (const [{ data, error }, answer] of answers) {
      expect(error).toBe(null);
      expect(data).toStrictEqual(answer);
    }
    expect((await client.getSession()).data?.user).toMatchObject({
      name: likeDate,
      motto: likeDate,
      theme,
      birthday: new Date("2000-01-31"),
    });
  });

  test("has the dates and texts of any data", async () => {
    const { client } = open();
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.date({ noInvalidDate: true }),
        fc.constantFrom(likeDate, null, 5, true, "a name"),
        // The items of a list have a single type, as in the lists of every route.
        fc.array(fc.date({ noInvalidDate: true }), { maxLength: 3 }),
        fc.array(fc.constant(likeDate), { maxLength: 3 }),
        fc.array(fc.record({ at: fc.date({ noInvalidDate: true }), name: fc.constant(likeDate) }), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("at", "name", "createdAt", "user", "a_1"), tie("value"), { maxKeys: 4 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (data) => {
        given = data;
        expect((await client.anyData()).data).toEqual(data);
      }),
      { numRuns: 200 },
    );
  });

  test("changes the type of no text, whatever stands beside it", async () => {
    const { client } = open();
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.date({ noInvalidDate: true }),
        fc.constant(likeDate),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("at", "a.b", "a", "b", "*", "", " ", '"', "é", "length", "0"), tie("value"), {
          maxKeys: 3,
        }),
      ),
    }));
    const isText = (sent: unknown, got: unknown): void => {
      if (typeof sent === "string") expect(got).toBe(sent);
      else if (sent instanceof Date) expect([sent.toJSON(), sent]).toContainEqual(got);
      else for (const [key, field] of Object.entries(Object(sent))) isText(field, Object(got)[key]);
    };
    await fc.assert(
      fc.asyncProperty(value, async (data) => {
        given = data;
        isText(data, (await client.anyData()).data);
      }),
      { numRuns: 300 },
    );
  });

  test("has texts alone for a client that does not ask for dates", async () => {
    const { browser } = open();
    given = { at: new Date(likeDate) };
    const response = await browser.get("/any/data");
    expect(response.headers.get("content-type")).toBe("application/json");
  });
});

test.each([
  ["as it is", <T>(session: T): T => session],
  ["as JSON", <T>(session: T): T => JSON.parse(JSON.stringify(session))],
])("a session that a page gives to the client %s has its dates and texts", async (_, handOver) => {
  const { ann } = await openLikeDates();
  const { data } = await ann.client.getSession();
  expect(data).not.toBe(null);
  const window = globalThis.window;
  Object.assign(globalThis, { window: {} });
  try {
    ann.client.session.hydrate(handOver(data));
  } finally {
    Object.assign(globalThis, { window });
    if (window === undefined) Reflect.deleteProperty(globalThis, "window");
  }
  expect(ann.client.session.get().data).toStrictEqual(data);
});
