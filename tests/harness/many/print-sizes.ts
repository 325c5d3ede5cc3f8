// Prints the figures of "How many of what" in docs/running-many.md:
//   node tests/harness/many/print-sizes.ts [rows]
// Bytes per row with indexes on PostgreSQL (TEST_POSTGRES_URL), bytes per cached session in Redis (TEST_REDIS_URL), and
// the CPU time of a sign-in and of a session check.
import { planMigration } from "@keyhold/adapter-kysely";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { createAuth } from "@keyhold/core";
import { redis } from "@keyhold/redis";
import { Redis } from "ioredis";
import pg from "pg";

const rows = Number(process.argv[2] ?? 100_000);
const cachedSessions = 2000;
const config = { secret: "only for this test: 4f9b7c21d8e3a650", baseURL: "http://localhost:3000" } as const;
const person = { name: "Ada Lovelace", email: "ada.lovelace@example.com", password: "a right password" };
/** Of the usual length: a session stores it. */
const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const table = (figures: readonly object[]): void => console.table(figures);

/** Columns that differ from row to row, in unique texts of the length that the library has written. */
const ownOf: Readonly<Record<string, readonly string[]>> = {
  user: ["id", "email"],
  account: ["id", "accountId", "userId"],
  session: ["id", "token", "userId"],
};

const server = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
const name = `keyhold_sizes_${process.pid}`;
await withClient(server, (client) => client.query(`create database ${name}`));
try {
  const place = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await measure(place);
} finally {
  await withClient(server, (client) => client.query(`drop database ${name} with (force)`));
}

async function measure(place: string): Promise<void> {
  const database = postgres(place);
  const auth = createAuth({
    ...config,
    database,
    rateLimit: { enabled: false, wrongPasswords: false },
    emailAndPassword: { enabled: true },
  });
  await (await planMigration(database, auth.schema)).apply();
  const signUp = await post(auth, "/sign-up/email", person);
  if (signUp.status !== 200) throw new Error(`Sign-up: ${signUp.status}`);
  await withClient(place, async (client) => table(await bytesPerRow(client)));

  const signIns = 20;
  const { email, password } = person;
  await post(auth, "/sign-in/email", { email, password });
  const signIn = await cpuMilliseconds(signIns, () => post(auth, "/sign-in/email", { email, password }));
  const cookie = cookieOf(signUp);
  await cpuMilliseconds(2000, () => getSession(auth, cookie));
  const check = await cpuMilliseconds(2000, () => getSession(auth, cookie));
  table([
    { call: "POST /sign-in/email", "CPU ms": signIn.toFixed(2), "per second and core": (1000 / signIn).toFixed(0) },
    { call: "GET /get-session", "CPU ms": check.toFixed(2), "per second and core": (1000 / check).toFixed(0) },
  ]);
  await measureRedis(auth, place);
  await database.close();
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Copies the rows of one sign-up, and divides the size of each table by its rows. */
async function bytesPerRow(client: pg.Client): Promise<readonly object[]> {
  const figures: object[] = [];
  for (const [model, own] of Object.entries(ownOf)) {
    const described = await client.query(
      "select column_name from information_schema.columns where table_name = $1 order by ordinal_position",
      [model],
    );
    const columns: readonly string[] = described.rows.map((row) => row.column_name);
    const values = columns.map((column) => (own.includes(column) ? uniqueText(model, column) : `one."${column}"`));
    const list = columns.map((column) => `"${column}"`).join(", ");
    await client.query(
      `insert into "${model}" (${list}) select ${values.join(", ")} from (select * from "${model}" limit 1) one, generate_series(1, $1) as n`,
      [rows],
    );
    await client.query(`vacuum analyze "${model}"`);
    const { rows: sizes } = await client.query(
      `select pg_table_size($1::regclass) as data, pg_indexes_size($1::regclass) as indexes, count(*) as rows from "${model}"`,
      [`"${model}"`],
    );
    const [size] = sizes;
    const [data, indexes] = [size.data / size.rows, size.indexes / size.rows].map(Math.round);
    figures.push({ model, rows: size.rows, "bytes of a row": data, "of its indexes": indexes });
  }
  return figures;
}

/** The id of user n is the same in each table that refers to it. */
function uniqueText(model: string, column: string): string {
  const seed = column === "userId" || (model === "user" && column === "id") ? "'user'" : `'${model} ${column}'`;
  return `left(md5(${seed} || n) || md5(n || ${seed}), length(one."${column}"))`;
}

async function measureRedis(plain: Handled, place: string): Promise<void> {
  const url = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
  const client = new Redis(url);
  const prefix = `sizes-${process.pid}`;
  const database = postgres(place);
  const secondaryStorage = redis((name, ...words) => client.call(name, ...words), { prefix });
  const auth = createAuth({
    ...config,
    database,
    secondaryStorage,
    rateLimit: { enabled: false, wrongPasswords: false },
    // The cookies are real; only the hash is cheap.
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
  });
  await (await planMigration(database, auth.schema)).apply();
  const cookies: string[] = [];
  for (let index = 0; index < cachedSessions; index += 1) {
    const email = `ada.lovelace+${index}@example.com`;
    cookies.push(cookieOf(await post(auth, "/sign-up/email", { ...person, email })));
  }
  await auth.idle();
  const before = await usedMemory(client);
  for (const cookie of cookies) await getSession(auth, cookie);
  await auth.idle();
  const bytes = ((await usedMemory(client)) - before) / cachedSessions;
  const cached = await cpuMilliseconds(2000, (index) => getSession(auth, cookies[index % cachedSessions] ?? ""));
  const uncached = await cpuMilliseconds(2000, (index) => getSession(plain, cookies[index % cachedSessions] ?? ""));
  table([
    { "Redis bytes per cached session": Math.round(bytes) },
    { "CPU ms of get-session from Redis": cached.toFixed(2), "from the database": uncached.toFixed(2) },
  ]);
  for (const key of await client.keys(`${prefix}:*`)) await client.del(key);
  client.disconnect();
  await database.close();
}

async function usedMemory(client: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await client.info("memory"))?.[1]);
}

interface Handled {
  handler(request: Request, from?: { readonly ipAddress: string }): Promise<Response>;
}

function post(auth: Handled, path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", origin: config.baseURL, "user-agent": userAgent };
  const request = new Request(`${config.baseURL}/api/auth${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return auth.handler(request, { ipAddress: "203.0.113.77" });
}

async function getSession(auth: Handled, cookie: string): Promise<void> {
  const response = await auth.handler(new Request(`${config.baseURL}/api/auth/get-session`, { headers: { cookie } }));
  if ((await response.text()) === "null") throw new Error("The session is not known.");
}

function cookieOf(response: Response): string {
  const pairs = response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(";")));
  return pairs.join("; ");
}

/** CPU time of this process per call, all threads: unlike the duration, it does not depend on other processes. */
async function cpuMilliseconds(calls: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) await call(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}
