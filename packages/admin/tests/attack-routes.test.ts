import { accountModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { allEndpoints } from "../../../tests/harness/endpoints.ts";
import { eventsOf, type Fixture, open, type Person } from "./fixture.ts";

const all = allEndpoints().filter(({ route }) => route.includes(" /admin/"));
const routes = all.filter(({ isServerOnly }) => !isServerOnly).map(({ route }): string => route);
const forAdministrators = routes.filter((route) => !/stop-impersonating|has-permission/.test(route));
const newPassword = "a new long password";

/** Input for any of the routes, about a user and a session of the user. */
const about = (userId: string, sessionId: string) => ({
  id: userId,
  userId,
  sessionId,
  role: "user",
  newPassword,
  email: "new@example.com",
  name: "New",
  permissions: { user: ["list"] },
  data: { name: "Anna" },
});

async function ask({ browser }: Pick<Person, "browser">, route: string, input: object): Promise<Response> {
  const [method, path = ""] = route.split(" ");
  const texts = Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return method === "GET" ? browser.get(path, Object.fromEntries(texts)) : browser.post(path, input);
}

const everything = async ({ db, rowOf, sessionsOf }: Fixture, people: readonly Person[]) =>
  Promise.all(
    people.map(async ({ user }) => [await rowOf(user.id), await sessionsOf(user.id), await passwordOf(db, user.id)]),
  );
const passwordOf = async (db: Fixture["db"], userId: string) =>
  (await db.find(accountModel, { providerId: "credential", accountId: userId }))?.password ?? "";

describe.each(forAdministrators)("%s", (route) => {
  test("gives callers without the permission the same answer about every user, and needs a session", async () => {
    const fixture = open();
    const people = [
      await fixture.join("eve"),
      await fixture.join("admin", "admin"),
      await fixture.join("ann"),
    ] as const;
    const [eve, , ann] = people;
    await fixture.change(ann.user.id, { banned: true });
    const before = await everything(fixture, people);
    const answers = new Set<string>();
    const sessions = await Promise.all(
      people.map(async ({ user }) => (await fixture.sessionsOf(user.id))[0]?.id ?? ""),
    );
    const ids = [...people.map(({ user }) => user.id), "nobody", "x".repeat(255)];
    for (const [index, id] of ids.entries()) {
      const input = about(id, sessions[index] ?? id);
      const answer = await ask(eve, route, input);
      answers.add(`${answer.status} ${await answer.text()}`);
      expect((await ask(fixture.visit(), route, input)).status).toBe(401);
    }
    expect([...answers]).toEqual([expect.stringMatching(/^403 \{"code":"YOU_ARE_NOT_ALLOWED_TO_/)]);
    expect(await everything(fixture, people)).toEqual(before);
    expect(await eventsOf(fixture)).toEqual([]);
  });
});

describe.each(routes.filter((route) => route.startsWith("POST ")))("%s", (route) => {
  test("rejects requests of other origins, links and forms", async () => {
    const fixture = open();
    const people = [await fixture.join("admin", "admin"), await fixture.join("ann")] as const;
    const [admin, ann] = people;
    const before = await everything(fixture, people);
    const path = `https://app.example.com/api/auth${route.slice(5)}`;
    const body = JSON.stringify(about(ann.user.id, (await fixture.sessionsOf(ann.user.id))[0]?.id ?? ""));
    const send = (headers: Record<string, string>, method = "POST") => {
      const sent = new Headers({ "content-type": "application/json", ...headers });
      sent.set("cookie", admin.browser.headers().get("cookie") ?? "");
      return fixture.auth.handler(new Request(path, { method, headers: sent, ...(method === "POST" && { body }) }));
    };
    const own = "https://app.example.com";
    const statuses = [
      await send({ origin: "https://evil.example" }),
      await send({ origin: "null" }),
      await send({}),
      await send({ "sec-fetch-site": "same-site" }),
      await send({ origin: own, "content-type": "text/plain" }),
      await send({ origin: own, "content-type": "application/x-www-form-urlencoded" }),
      await send({}, "GET"),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403, 415, 415, 405]);
    expect(await everything(fixture, people)).toEqual(before);
    expect(await eventsOf(fixture)).toEqual([]);
  });
});

test("server-only calls do not exist over HTTP, even for administrators", async () => {
  const fixture = open();
  const admin = await fixture.join("admin", "admin");
  const serverOnly = all.filter(({ isServerOnly }) => isServerOnly).map(({ route }): string => route);
  expect(serverOnly.sort()).toEqual([
    "POST /admin/appoint-user",
    "POST /admin/index-users",
    "POST /admin/inspect-user",
    "POST /admin/set-user-role",
    "POST /admin/user-has-permission",
  ]);
  for (const route of serverOnly) expect((await ask(admin, route, about(admin.user.id, ""))).status).toBe(404);
});

/** Every route, in an order that works with a single user. */
const inTurn = [
  "list-users get-user create-user update-user set-role list-user-sessions revoke-user-session has-permission",
  "set-user-password ban-user unban-user impersonate-user stop-impersonating reset-two-factor revoke-user-sessions remove-user",
].flatMap((line) => line.split(" "));

test("no response and no event for administrators contains a secret", async () => {
  const fixture = open();
  const admin = await fixture.join("admin", "admin");
  const ann = await fixture.join("ann");
  const [{ id: sessionId = "" } = {}] = await fixture.sessionsOf(ann.user.id);
  const hashes = await Promise.all([admin, ann].map(({ user }) => passwordOf(fixture.db, user.id)));
  const tokens = new Set([admin, ann].map(tokenOf));
  let said = "";
  for (const name of inTurn) {
    const route = routes.find((one) => one.endsWith(`/${name}`)) ?? "";
    const input = about(ann.user.id, sessionId);
    const answer = await ask(admin, route, name === "create-user" ? { ...input, data: {} } : input);
    expect([name, answer.status]).toEqual([name, 200]);
    said += await answer.text();
    tokens.add(tokenOf(admin));
  }
  expect(inTurn).toHaveLength(routes.length);
  const told = await eventsOf(fixture);
  expect(told).toHaveLength(routes.length - 1);
  said += JSON.stringify(told);
  expect(tokens.size).toBe(3);
  for (const secret of [...tokens, ...hashes, newPassword, ann.password, "foldedName", '"password":']) {
    expect(secret).not.toBe("");
    expect(said).not.toContain(secret);
  }
});

const tokenOf = ({ browser }: Person): string =>
  /session_token=([A-Za-z0-9]{32})/.exec(browser.headers().get("cookie") ?? "")?.[1] ?? "";
