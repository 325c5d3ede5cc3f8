import type { Invitation } from "./work.ts";

/** Whether an invitation waits for an answer that it can still be given. */
export const isOpen = ({ status, expiresAt }: Pick<Invitation, "status" | "expiresAt">): boolean =>
  status === "pending" && expiresAt.getTime() > Date.now();
