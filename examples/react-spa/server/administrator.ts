import { auth } from "./auth.ts";
import { database } from "./database.ts";
import { administratorPassword } from "./settings.ts";

const email = "admin@example.com";

/** Creates the first administrator in an empty database. Answers the credentials. */
export async function appointAdministrator(): Promise<string> {
  const { kysely } = database;
  const password = administratorPassword();
  const present = await kysely.selectFrom("user").select("id").where("role", "=", "admin").executeTakeFirst();
  if (!present) {
    const { user } = await auth.api.createUser({ name: "Administrator", email, emailVerified: true, password });
    await auth.api.admin.setUserRole({ userId: user.id, role: "admin" });
  }
  return `${email}, first password ${password}`;
}
