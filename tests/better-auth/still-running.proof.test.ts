import { createBrowser } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { freshDatabase } from "../harness/databases.ts";
import { type Both, startBoth } from "./both.ts";
import { peerDatabaseTypes } from "./database.ts";
import { type Front, openFront, type Side } from "./front.ts";
import { startKeyhold } from "./keyhold.ts";
import { startPeer } from "./peer.ts";
import { take } from "./people.ts";
import { besidePeer, directions, newBrowser, newPerson, rowOf, userAt } from "./sides.ts";

const services = inject("services");

// sessions.proof.test.ts and its neighbours have every flow in both directions; these are the losses of an app without the option.
describe.each(peerDatabaseTypes(services))(
  "after requests to Keyhold better-auth 1.2.12 still accepts, on %s,",
  (type) => {
    let both: Both;
    beforeAll(async () => {
      both = await startBoth({ type, services, keyhold: besidePeer });
    });
    afterAll(() => both.close());

    test("sessions, of its own and of Keyhold", async () => {
      for (const person of [await newPerson(both, "peer"), await newPerson(both, "keyhold")]) {
        const { token } = await rowOf(both, "session", { userId: person.id });
        for (const side of ["keyhold", "peer"] as const) expect(await userAt(person, side)).toBe(person.id);
        expect((await rowOf(both, "session", { userId: person.id })).token).toBe(token);
      }
    });

    test("passwords, of its own and of Keyhold", async () => {
      for (const person of [both.people.cyd, await newPerson(both, "keyhold")]) {
        for (const side of ["keyhold", "peer"] as const) {
          expect(take(await newBrowser(both, side).client.signIn.email(person)).user.id).toBe(person.id);
        }
      }
    });

    test("organizations, with members added at Keyhold", async () => {
      const { ada, dan, organizationId, invitationId } = both.people;
      dan.toggle("keyhold");
      take(await dan.client.organization.acceptInvitation({ invitationId }));
      ada.toggle("peer");
      const { members } = take(await ada.client.organization.getFullOrganization({ query: { organizationId } }));
      expect(members.map(({ userId }) => userId)).toContain(dan.id);
    });
  },
);

describe("over https", () => {
  const url = "https://app.example.com";
  let real: Front;
  beforeAll(async () => {
    real = await openFront();
  });
  afterAll(() => real.close());

  test.each([
    ["of this host", {}, {}],
    [
      "of a domain",
      { advanced: { crossSubDomainCookies: { enabled: true, domain: "example.com" } } },
      { domain: "example.com" },
    ],
  ])("both give and read the same cookies %s", async (_, changes, { domain }: { readonly domain?: string }) => {
    const database = await freshDatabase("sqlite", services);
    const front = { ...real, url };
    const peer = await startPeer({ database, front, changes });
    const cookies = { ...besidePeer?.cookies, ...(domain && { domain }) };
    const keyhold = await startKeyhold({ database, front, changes: { cookies } });
    for (const [first, second] of directions) {
      let side: Side = first;
      const handler = (request: Request): Promise<Response> => (side === "peer" ? peer : keyhold).auth.handler(request);
      const browser = createBrowser({ handler }, { baseURL: url });
      const person = { email: `${first}@example.com`, name: first, password: "a password of both" };
      expect((await browser.post("/sign-up/email", person)).status).toBe(200);
      expect(browser.cookies.cookies).toMatchObject([
        { name: "__Secure-better-auth.session_token", domain: domain ?? "app.example.com", isSecure: true },
      ]);
      side = second;
      expect(await (await browser.get("/get-session")).json()).toMatchObject({ user: { email: person.email } });
      expect((await browser.post("/sign-out")).status).toBe(200);
      expect(browser.cookies.cookies).toEqual([]);
    }
    await Promise.all([peer.close(), keyhold.close()]);
    await database.drop();
  });
});
