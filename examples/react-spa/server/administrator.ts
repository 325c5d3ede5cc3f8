import { auth } from "./auth.ts";
import { database } from "./database.ts";
import { administratorPassword } from "./settings.ts";

const email = "admin@example.com";

interface Administrator {
  readonly id: string;
  readonly credentials: string;
}

/** Creates the first administrator in an empty database. */
export async function appointAdministrator(): Promise<Administrator> {
  const { kysely } = database;
  const password = administratorPassword();
  const present = await kysely.selectFrom("user").select("id").where("role", "=", "admin").executeTakeFirst();
  const credentials = `${email}, first password ${password}`;
  if (present) return { id: String(present.id), credentials };
  const { user } = await auth.api.createUser({ name: "Administrator", email, emailVerified: true, password });
  await auth.api.admin.setUserRole({ userId: user.id, role: "admin" });
  return { id: user.id, credentials };
}
