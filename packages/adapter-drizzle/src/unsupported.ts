/** By the name of Drizzle's class: what is wrong with the driver, and the way that works. */
const ways: readonly (readonly [kind: RegExp, name: string, way: string])[] = [
  [/D1/, "Cloudflare D1", "use a libsql database (Turso) through drizzle-orm/libsql, or PostgreSQL through Hyperdrive"],
  [/NeonHttp/, "Neon over HTTP", "use `Pool` of @neondatabase/serverless through drizzle-orm/neon-serverless"],
  [/PlanetScale/, "PlanetScale over HTTP", "use a pool of mysql2 through drizzle-orm/mysql2, with the same database"],
  [/TiDB/, "TiDB over HTTP", "use a pool of mysql2 through drizzle-orm/mysql2, with the same database"],
  [/Remote|Proxy/, "A proxy over HTTP", "use a driver with a connection to the database"],
  [/AwsDataApi/, "The RDS Data API", "use a pool of `pg` through drizzle-orm/node-postgres, with the same database"],
];

const supported =
  "a Pool of pg or @neondatabase/serverless, postgres.js, PGlite, a pool of mysql2, better-sqlite3, libsql, @libsql/client, bun:sqlite";

/** The sentences of the error for a client that is not supported. */
export function wayOf(kind: string): string {
  const known = ways.find(([pattern]) => pattern.test(kind));
  if (known) {
    const [, name, way] = known;
    return `${name} has no interactive transactions, without which two requests could both pass one check: ${way}.`;
  }
  if (/^(NodePg|Neon|Vercel|MySql2)/.test(kind))
    return "a single connection serves one request at a time: give `drizzle()` a pool, e.g. `drizzle({ client: new Pool({ … }) })`.";
  return `the client of this ${kind} is not supported. Supported: ${supported}.`;
}
