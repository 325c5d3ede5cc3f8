import { defineRoles } from "@keyhold/access";
import type { AuthClient } from "@keyhold/client";
import { type Auth, createAuth, type SessionOf, type UserOf } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { type AdminClient, adminClient, can } from "./client.js";
import { type AdminEvent, type AdminPlugin, admin, adminRoles, adminStatements } from "./index.js";

/** Code that must not compile, and never runs: the type checker is the test. */

declare const database: Database;
const base = { database, secret: "", baseURL: "" };

type Rows<A extends Pick<Auth, "session">> = { readonly user: UserOf<A>; readonly session: SessionOf<A>["session"] };

export async function callsOfTheServer(
  { api }: Auth<readonly [AdminPlugin]>,
  $: Rows<Auth<readonly [AdminPlugin]>>,
): Promise<void> {
  const { user } = await api.admin.setRole({ userId: "x", role: ["admin"] });
  user.role?.toUpperCase();
  // @ts-expect-error null in an older row
  user.role.toUpperCase();
  // @ts-expect-error a secret column of the plugin
  user.foldedName;
  $.user.banned satisfies boolean | null;
  $.session.impersonatedBy satisfies string | null;
  const { users, nextCursor } = await api.admin.listUsers({ searchField: "name", searchValue: "a", limit: 10 });
  users[0]?.banExpires?.getTime();
  // @ts-expect-error null on the last page
  nextCursor.length;
  // @ts-expect-error no index for this order
  await api.admin.listUsers({ sortBy: "role" });
  // @ts-expect-error a limit is a number
  await api.admin.listUsers({ limit: "ten" });
  const counted = await api.admin.listUsers({ count: true, offset: 0 });
  counted.total?.toFixed();
  // @ts-expect-error null without `count`
  counted.total.toFixed();
  // @ts-expect-error an offset is a number
  await api.admin.listUsers({ offset: "0" });
  // @ts-expect-error seconds are a number
  await api.admin.banUser({ userId: "x", banExpiresIn: "1" });
  await api.admin.banUser({ userId: "x", banExpiresIn: null });
  const begun = await api.admin.impersonateUser({ userId: "x" });
  begun.session.impersonatedBy?.length;
  // @ts-expect-error null for a browser
  begun.token.length;
  await api.admin.indexUsers();
  // @ts-expect-error the role comes from the row, not from the input
  await api.admin.hasPermission({ permissions: {}, role: "admin" });
}

export async function callsOfTheBrowser(client: AuthClient<readonly [AdminClient]>): Promise<void> {
  const { data, error } = await client.admin.banUser({ userId: "x" });
  data?.user.banReason?.length;
  if (error?.code === "YOU_CANNOT_BAN_YOURSELF") return;
  // @ts-expect-error not an error code of this call
  if (error?.code === "YOU_ARE_NOT_IMPERSONATING") return;
  // @ts-expect-error a server-only call
  await client.admin.indexUsers();
  const { data: session } = await client.getSession();
  session?.session.impersonatedBy?.length;
  can(adminRoles, session?.user.role, { user: ["ban"], session: ["list"] });
  // @ts-expect-error an unknown action
  can(adminRoles, session?.user.role, { user: ["bann"] });
}

export function optionsOfThePlugin(): void {
  const statements = { ...adminStatements, article: ["publish"] } as const;
  const roles = defineRoles(statements, { ...adminRoles, editor: { article: ["publish"] } });
  admin({ roles, adminRoles: ["admin"], adminUserIds: ["x"] });
  const { api } = createAuth({ ...base, plugins: [admin({ roles })] });
  api.admin.hasPermission({ permissions: { article: ["publish"], user: ["ban"] } });
  // @ts-expect-error a misspelt action
  api.admin.userHasPermission({ userId: "x", permissions: { article: ["publsh"] } });
  // @ts-expect-error a resource of no role
  createAuth({ ...base, plugins: [admin()] }).api.admin.hasPermission({ permissions: { article: ["publish"] } });
  // @ts-expect-error a number of seconds
  admin({ impersonationSeconds: "1h" });
  // @ts-expect-error an unknown option
  admin({ adminRole: "admin" });
  adminClient();
}

export function listeners(): void {
  createAuth({
    ...base,
    plugins: [admin()],
    onEvent: (event) => {
      if (event.type === "admin.role-set") event.before satisfies string | null;
      if (event.type === "admin.users-listed") event.target satisfies null;
      // @ts-expect-error an unknown event
      if (event.type === "admin.role-taken") return;
    },
  });
  const actorOf = ({ actorId, target }: AdminEvent): string | null => target?.role ?? actorId;
  actorOf satisfies (event: AdminEvent) => string | null;
}
