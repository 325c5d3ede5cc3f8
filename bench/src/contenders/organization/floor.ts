import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { baseURL, routes } from "../contender.ts";
import { openFloorSessions } from "../floor-session.ts";
import { type OrganizationContender, organizationQuestions } from "./contender.ts";

const tables = `
  create table "organization" ("id" text primary key, "name" text not null, "slug" text not null unique, "logo" text,
    "createdAt" text not null, "metadata" text);
  create table "member" ("id" text primary key, "organizationId" text not null references "organization" ("id"),
    "userId" text not null references "user" ("id"), "role" text not null, "createdAt" text not null);
  create table "invitation" ("id" text primary key, "organizationId" text not null, "email" text not null, "role" text,
    "status" text not null, "expiresAt" text not null, "inviterId" text not null);
  create unique index "member_both" on "member" ("organizationId", "userId");
  create index "member_order" on "member" ("organizationId", "createdAt", "id");
  create index "invitation_organizationId" on "invitation" ("organizationId");
`;

const memberColumns = `m."id", m."organizationId", m."userId", m."role", m."createdAt"`;
const personColumns = `u."name", u."email", u."image"`;

/** The minimal work for these answers: one MAC, the session's join, and a prepared statement per part of the answer. */
export function open(file: string): OrganizationContender {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  const sessions = openFloorSessions({ file, hash: "own", hashesAtOnce: 1 });
  let prepared: ReturnType<typeof prepareStatements> | null = null;

  function read(path: string, userId: string): string {
    prepared ??= prepareStatements(database);
    const own = prepared.own.get(userId);
    if (!own) return "null";
    if (path === organizationQuestions.member) return JSON.stringify(withUser(own));
    if (path === organizationQuestions.list) return JSON.stringify(prepared.list.all(userId));
    const { organizationId } = own;
    const limit = path === organizationQuestions.thousand ? 1000 : 100;
    return JSON.stringify({
      ...prepared.organization.get(organizationId ?? null),
      members: prepared.members.all(organizationId ?? null, limit).map(withUser),
      invitations: prepared.invitations.all(organizationId ?? null),
    });
  }

  return {
    async handler(request) {
      const path = request.url.slice(baseURL.length);
      if (path === routes.signUp) {
        const { body, cookie } = await sessions.signUp(JSON.parse(await request.text()));
        return new Response(body, { headers: { "content-type": "application/json", "set-cookie": cookie } });
      }
      const session = JSON.parse(sessions.read(request.headers.get("cookie") ?? ""));
      const body = request.method === "POST" ? found(database, session.user.id) : read(path, session.user.id);
      return new Response(body, { headers: { "content-type": "application/json", "cache-control": "no-store" } });
    },
    async migrate() {
      sessions.migrate();
      database.exec(tables);
    },
  };
}

/** An organization of its first member. */
function found(database: DatabaseSync, userId: string): string {
  const id = randomBytes(16).toString("hex");
  const now = new Date().toISOString();
  database.prepare(`insert into "organization" values (?, 'Acme', 'acme', null, ?, null)`).run(id, now);
  database.prepare(`insert into "member" values (?, ?, ?, 'owner', ?)`).run(`${id}1`, id, userId, now);
  return JSON.stringify({ id });
}

const prepareStatements = (database: DatabaseSync) => ({
  own: database.prepare(
    `select ${memberColumns}, ${personColumns} from "member" m join "user" u on u."id" = m."userId" where m."userId" = ?`,
  ),
  organization: database.prepare(`select * from "organization" where "id" = ?`),
  list: database.prepare(
    `select o.* from "member" m join "organization" o on o."id" = m."organizationId"
     where m."userId" = ? order by m."createdAt", m."id" limit 100`,
  ),
  members: database.prepare(
    `select ${memberColumns}, ${personColumns} from "member" m join "user" u on u."id" = m."userId"
     where m."organizationId" = ? order by m."createdAt", m."id" limit ?`,
  ),
  invitations: database.prepare(
    `select * from "invitation" where "organizationId" = ? order by "expiresAt" desc limit 100`,
  ),
});

const withUser = ({ name, email, image, ...member }: Readonly<Record<string, unknown>>): object => ({
  ...member,
  user: { id: member.userId, name, email, image },
});
