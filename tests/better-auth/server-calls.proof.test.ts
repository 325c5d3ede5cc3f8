import { AuthError, type SessionOf, type UserOf } from "@keyhold/core";
import { APIError } from "better-auth/api";
import { afterAll, beforeAll, describe, expect, expectTypeOf, inject, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../harness/databases.ts";
import { type Front, openFront } from "./front.ts";
import { type Keyhold, startKeyhold } from "./keyhold.ts";
import { movingPages } from "./moving-pages.ts";
import { type Peer, startPeer } from "./peer.ts";
import { type Person, signUp } from "./people.ts";
import { besidePeer } from "./sides.ts";

/** The server calls of docs/coming-from-better-auth.md, at both servers, running side by side. */

let front: Front;
let database: FreshDatabase;
let peer: Peer;
let keyhold: Keyhold;
let ada: Person;
/** Of a request of Ada's browser. */
let headers: Headers;

beforeAll(async () => {
  front = await openFront();
  database = await freshDatabase("sqlite", inject("services"));
  peer = await startPeer({ database, front });
  ada = await signUp(peer, "Ada");
  headers = new Headers({ cookie: ada.cookies.header() ?? "" });
  keyhold = await startKeyhold({ database, front, changes: besidePeer });
});
afterAll(async () => {
  await front.close();
  await Promise.all([peer.close(), keyhold.close()]);
  await database.drop();
});

const calls: Readonly<Record<string, () => Promise<void>>> = {
  async "`auth.api.getSession({ headers })`"() {
    const before = await peer.auth.api.getSession({ headers });
    const now = await keyhold.auth.api.getSession({}, { headers });
    expect(before?.user.id).toBe(ada.id);
    expect(now?.user.id).toBe(ada.id);
    expect((await keyhold.auth.api.getSession({ headers }))?.user.id).toBe(ada.id);
    expect((await keyhold.auth.session(headers))?.user.id).toBe(ada.id);
  },
  async "`auth.api.signInEmail({ body, headers })`"() {
    const body = { email: ada.email, password: ada.password };
    expect((await peer.auth.api.signInEmail({ body, headers })).user.id).toBe(ada.id);
    expect((await keyhold.auth.api.signIn.email(body, {})).user.id).toBe(ada.id);
  },
  async "`auth.api.createOrganization({ body, headers })`"() {
    await peer.auth.api.createOrganization({ body: { name: "Acme", slug: "acme" }, headers });
    await keyhold.auth.api.organization.create({ name: "Shop", slug: "shop" }, { headers });
    const listed = await keyhold.auth.api.organization.list({}, { headers });
    expect(listed.map(({ slug }) => slug)).toEqual(["acme", "shop"]);
  },
  async "`asResponse: true`, `returnHeaders: true`"() {
    const body = { email: ada.email, password: ada.password };
    const before = await peer.auth.api.signInEmail({ body, asResponse: true });
    const now: string[] = [];
    await keyhold.auth.api.signIn.email(body, { setCookie: (line) => now.push(line) });
    expect(before.headers.getSetCookie()[0]).toMatch(/^better-auth\.session_token=/);
    expect(now[0]).toMatch(/^better-auth\.session_token=/);
  },
  async "throws `APIError` with `status`, `body`"() {
    const body = { email: ada.email, password: "a wrong password" };
    const before: unknown = await peer.auth.api.signInEmail({ body }).catch((error: unknown) => error);
    const now: unknown = await keyhold.auth.api.signIn.email(body, {}).catch((error: unknown) => error);
    expect(before).toBeInstanceOf(APIError);
    expect(before).toMatchObject({ status: "UNAUTHORIZED", body: { code: "INVALID_EMAIL_OR_PASSWORD" } });
    expect(now).toBeInstanceOf(AuthError);
    expect(now).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" });
  },
  async "`toNodeHandler(auth)`, `toNextJsHandler(auth)`, …"() {
    for (const side of ["peer", "keyhold"] as const) {
      const answer = await fetch(`${front.url}/api/auth/ok`, { headers: { "x-side": side } });
      expect(await answer.json()).toEqual({ ok: true });
    }
  },
  async "another form, e.g. `{ body }`"() {
    const body = { email: ada.email, password: ada.password };
    const signIn = keyhold.auth.api.signIn.email as (input: unknown) => Promise<unknown>;
    await expect(signIn({ body })).rejects.toThrow("auth.api.signIn.email({ email, password");
  },
  async "`auth.$Infer.Session`"() {
    expectTypeOf<Peer["auth"]["$Infer"]["Session"]["user"]["email"]>().toBeString();
    expectTypeOf<UserOf<Keyhold["auth"]>["email"]>().toBeString();
    expectTypeOf<SessionOf<Keyhold["auth"]>["session"]["userId"]>().toBeString();
  },
};

describe("docs/coming-from-better-auth.md, calls of the server", () => {
  test("has a row for every tested call, and a test for every row", () => {
    const page = movingPages();
    const section = /^### Server-side calls\n([\s\S]*?)^#/m.exec(page)?.[1] ?? "";
    const rows = [...section.matchAll(/^\| (.+?) \| .+ \|$/gm)].map(([, first]) => first).slice(1);
    expect(rows).toEqual(Object.keys(calls));
  });

  test.each(Object.keys(calls))("%s", (row) => calls[row]?.());
});
