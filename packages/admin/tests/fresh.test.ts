import { describe, expect, test } from "vitest";
import { allEndpoints } from "../../../tests/harness/endpoints.ts";
import { type Fixture, type Opening, open, type Person } from "./fixture.ts";

/** Routes that change no user: they also work with an older sign-in. */
const anyAge = [
  "GET /admin/get-user",
  "GET /admin/list-users",
  "POST /admin/has-permission",
  "POST /admin/list-user-sessions",
  "POST /admin/stop-impersonating",
];

const routes = allEndpoints()
  .filter(({ route, isServerOnly }) => route.includes(" /admin/") && !isServerOnly)
  .map(({ route }): string => route);
const freshOnly = routes.filter((route) => !anyAge.includes(route));

/** Input for any of the routes, about a user and a session of the user. */
const about = (userId: string, sessionId: string) => ({
  id: userId,
  userId,
  sessionId,
  role: "support",
  newPassword: "a new long password",
  email: "new@example.com",
  name: "New",
  permissions: { user: ["list"] },
});

interface Scene {
  readonly fixture: Fixture;
  readonly admin: Person;
  readonly ann: Person;
  ask(route: string): Promise<string>;
}

async function openScene(opening?: Opening): Promise<Scene> {
  const fixture = open(opening);
  const admin = await fixture.join("admin", "admin");
  const ann = await fixture.join("ann");
  const [{ id: sessionId = "" } = {}] = await fixture.sessionsOf(ann.user.id);
  const input = about(ann.user.id, sessionId);
  async function ask(route: string): Promise<string> {
    const [method, path = ""] = route.split(" ");
    const body = /create-user/.test(path) ? { ...input, role: undefined } : { ...input, data: { name: "Anna" } };
    const answer = await (method === "GET"
      ? admin.browser.get(path, { id: input.id })
      : admin.browser.post(path, body));
    const { code } = await answer.json();
    return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
  }
  return { fixture, admin, ann, ask };
}

const tooOld = "403 SESSION_IS_NOT_FRESH";
const reAuthenticate = ({ client, password }: Person) => client.stepUp.password({ password });

test("every admin route either requires a fresh session or is listed as an exception", () => {
  expect(routes.length).toBeGreaterThan(anyAge.length);
  expect(anyAge.filter((route) => !routes.includes(route))).toEqual([]);
});

describe.each(freshOnly)("%s", (route) => {
  test("requires the password from an administrator who signed in more than a day ago, and then succeeds", async () => {
    const { fixture, admin, ann, ask } = await openScene();
    const before = [await fixture.rowOf(ann.user.id), await fixture.sessionsOf(ann.user.id)];
    fixture.clock.forward({ days: 1, seconds: 1 });
    expect(await ask(route)).toBe(tooOld);
    expect([await fixture.rowOf(ann.user.id), await fixture.sessionsOf(ann.user.id)]).toEqual(before);
    expect((await reAuthenticate(admin)).error).toBe(null);
    expect(await ask(route)).toBe("200");
  });

  test("succeeds for one who signed in within a day", async () => {
    const { fixture, ask } = await openScene();
    fixture.clock.forward({ days: 1 });
    expect(await ask(route)).toBe("200");
  });
});

test.each(anyAge.filter((route) => !route.includes("stop")))("%s requires no fresh session", async (route) => {
  const { fixture, ask } = await openScene();
  fixture.clock.forward({ days: 6 });
  expect(await ask(route)).toBe("200");
});

describe("`freshAgeSeconds` of the plugin", () => {
  const minutes = (count: number) => count * 60;
  const ban = "POST /admin/ban-user";

  test("may be shorter than that of other routes", async () => {
    const { fixture, admin, ask } = await openScene({ options: { freshAgeSeconds: minutes(10) } });
    fixture.clock.forward({ seconds: minutes(10) + 1 });
    expect(await ask(ban)).toBe(tooOld);
    const { error } = await admin.client.unlinkAccount({ providerId: "credential" });
    expect(error?.code).toBe("YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT");
    await reAuthenticate(admin);
    fixture.clock.forward({ seconds: minutes(10) });
    expect(await ask(ban)).toBe("200");
    fixture.clock.forward({ seconds: 1 });
    expect(await ask(ban)).toBe(tooOld);
  });

  test("may be longer, and re-entering the password counts as long", async () => {
    const options = { freshAgeSeconds: 3 * 86_400 };
    const { fixture, admin, ask } = await openScene({ options, config: { session: { freshAgeSeconds: 60 } } });
    fixture.clock.forward({ days: 3 });
    expect(await ask(ban)).toBe("200");
    fixture.clock.forward({ days: 1 });
    expect(await ask(ban)).toBe(tooOld);
    await reAuthenticate(admin);
    fixture.clock.forward({ days: 3 });
    expect(await ask(ban)).toBe("200");
  });

  test("defaults to that of the app, and 0 disables it", async () => {
    const own = await openScene({ config: { session: { freshAgeSeconds: 60 } } });
    own.fixture.clock.forward({ seconds: 61 });
    expect(await own.ask(ban)).toBe(tooOld);
    const never = await openScene({ options: { freshAgeSeconds: 0 } });
    never.fixture.clock.forward({ days: 6 });
    expect(await never.ask(ban)).toBe("200");
  });
});

describe("during an impersonation", () => {
  test("neither the user's password nor the administrator's makes the session fresh", async () => {
    const { fixture, admin, ann } = await openScene();
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    for (const { password } of [ann, admin]) {
      const { error } = await admin.client.stepUp.password({ password });
      expect(error?.code).toBe("NOT_ALLOWED_WHILE_IMPERSONATING");
    }
    await fixture.auth.idle();
    expect(fixture.events.filter(({ type }) => type === "session.re-authenticated")).toEqual([]);
  });

  test("the administrator's own session stays as fresh as it was", async () => {
    const { fixture, admin, ann, ask } = await openScene();
    fixture.clock.forward({ days: 2 });
    await reAuthenticate(admin);
    expect((await admin.client.admin.impersonateUser({ userId: ann.user.id })).error).toBe(null);
    expect((await admin.client.admin.stopImpersonating()).error).toBe(null);
    expect(await ask("POST /admin/ban-user")).toBe("200");
  });
});
