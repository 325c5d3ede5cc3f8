import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

type Row = Record<string, string | number | null>;

const tables = ["user", "account", "session"] as const;

/** Fills the file up to `users` users, each with an account and a session copied from the first, with keys of their own. */
export function multiplyRows(file: string, users: number): void {
  const database = new DatabaseSync(file);
  const templates = tables.map(
    (table) => database.prepare(`select * from "${table}" order by rowid limit 1`).get() as Row,
  );
  const inserts = templates.map((template, index) => prepareInsert(database, tables[index] ?? "", template));
  const { count } = database.prepare(`select count(*) as "count" from "user"`).get() as { count: number };
  const firstUserId = templates[0]?.id;

  database.exec("begin immediate");
  for (let index = count; index < users; index += 1) {
    const userId = randomText(String(firstUserId).length);
    const email = `seeded${index}@example.com`;
    templates.forEach((template, which) => {
      const isUser = tables[which] === "user";
      const row = {
        ...template,
        id: isUser ? userId : randomText(String(template.id).length),
      };
      if ("userId" in row) row.userId = userId;
      if ("email" in row) row.email = email;
      if ("token" in row) row.token = randomText(String(template.token).length);
      if ("accountId" in row) row.accountId = row.accountId === firstUserId ? userId : email;
      inserts[which]?.run(...Object.values(row as Row));
    });
  }
  database.exec("commit; analyze");
  database.close();
}

function randomText(length: number): string {
  return randomBytes(length).toString("base64url").slice(0, length);
}

/** Fills the only organization of the file up to so many members, each a user of their own, copied from its first one. */
export function multiplyMembers(file: string, members: number): void {
  fill(file, ["user", "member"], (user, member, add) => {
    for (let index = 1; index < members; index += 1) {
      const userId = randomText(String(user.id).length);
      add("user", { ...user, id: userId, email: `seeded${index}@example.com` });
      add("member", { ...member, id: randomText(String(member.id).length), userId, role: "member" });
    }
  });
}

/** Gives the first user of the file so many organizations, copied from the only one. */
export function multiplyOrganizations(file: string, organizations: number): void {
  fill(file, ["organization", "member"], (organization, member, add) => {
    for (let index = 1; index < organizations; index += 1) {
      const id = randomText(String(organization.id).length);
      const name = { name: `Acme ${index}`, ...("foldedName" in organization ? { foldedName: `acme ${index}` } : {}) };
      add("organization", { ...organization, ...name, id, slug: `acme-${index}` });
      add("member", { ...member, id: randomText(String(member.id).length), organizationId: id });
    }
  });
}

type Add = (table: string, row: Row) => void;

/** Adds rows in one transaction, from the first rows of two tables. */
function fill(
  file: string,
  [first, second]: readonly [string, string],
  work: (first: Row, second: Row, add: Add) => void,
): void {
  const database = new DatabaseSync(file);
  const templateOf = (table: string): Row => database.prepare(`select * from "${table}" limit 1`).get() as Row;
  const inserts = new Map([first, second].map((table) => [table, prepareInsert(database, table, templateOf(table))]));
  database.exec("begin immediate");
  work(templateOf(first), templateOf(second), (table, row) => void inserts.get(table)?.run(...Object.values(row)));
  database.exec("commit; analyze");
  database.close();
}

function prepareInsert(database: DatabaseSync, table: string, template: Row) {
  const columns = Object.keys(template);
  const names = columns.map((column) => `"${column}"`).join(", ");
  return database.prepare(`insert into "${table}" (${names}) values (${columns.map(() => "?").join(", ")})`);
}
