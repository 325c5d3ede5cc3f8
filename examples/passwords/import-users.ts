import type { Auth, AuthConfig, ImportedUser } from "@keyhold/core";
import { bcrypt } from "@keyhold/core/verifiers/bcrypt";
import { pbkdf2 } from "@keyhold/core/verifiers/pbkdf2";
import { compare } from "bcryptjs";

/** The verifiers for the password hashes of the previous system. Keep them while such hashes exist. */
export const oldPasswords = {
  emailAndPassword: { enabled: true, passwordVerifiers: [bcrypt(compare), pbkdf2()] },
} as const satisfies Partial<AuthConfig>;

/** A row of the previous system's table. */
export interface OldUser {
  readonly id: number;
  readonly mail: string;
  readonly full_name: string;
  readonly password_hash: string | null;
  readonly confirmed: boolean;
  readonly joined_at: string;
}

const toUser = (row: OldUser): ImportedUser => ({
  id: String(row.id),
  email: row.mail,
  name: row.full_name,
  passwordHash: row.password_hash,
  emailVerified: row.confirmed,
  createdAt: new Date(row.joined_at),
});

/** Any auth: `Auth` itself is no auth with further plugins. */
interface Importer {
  readonly api: Pick<Auth["api"], "importUsers">;
}

/** Imports all users, five hundred at a time. Answers the rejected ones with their reasons. Can be run again. */
export async function claimAccount(auth: Importer, rows: readonly OldUser[]): Promise<Map<number, string>> {
  const rejections = new Map<number, string>();
  for (let start = 0; start < rows.length; start += 500) {
    const page = rows.slice(start, start + 500);
    const { rejected } = await auth.api.importUsers({ users: page.map(toUser) });
    for (const { index, code } of rejected) rejections.set(page[index]?.id ?? -1, code);
  }
  return rejections;
}
