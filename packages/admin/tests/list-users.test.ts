import { beforeAll, describe, expect, test } from "vitest";
import { eventsOf, type Fixture, open, type Person } from "./fixture.ts";

type Query = NonNullable<Parameters<Person["client"]["admin"]["listUsers"]>[0]>;

let fixture: Fixture;
let admin: Person;

/** Created in this order, a minute apart. */
const people = [
  ["zoe@example.com", "Zoë Ash", null],
  ["ada@example.com", "Ada Lovelace", "editor"],
  ["adam@example.net", "ADAM SMITH", "support"],
  ["bob@example.com", "bob", "user"],
  ["eloise@example.com", "Éloïse", "support,editor"],
  ["han@example.com", "한지민", "editor"],
] as const;

beforeAll(async () => {
  fixture = open();
  for (const [email, name, role] of people) {
    fixture.clock.forward({ minutes: 1 });
    const { user } = await fixture.signUp(email, { name });
    await fixture.change(user.id, { role });
  }
  fixture.clock.forward({ minutes: 1 });
  admin = await fixture.join("admin", "admin");
});

/** The names of the matching users, page by page. */
async function find(query: Query, limit = 100): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { data, error } = await admin.client.admin.listUsers({ ...query, limit, ...(cursor && { cursor }) });
    if (error) throw new Error(JSON.stringify(error));
    expect(data.users.length).toBeLessThanOrEqual(limit);
    names.push(...data.users.map(({ name }) => name));
    cursor = data.nextCursor;
  } while (cursor);
  return names;
}

/** Asserts that the page size does not change the result. */
async function findAll(query: Query): Promise<readonly string[]> {
  const all = await find(query);
  for (const limit of [1, 2, 3]) expect(await find(query, limit)).toEqual(all);
  return all;
}

const byTime = ["Zoë Ash", "Ada Lovelace", "ADAM SMITH", "bob", "Éloïse", "한지민", "admin"];

describe("GET /admin/list-users", () => {
  test("returns the newest first by default", async () => {
    expect(await findAll({})).toEqual(byTime.toReversed());
  });

  test("sorts by time, address and name; names without case and accents", async () => {
    expect(await findAll({ sortBy: "createdAt" })).toEqual(byTime);
    expect(await findAll({ sortBy: "createdAt", sortDirection: "desc" })).toEqual(byTime.toReversed());
    const byAddress = ["Ada Lovelace", "ADAM SMITH", "admin", "bob", "Éloïse", "한지민", "Zoë Ash"];
    expect(await findAll({ sortBy: "email" })).toEqual(byAddress);
    expect(await findAll({ sortBy: "email", sortDirection: "desc" })).toEqual(byAddress.toReversed());
    const byName = ["Ada Lovelace", "ADAM SMITH", "admin", "bob", "Éloïse", "Zoë Ash", "한지민"];
    expect(await findAll({ sortBy: "name" })).toEqual(byName);
    expect(await findAll({ sortBy: "name", sortDirection: "desc" })).toEqual(byName.toReversed());
  });

  test("searches addresses by prefix, in any case", async () => {
    expect(await findAll({ searchValue: "ADA" })).toEqual(["Ada Lovelace", "ADAM SMITH"]);
    expect(await findAll({ searchValue: "ada", sortDirection: "desc" })).toEqual(["ADAM SMITH", "Ada Lovelace"]);
    expect(await findAll({ searchValue: "adam@example.n" })).toEqual(["ADAM SMITH"]);
    expect(await findAll({ searchValue: "example" })).toEqual([]);
    expect(await findAll({ searchValue: "%" })).toEqual([]);
  });

  test("searches names by prefix, without case and accents", async () => {
    const named = (searchValue: string) => findAll({ searchField: "name", searchValue });
    expect(await named("ad")).toEqual(["Ada Lovelace", "ADAM SMITH", "admin"]);
    expect(await named("ADA LOVE")).toEqual(["Ada Lovelace"]);
    expect(await named("elo")).toEqual(["Éloïse"]);
    expect(await named("Zoé")).toEqual(["Zoë Ash"]);
    expect(await named("하")).toEqual(["한지민"]);
    expect(await named("love")).toEqual([]);
    expect(await named("\u0301")).toEqual([]);
  });

  test("searches names without regard to letters and marks that a keyboard lacks or replaces", async () => {
    const fork = open();
    const names = [
      "D’Arcy Quinn",
      "Jean–Luc",
      "Łukasz",
      "Søren",
      "Işıl",
      "Strauß",
      "\u200bLea",
      "Ægir",
      "Mary \u200b Ann",
    ];
    for (const [index, name] of names.entries()) await fork.signUp(`named-${index}@example.com`, { name });
    const { client } = await fork.join("admin", "admin");
    const named = async (searchValue: string) => {
      const { data } = await client.admin.listUsers({ searchField: "name", searchValue });
      return data?.users.map(({ name }) => name);
    };
    const typed = ["d'arcy", "jean-l", "lukasz", "soren", "ışıl", "strauss", "lea", "aegir", "mary ann"];
    expect(await Promise.all(typed.map(named))).toEqual(names.map((name) => [name]));
    expect(await Promise.all(["D’A", "Jean–", "Łu", "Sø", "IŞIL", "Strauß", "Æ"].map(named))).toEqual(
      names.filter((name) => !name.includes("\u200b")).map((name) => [name]),
    );
  });

  test("treats an empty search as no search", async () => {
    expect(await find({ searchValue: "", searchField: "name" })).toEqual(byTime.toReversed());
  });

  test("filters by role, alone and among others; the default role includes users without a stored role", async () => {
    const having = (filterValue: string) => findAll({ filterField: "role", filterValue, sortBy: "createdAt" });
    expect(await having("editor")).toEqual(["Ada Lovelace", "Éloïse", "한지민"]);
    expect(await having("support")).toEqual(["ADAM SMITH", "Éloïse"]);
    expect(await having("admin")).toEqual(["admin"]);
    expect(await having("user")).toEqual(["Zoë Ash", "bob"]);
    expect(await having("support,editor")).toEqual(["Éloïse"]);
    expect(await having("nope")).toEqual([]);
  });

  test("filters by ban", async () => {
    const { user } = await fixture.join("rude");
    const { user: free } = await fixture.join("freed");
    await admin.client.admin.banUser({ userId: user.id });
    await admin.client.admin.banUser({ userId: free.id });
    await admin.client.admin.unbanUser({ userId: free.id });
    expect(await findAll({ filterField: "banned", filterValue: "true" })).toEqual(["rude"]);
    expect(await find({ filterField: "banned", filterValue: true })).toEqual(["rude"]);
    const others = await findAll({ filterField: "banned", filterValue: "false", sortBy: "createdAt" });
    expect(others).toHaveLength(byTime.length + 1);
    expect(others).not.toContain("rude");
    for (const { id } of [user, free]) await admin.client.admin.removeUser({ userId: id });
  });

  test.each<[Query, number]>([
    [{}, 7],
    [{ limit: 2 }, 7],
    [{ searchValue: "ada" }, 2],
    [{ searchField: "name", searchValue: "ad" }, 3],
    [{ searchField: "name", searchValue: "\u0301" }, 0],
    [{ filterField: "role", filterValue: "user" }, 2],
    [{ filterField: "role", filterValue: "editor", limit: 1 }, 3],
    [{ filterField: "banned", filterValue: false }, 7],
    [{ filterField: "banned", filterValue: true }, 0],
  ])("counts all matches on request: %j", async (query, total) => {
    const { data } = await admin.client.admin.listUsers({ ...query, count: true });
    expect(data?.total).toBe(total);
    expect(data?.users).toHaveLength(Math.min(total, query.limit ?? 100));
    expect((await admin.client.admin.listUsers({ ...query, count: false })).data?.total).toBe(null);
    expect((await admin.client.admin.listUsers(query)).data?.total).toBe(null);
  });

  test("counts the same on each page, over HTTP too", async () => {
    const first = await admin.browser.get("/admin/list-users", { limit: "2", count: "true" });
    const { nextCursor, total } = (await first.json()) as { readonly nextCursor: string; readonly total: number };
    const second = await admin.browser.get("/admin/list-users", { limit: "2", count: "true", cursor: nextCursor });
    expect([total, await second.json()]).toMatchObject([7, { total: 7 }]);
  });

  test("returns at most a hundred users, and no secret columns", async () => {
    const { data } = await admin.client.admin.listUsers({ limit: 1 });
    expect(Object.keys(data?.users[0] ?? {}).sort()).toEqual(
      [
        ...["id", "name", "email", "emailVerified", "image", "createdAt", "updatedAt"],
        ...["role", "banned", "banReason", "banExpires", "username", "displayUsername"],
      ].sort(),
    );
    expect((await admin.browser.get("/admin/list-users", { limit: "101" })).status).toBe(400);
  });

  test.each([0, undefined])("accepts the offset %j of clients that start with it", async (offset) => {
    expect((await admin.client.admin.listUsers({ offset, limit: 1 })).data?.users).toHaveLength(1);
  });

  test("emits an event", async () => {
    await find({});
    expect((await eventsOf(fixture)).at(-1)).toMatchObject({
      type: "admin.users-listed",
      actorId: admin.user.id,
      target: null,
    });
  });
});

describe("a list without an index fails and names the alternative:", () => {
  const email = { searchValue: "a" };
  test.each<[Record<string, string>, string, RegExp]>([
    [{ ...email, searchOperator: "contains" }, "searchOperator", /use starts_with/],
    [{ ...email, searchOperator: "ends_with" }, "searchOperator", /use starts_with/],
    [{ offset: "100" }, "offset", /Use cursor/],
    [{ ...email, sortBy: "createdAt" }, "sortBy", /sorted by the searched field/],
    [{ ...email, sortBy: "name" }, "sortBy", /sorted by the searched field/],
    [{ ...email, searchField: "name", sortBy: "email" }, "sortBy", /sorted by the searched field/],
    [{ ...email, filterField: "role", filterValue: "admin" }, "filterField", /Search or filter/],
    [{ filterField: "role", filterValue: "admin", sortBy: "email" }, "sortBy", /sorted by createdAt/],
    [{ filterField: "role" }, "filterValue", /name of a role/],
    [{ filterField: "banned", filterValue: "yes" }, "filterValue", /true or false/],
  ])("%j", async (query, path, message) => {
    const answer = await admin.browser.get("/admin/list-users", query);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: "VALIDATION_ERROR",
      issues: [{ path, message: expect.stringMatching(message) }],
    });
  });

  test.each<Record<string, string>>([
    { searchField: "password" },
    { filterField: "foldedName", filterValue: "a" },
    { filterOperator: "ne", filterField: "role", filterValue: "a" },
    { sortBy: "banReason" },
    { sortDirection: "up" },
    { count: "1" },
    { count: "yes" },
    { offset: "-1" },
    { offset: "two" },
    { limit: "0" },
    { limit: "-1" },
    { limit: "1.5" },
    { limit: "all" },
    { limit: "" },
  ])("%j", async (query) => {
    expect((await admin.browser.get("/admin/list-users", query)).status).toBe(400);
  });

  test.each(["x", ".", "..", "bm90IGpzb24", btoa("[1,2]"), btoa('["x"]'), btoa('["2026-01-01",{}]'), "a".repeat(5000)])(
    "the cursor %j",
    async (cursor) => {
      const answer = await admin.browser.get("/admin/list-users", { cursor });
      expect(await answer.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "cursor" }] });
    },
  );

  test("a cursor of another search", async () => {
    const { data } = await admin.client.admin.listUsers({ sortBy: "email", limit: 1 });
    const cursor = data?.nextCursor ?? "";
    const answers = [{ sortBy: "createdAt" }, { filterField: "role", filterValue: "editor" }] as const;
    for (const query of answers) {
      expect((await admin.client.admin.listUsers({ ...query, cursor })).error?.code).toBe("VALIDATION_ERROR");
    }
  });
});

describe("rows written by other software", () => {
  test("are found by name and role after indexUsers", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    for (let made = 0; made < 230; made += 1) await fixture.signUp(`made${made}@example.com`, { name: `Made ${made}` });
    const { users } = (await admin.client.admin.listUsers({ limit: 100 })).data ?? {};
    for (const { id } of users ?? []) await fixture.change(id, { foldedName: "", role: "editor, support" });
    const named = async () => {
      const query = { searchField: "name", searchValue: "made" } as const;
      const first = (await admin.client.admin.listUsers(query)).data;
      const second = (await admin.client.admin.listUsers({ ...query, cursor: first?.nextCursor ?? "" })).data;
      return (first?.users.length ?? 0) + (second?.users.length ?? 0);
    };
    expect(await fixture.auth.api.admin.indexUsers()).toEqual({ changed: 100 });
    expect(await fixture.auth.api.admin.indexUsers()).toEqual({ changed: 0 });
    expect(await named()).toBe(200);
    const { data } = await admin.client.admin.listUsers({ filterField: "role", filterValue: "support" });
    expect(data?.users).toHaveLength(100);
  });

  test("are found by their current name after every kind of rename", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    const found = async (searchValue: string) =>
      (await admin.client.admin.listUsers({ searchField: "name", searchValue })).data?.users.length;
    await ann.client.updateUser({ name: "Björk" });
    expect([await found("ann"), await found("bjor")]).toEqual([0, 1]);
    await admin.client.admin.updateUser({ userId: ann.user.id, data: { name: "Ann" } });
    expect([await found("ann"), await found("bjor")]).toEqual([1, 0]);
    await fixture.auth.api.importUsers({ users: [{ email: "carl@example.com", name: "Carl" }] });
    expect(await found("carl")).toBe(1);
  });
});
