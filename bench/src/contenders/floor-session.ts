import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { type OpenOptions, secret } from "./contender.ts";
import { argon2Hash, createHasher, limitHashes, scryptHash } from "./hashing.ts";

const cookieName = "floor.session_token";
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

const tables = `
  create table "user" ("id" text primary key, "name" text not null, "email" text not null unique,
    "emailVerified" integer not null, "image" text, "createdAt" text not null, "updatedAt" text not null);
  create table "session" ("id" text primary key, "expiresAt" text not null, "token" text not null unique,
    "createdAt" text not null, "updatedAt" text not null, "ipAddress" text, "userAgent" text,
    "userId" text not null references "user" ("id"));
  create table "account" ("id" text primary key, "accountId" text not null, "providerId" text not null,
    "userId" text not null references "user" ("id"), "password" text, "createdAt" text not null, "updatedAt" text not null);
  create index "session_userId" on "session" ("userId");
  create index "account_userId" on "account" ("userId");
`;

const joined = `
  select s."id", s."expiresAt", s."token", s."createdAt", s."updatedAt", s."ipAddress", s."userAgent", s."userId",
    u."name", u."email", u."emailVerified", u."image", u."createdAt" as "userCreatedAt", u."updatedAt" as "userUpdatedAt"
  from "session" s join "user" u on u."id" = s."userId" where s."token" = ? and s."expiresAt" > ?
`;

export interface FloorSessions {
  migrate(): void;
  /** The cookie's session as JSON, or the text `null`. One MAC, one prepared join. */
  read(cookieHeader: string): string;
  /** Both answer with the body and the cookie of a new session. */
  signUp(input: SignUpInput): Promise<Opened>;
  signIn(input: SignInInput): Promise<Opened>;
}
interface SignInInput {
  readonly email: string;
  readonly password: string;
}
interface SignUpInput extends SignInInput {
  readonly name: string;
}
interface Opened {
  readonly body: string;
  readonly cookie: string;
}

/** Prepared once: a key given as text costs seven times the HMAC itself. */
const key = createSecretKey(Buffer.from(secret));
const mac = (token: string): Buffer => createHmac("sha256", key).update(token).digest();

/** The token of the signed cookie, or null. */
function verifiedToken(cookieHeader: string): string | null {
  for (const part of cookieHeader.split(";")) {
    const [name, value] = part.trim().split("=", 2);
    if (name !== cookieName || !value) continue;
    const dot = value.lastIndexOf(".");
    const token = value.slice(0, dot);
    const signature = Buffer.from(value.slice(dot + 1), "base64url");
    return signature.length === 32 && timingSafeEqual(signature, mac(token)) ? token : null;
  }
  return null;
}

export function openFloorSessions({ file, hash, hashesAtOnce }: OpenOptions): FloorSessions {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  const hasher = createHasher(limitHashes(hash === "own" ? argon2Hash : scryptHash, hashesAtOnce));
  const prepare = (): ReturnType<typeof prepareStatements> => prepareStatements(database);
  let statements = database.prepare("select 1 from sqlite_master where name = 'session'").get() ? prepare() : null;

  const prepared = (): ReturnType<typeof prepareStatements> => {
    statements ??= prepare();
    return statements;
  };
  const openSession = (userId: string): Opened => {
    const token = randomBytes(24).toString("base64url");
    const now = new Date();
    const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString();
    prepared().insertSession.run(
      randomBytes(16).toString("hex"),
      expiresAt,
      token,
      now.toISOString(),
      now.toISOString(),
      "",
      "bench",
      userId,
    );
    const signed = `${token}.${mac(token).toString("base64url")}`;
    return {
      body: JSON.stringify({ token, user: { id: userId } }),
      cookie: `${cookieName}=${signed}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`,
    };
  };

  return {
    migrate: () => database.exec(tables),
    read(cookieHeader) {
      const token = verifiedToken(cookieHeader);
      if (token === null) return "null";
      const row = prepared().findSession.get(token, new Date().toISOString());
      return row ? JSON.stringify(sessionOf(row)) : "null";
    },
    async signUp({ name, email, password }) {
      const stored = await hasher.hash(password);
      const userId = randomBytes(16).toString("hex");
      const now = new Date().toISOString();
      prepared().insertUser.run(userId, name, email, now, now);
      prepared().insertAccount.run(randomBytes(16).toString("hex"), userId, userId, stored, now, now);
      return openSession(userId);
    },
    async signIn({ email, password }) {
      const row = prepared().findPassword.get(email) as { id: string; password: string } | undefined;
      if (!row || !(await hasher.verify(row.password, password))) throw new Error("wrong email or password");
      return openSession(row.id);
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    findSession: database.prepare(joined),
    findPassword: database.prepare(
      `select u."id", a."password" from "user" u join "account" a on a."userId" = u."id" where u."email" = ?`,
    ),
    insertUser: database.prepare(`insert into "user" values (?, ?, ?, 0, null, ?, ?)`),
    insertAccount: database.prepare(`insert into "account" values (?, ?, 'credential', ?, ?, ?, ?)`),
    insertSession: database.prepare(`insert into "session" values (?, ?, ?, ?, ?, ?, ?, ?)`),
  };
}

function sessionOf(row: Record<string, unknown>): object {
  const { id, expiresAt, token, createdAt, updatedAt, ipAddress, userAgent, userId } = row;
  const { name, email, emailVerified, image, userCreatedAt, userUpdatedAt } = row;
  return {
    session: {
      id,
      expiresAt,
      token,
      createdAt,
      updatedAt,
      ipAddress,
      userAgent,
      userId,
    },
    user: {
      id: userId,
      name,
      email,
      emailVerified: emailVerified === 1,
      image,
      createdAt: userCreatedAt,
      updatedAt: userUpdatedAt,
    },
  };
}
