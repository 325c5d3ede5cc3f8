import type { Adapter, AdapterUser } from "@auth/core/adapters";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import PostgresAdapter from "@auth/pg-adapter";
import { type Browser, createBrowser } from "@keyhold/testing";
import { dialects, type IdentityProvider } from "@keyhold/testing/identity-provider";
import { createClient } from "@libsql/client";
import { hash } from "bcryptjs";
import { drizzle } from "drizzle-orm/libsql";
import pg from "pg";
import type { FreshDatabase } from "../harness/databases.ts";
import { openAuthjs } from "./authjs-app.ts";

export const password = "a password of old";
const { google, github } = dialects;

/** What the real Auth.js wrote into a database, and the browsers of its users. */
export interface AuthjsSample {
  readonly ids: Readonly<Record<"ada" | "bob" | "carol" | "dora" | "eli" | "eve" | "otherEve" | "noAddress", string>>;
  readonly browsers: Readonly<Record<"ada" | "bob" | "dora" | "late", Browser>>;
}

/** The handler of an app, which changes over from Auth.js to Keyhold while browsers are open. */
export interface Switchable {
  handler: (request: Request) => Promise<Response>;
}

interface OldDatabase {
  readonly adapter: Adapter;
  readonly users: string;
  run(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

interface SampleOptions {
  readonly database: FreshDatabase;
  readonly idp: IdentityProvider;
  readonly origin: string;
  readonly app: Switchable;
}

/** Signs up two users by providers, and writes the others by the functions of the adapter. */
export async function makeAuthjsSample({ database, idp, origin, app }: SampleOptions): Promise<AuthjsSample> {
  const { adapter, users, run, close } = await openOldDatabase(database);
  const authjs = openAuthjs(adapter, idp, origin);
  app.handler = authjs.handler;
  const open = (): Browser => createBrowser({ handler: (request) => app.handler(request) }, { baseURL: origin });
  const browsers = { ada: open(), bob: open(), dora: open(), late: open() };
  await authjs.signIn(browsers.ada, "google");
  await authjs.signIn(browsers.bob, "github");

  const add = async (user: Partial<AdapterUser>): Promise<string> => {
    const row = { id: crypto.randomUUID(), name: null, image: null, emailVerified: null, email: "", ...user };
    return String((await called(adapter.createUser)(row)).id);
  };
  const carol = await add({ name: "Carol", email: "carol@example.com" });
  await run(`update ${users} set "passwordHash" = '${await hash(password, 4)}' where "email" = 'carol@example.com'`);
  const dora = await add({ email: "Dora@Example.com", emailVerified: new Date("2024-02-29") });
  const eli = await add({ name: "Eli", email: "eli@example.com", image: "data:image/png;base64,iVBORw0KGgo=" });
  const otherEve = await add({ name: "Eve?", email: "Eve@example.com" });
  const eve = await add({ name: "Eve", email: "eve@example.com", emailVerified: new Date("2024-02-29") });
  const noAddress = await add({ name: "Fay", email: "fay@example.com" });
  await run(`update ${users} set "email" = null where "email" = 'fay@example.com'`);

  const signedIn = async (browser: Browser, userId: string, expires: Date): Promise<void> => {
    const sessionToken = crypto.randomUUID();
    await called(adapter.createSession)({ sessionToken, userId, expires });
    const name = origin.startsWith("https") ? "__Secure-authjs.session-token" : "authjs.session-token";
    browser.cookies.accept([
      `${name}=${sessionToken}; Path=/; HttpOnly${origin.startsWith("https") ? "; Secure" : ""}`,
    ]);
  };
  await signedIn(browsers.dora, dora, new Date(Date.now() + 20 * 86_400_000));
  await signedIn(browsers.late, dora, new Date(Date.now() - 1000));
  const idOf = async (email: string): Promise<string> => String((await called(adapter.getUserByEmail)(email))?.id);
  const ids = {
    ada: await idOf(google.sample.email ?? ""),
    bob: await idOf(github.sample.email ?? ""),
    carol,
    dora,
    eli,
    eve,
    otherEve,
    noAddress,
  };
  await close();
  return { ids, browsers };
}

function called<Given extends unknown[], Answer>(
  method: ((...given: Given) => Answer) | undefined,
): (...given: Given) => Answer {
  if (!method) throw new Error("The adapter of Auth.js has no such function.");
  return method;
}

const openOldDatabase = ({ type, place }: FreshDatabase): Promise<OldDatabase> =>
  type === "postgres" ? openPostgres(place) : openSqlite(place);

async function openSqlite(place: string): Promise<OldDatabase> {
  const client = createClient({ url: `file:${place}` });
  await client.executeMultiple(`
    create table "user" ("id" text primary key not null, "name" text, "email" text unique, "emailVerified" integer,
      "image" text, "passwordHash" text);
    create table "account" ("userId" text not null references "user" ("id") on delete cascade, "type" text not null,
      "provider" text not null, "providerAccountId" text not null, "refresh_token" text, "access_token" text,
      "expires_at" integer, "token_type" text, "scope" text, "id_token" text, "session_state" text,
      primary key ("provider", "providerAccountId"));
    create table "session" ("sessionToken" text primary key not null,
      "userId" text not null references "user" ("id") on delete cascade, "expires" integer not null);`);
  return {
    adapter: DrizzleAdapter(drizzle(client)),
    users: `"user"`,
    run: (sql) => client.execute(sql),
    close: async () => client.close(),
  };
}

/** The tables of https://authjs.dev/getting-started/adapters/pg: ids are numbers. */
async function openPostgres(place: string): Promise<OldDatabase> {
  const pool = new pg.Pool({ connectionString: place });
  await pool.query(`
    create table users (id serial primary key, name varchar(255), email varchar(255), "emailVerified" timestamptz,
      image text, "passwordHash" text);
    create table accounts (id serial primary key, "userId" integer not null, type varchar(255) not null,
      provider varchar(255) not null, "providerAccountId" varchar(255) not null, refresh_token text, access_token text,
      expires_at bigint, id_token text, scope text, session_state text, token_type text);
    create table sessions (id serial primary key, "userId" integer not null, expires timestamptz not null,
      "sessionToken" varchar(255) not null);`);
  return { adapter: PostgresAdapter(pool), users: "users", run: (sql) => pool.query(sql), close: () => pool.end() };
}
