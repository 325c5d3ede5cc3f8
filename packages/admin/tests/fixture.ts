import { defineRoles } from "@keyhold/access";
import { type AdminOptions, adminRoles, adminStatements, admin as createAdmin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import type { AuthConfig } from "@keyhold/core";
import { type Row, sessionModel, userModel } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";

const statements = { ...adminStatements, article: ["create", "delete"] } as const;

/** Roles of an app: "support" has some permissions, "editor" has none on users. */
export const roles = defineRoles(statements, {
  ...adminRoles,
  admin: { ...adminRoles.admin, article: ["create", "delete"] },
  support: { user: ["list", "get", "ban", "impersonate", "set-role"], session: ["list", "revoke"] },
  editor: { article: ["create", "delete"] },
});

export type Config = Partial<Omit<AuthConfig, "plugins" | "onEvent" | "hooks" | "mail">>;

export interface Opening {
  readonly options?: AdminOptions;
  readonly config?: Config;
}

/** An auth with the plugin, and users of each role. */
export function open({ options = {}, config = {} }: Opening = {}) {
  const fixture = createTestAuth({
    plugins: [username(), createAdmin({ roles, ...options })],
    clientPlugins: [usernameClient(), adminClient()],
    config,
  });

  /** A signed-in user with this role in their row. */
  async function join(name: string, role: string | null = null) {
    const person = await fixture.signUp(`${name}@example.com`, { name });
    await change(person.user.id, { role });
    return person;
  }

  /** Writes a row as SQL would. */
  const change = (id: string, columns: object) => fixture.db.update(userModel, id, columns);
  const rowOf = async (id: string) =>
    (await fixture.db.find(userModel, { id })) as (Row<typeof userModel> & Columns) | null;
  const sessionsOf = (userId: string) => fixture.db.list(sessionModel, { userId }, { orderBy: "id", limit: 100 });

  return { ...fixture, join, change, rowOf, sessionsOf };
}

interface Columns {
  readonly role: string | null;
  readonly banned: boolean | null;
  readonly banReason: string | null;
  readonly banExpires: Date | null;
  readonly foldedName: string;
}

export type Fixture = ReturnType<typeof open>;
export type Person = Awaited<ReturnType<Fixture["join"]>>;

/** The error of a failed call. */
export const errorOf = ({ error }: { readonly error: { status: number; code: string } | null }) =>
  error && { status: error.status, code: error.code };

/** The events of the plugin, without time and client. */
export const eventsOf = async (fixture: Fixture) => {
  await fixture.auth.idle();
  return fixture.events.filter(({ type }) => type.startsWith("admin."));
};

/** The types of all emitted events. */
export const eventTypes = async ({
  auth,
  events,
}: Pick<Fixture, "events"> & { readonly auth: Pick<Fixture["auth"], "idle"> }) => {
  await auth.idle();
  return events.map(({ type }) => type);
};
