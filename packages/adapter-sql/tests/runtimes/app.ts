import { planMigration, type SqlDatabase } from "@keyhold/adapter-sql";
import { createAuth } from "@keyhold/core";

/** An app with a table `profile`. */
export interface AppDatabase<Tx> {
  readonly database: SqlDatabase<Tx>;
  createTable(sql: string): void;
  insertProfile(tx: Tx, userId: string): void;
  countProfiles(): number;
}

const person = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };

/** Opens the database, and returns the app's handler. */
export async function openApp<Tx>(app: AppDatabase<Tx>): Promise<(request: Request) => Promise<Response>> {
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database: app.database,
    rateLimit: { enabled: false, wrongPasswords: false },
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
  });
  await (await planMigration(app.database, auth.schema)).apply();
  app.createTable("create table if not exists profile (userId text primary key)");
  const inOneCommit = (isFailing: boolean): Promise<void> =>
    auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      // A caught error of a call undoes this call only.
      await api.signUp.email(person).catch(() => undefined);
      app.insertProfile(tx, user.id);
      if (isFailing) throw new Error("on purpose");
    });
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/transaction") {
      const failure = await inOneCommit(request.method === "DELETE").then(() => null, String);
      const users = await auth.api.signIn.email(person).then(
        () => 1,
        () => 0,
      );
      return Response.json({ failure, users, profiles: app.countProfiles() });
    }
    return auth.handler(request, { ipAddress: "203.0.113.7" });
  };
}
