import type { Browser } from "@keyhold/testing";
import { dialects } from "@keyhold/testing/identity-provider";
import { createClient } from "@libsql/client";
import { LibSQLAdapter } from "@lucia-auth/adapter-sqlite";
import { generateIdFromEntropySize, LegacyScrypt, Lucia, Scrypt, TimeSpan } from "lucia";
import { Argon2id, Bcrypt, Scrypt as OsloScrypt } from "oslo/password";

/** Normalized to another form before it is hashed. */
export const password = "a password of \u{212b}ngstr\u{f6}m";

/** Each kind of hash that the guides of Lucia use, and one by version 1 for the same password. */
export const hashings = {
  scrypt: () => new Scrypt().hash(password),
  scryptOfVersion2: () => new LegacyScrypt().hash(password),
  scryptOfOslo: () => new OsloScrypt().hash(password),
  argon2id: () => new Argon2id().hash(password),
  bcrypt: () => new Bcrypt({ cost: 4 }).hash(password),
} as const;

export type Hashing = keyof typeof hashings;

/** Makes the tables of the guides of Lucia 3, and fills them by Lucia. */
export async function makeLuciaSample(place: string, browsers: Readonly<Record<"ada" | "late", Browser>>) {
  const client = createClient({ url: `file:${place}` });
  await client.executeMultiple(`
    create table user (id text not null primary key, email text, email_verified integer not null default 0,
      username text, password_hash text);
    create table session (id text not null primary key, expires_at integer not null,
      user_id text not null references user (id));
    create table oauth_account (provider_id text not null, provider_user_id text not null,
      user_id text not null references user (id), primary key (provider_id, provider_user_id));`);
  const lucia = new Lucia(new LibSQLAdapter(client, { user: "user", session: "session" }), {
    sessionCookie: { attributes: { secure: true } },
  });
  const add = async (email: string | null, columns: { username?: string; verified?: 1; hash?: string } = {}) => {
    const id = generateIdFromEntropySize(10);
    const { username = null, verified = 0, hash = null } = columns;
    await client.execute({
      sql: "insert into user values (?, ?, ?, ?, ?)",
      args: [id, email, verified, username, hash],
    });
    return id;
  };
  const open = async (browser: Browser, userId: string, by = lucia): Promise<void> => {
    const session = await by.createSession(userId, {});
    browser.cookies.accept([by.createSessionCookie(session.id).serialize()]);
  };
  const ada = await add("Ada@example.com", { username: "ada", verified: 1 });
  await open(browsers.ada, ada);
  await open(
    browsers.late,
    ada,
    new Lucia(new LibSQLAdapter(client, { user: "user", session: "session" }), {
      sessionExpiresIn: new TimeSpan(-1, "s"),
      sessionCookie: { expires: false, attributes: { secure: true } },
    }),
  );
  const bob = await add(dialects.github.sample.email, { username: "bob" });
  await client.execute({
    sql: "insert into oauth_account values ('github', ?, ?)",
    args: [dialects.github.sample.subject, bob],
  });
  const noAddress = await add(null, { username: "cleo" });
  const hashed = new Map<Hashing, string>();
  for (const hashing of Object.keys(hashings) as Hashing[])
    hashed.set(hashing, await add(`${hashing.toLowerCase()}@example.com`, { hash: await hashings[hashing]() }));
  client.close();
  return { ada, bob, noAddress, hashed };
}
