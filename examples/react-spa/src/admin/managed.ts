import type { authClient } from "../auth-client.ts";

type Data<Call extends (...given: never[]) => Promise<{ readonly data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>["data"]
>;

/** A user in the output of the admin plugin. */
export type ManagedUser = Data<typeof authClient.admin.listUsers>["users"][number];
export type ManagedSession = Data<typeof authClient.admin.listUserSessions>["sessions"][number];
