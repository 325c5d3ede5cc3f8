import { describe, expect, test } from "vitest";
import { allEndpoints } from "../../../tests/harness/endpoints.ts";
import { eventsOf, type Fixture, open, type Person } from "./fixture.ts";

type Caller = (typeof callers)[number];
interface Place {
  readonly fixture: Fixture;
  readonly target: Person;
  readonly sessionId: string;
}

const forbidden = (code: string) => `403 ${code}`;
const acting = forbidden("NOT_ALLOWED_WHILE_IMPERSONATING");

/**
 * Each route with an action on a user without a role, and the error code without the permission. The role "support"
 * has some of these permissions.
 */
const routes: readonly {
  readonly route: string;
  readonly input: (place: Place) => object;
  readonly refused: string;
  readonly support: boolean;
}[] = [
  {
    route: "POST /admin/create-user",
    input: () => ({ email: `new@example.com`, name: "New" }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS",
    support: false,
  },
  {
    route: "GET /admin/get-user",
    input: ({ target }) => ({ id: target.user.id }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_GET_USER",
    support: true,
  },
  {
    route: "POST /admin/update-user",
    input: ({ target }) => ({ userId: target.user.id, data: { name: "Renamed" } }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS",
    support: false,
  },
  { route: "GET /admin/list-users", input: () => ({}), refused: "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS", support: true },
  {
    route: "POST /admin/set-role",
    input: ({ target }) => ({ userId: target.user.id, role: "user" }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE",
    support: true,
  },
  {
    route: "POST /admin/ban-user",
    input: ({ target }) => ({ userId: target.user.id }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS",
    support: true,
  },
  {
    route: "POST /admin/unban-user",
    input: ({ target }) => ({ userId: target.user.id }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS",
    support: true,
  },
  {
    route: "POST /admin/impersonate-user",
    input: ({ target }) => ({ userId: target.user.id }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS",
    support: true,
  },
  {
    route: "POST /admin/list-user-sessions",
    input: ({ target }) => ({ userId: target.user.id }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS",
    support: true,
  },
  {
    route: "POST /admin/revoke-user-session",
    input: ({ sessionId }) => ({ sessionId }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS",
    support: true,
  },
  {
    route: "POST /admin/revoke-user-sessions",
    input: ({ target }) => ({ userId: target.user.id }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS",
    support: true,
  },
  {
    route: "POST /admin/set-user-password",
    input: ({ target }) => ({ userId: target.user.id, newPassword: "a new long password" }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD",
    support: false,
  },
  {
    route: "POST /admin/reset-two-factor",
    input: ({ target }) => ({ userId: target.user.id }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR",
    support: false,
  },
  {
    route: "POST /admin/remove-user",
    input: ({ target }) => ({ userId: target.user.id }),
    refused: "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS",
    support: false,
  },
];

/** The routes without a permission. */
const openRoutes: readonly {
  readonly route: string;
  readonly input: object;
  readonly answers: Record<Caller, string>;
}[] = [
  {
    route: "POST /admin/stop-impersonating",
    input: {},
    answers: {
      admin: "400 YOU_ARE_NOT_IMPERSONATING",
      support: "400 YOU_ARE_NOT_IMPERSONATING",
      user: "400 YOU_ARE_NOT_IMPERSONATING",
      nobody: "401 UNAUTHORIZED",
      banned: "400 YOU_ARE_NOT_IMPERSONATING",
      impersonated: "200",
    },
  },
  {
    route: "POST /admin/has-permission",
    input: { permissions: { user: ["ban"] } },
    answers: {
      admin: "200 true",
      support: "200 true",
      user: "200 false",
      nobody: "401 UNAUTHORIZED",
      banned: "200 false",
      impersonated: "200 false",
    },
  },
];

const callers = ["admin", "support", "user", "nobody", "banned", "impersonated"] as const;

type Callers = Readonly<Record<Caller, Pick<Person, "browser">>>;

async function ask({ browser }: Pick<Person, "browser">, route: string, input: object): Promise<string> {
  const [method, path = ""] = route.split(" ");
  const query = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]));
  const response = method === "GET" ? await browser.get(path, query) : await browser.post(path, input);
  const { code, success } = await response.json();
  return [response.status, code ?? (path === "/admin/has-permission" ? success : "")].join(" ").trim();
}

async function openCallers(fixture: Fixture): Promise<Callers> {
  // Banned by SQL, which leaves the session.
  const banned = await fixture.join("banned", "admin");
  await fixture.change(banned.user.id, { banned: true });
  // Impersonating an administrator with all permissions.
  const impersonated = await fixture.join("impersonator", "admin");
  const chief = await fixture.join("chief", "admin");
  await impersonated.client.admin.impersonateUser({ userId: chief.user.id });
  return {
    admin: await fixture.join("admin", "admin"),
    support: await fixture.join("support", "support"),
    user: await fixture.join("user"),
    nobody: fixture.visit(),
    banned,
    impersonated,
  };
}

async function openPlace(): Promise<Place & { readonly people: Callers }> {
  const fixture = open({ options: { allowImpersonatingAdmins: true } });
  const people = await openCallers(fixture);
  const target = await fixture.join("target");
  const [session] = await fixture.sessionsOf(target.user.id);
  return { fixture, people, target, sessionId: session?.id ?? "" };
}

/** Every action emits a single event with actor and target, except lifting a ban that does not exist. */
async function expectEvent({ fixture, target }: Place, route: string): Promise<void> {
  const told = (await eventsOf(fixture)).filter(
    (event) => "actorId" in event && event.type !== "admin.impersonation-started",
  );
  const isStart = route.endsWith("impersonate-user");
  if (isStart || route.endsWith("unban-user")) return expect(told).toEqual([]);
  const [event, ...more] = told;
  expect(more).toEqual([]);
  expect(event).toMatchObject({ actorId: expect.any(String), ipAddress: "203.0.113.7" });
  const whom = event && "target" in event ? (event.target?.id ?? null) : undefined;
  if (route.endsWith("create-user")) expect(whom).toEqual(expect.any(String));
  else expect(whom).toBe(route.endsWith("list-users") ? null : target.user.id);
}

describe.each(routes)("$route", ({ route, input, refused, support }) => {
  const expected: Readonly<Record<Caller, string>> = {
    admin: "200",
    support: support ? "200" : forbidden(refused),
    user: forbidden(refused),
    nobody: "401 UNAUTHORIZED",
    banned: "401 UNAUTHORIZED",
    impersonated: acting,
  };

  test.each(callers)("by %s", async (caller) => {
    const place = await openPlace();
    const { fixture, target, people } = place;
    const before = await fixture.rowOf(target.user.id);
    expect(await ask(people[caller], route, input(place))).toBe(expected[caller]);
    if (expected[caller] === "200") return expectEvent(place, route);
    expect(await fixture.rowOf(target.user.id)).toEqual(before);
    expect(await fixture.sessionsOf(target.user.id)).toHaveLength(1);
  });
});

describe.each(openRoutes)("$route", ({ route, input, answers }) => {
  test.each(callers)("by %s", async (caller) => {
    const { people } = await openPlace();
    expect(await ask(people[caller], route, input)).toBe(answers[caller]);
  });
});

test("the matrix holds every route of administrators", () => {
  const declared = allEndpoints()
    .filter(({ route, isServerOnly }) => route.includes(" /admin/") && !isServerOnly)
    .map(({ route }): string => route);
  expect(declared.sort()).toEqual([...routes, ...openRoutes].map(({ route }) => route).sort());
});
