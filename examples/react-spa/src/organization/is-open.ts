import type { Invitation } from "./work.ts";

/** Whether an invitation can still be answered. */
export const isOpen = ({ status, expiresAt }: Pick<Invitation, "status" | "expiresAt">): boolean =>
  status === "pending" && expiresAt.getTime() > Date.now();
