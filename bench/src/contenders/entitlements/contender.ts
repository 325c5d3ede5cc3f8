import type { KeyPlace } from "../keys/contender.ts";

/** One contender that reads what an owner has bought, and counts uses, on its database. */
export interface EntitlementContender {
  /** Makes the tables, and so many owners who have bought; answers their ids. */
  prepare(owners: number): Promise<readonly string[]>;
  /** Asks once for what the owner has. Throws if it is not there. */
  ask(userId: string): Promise<void>;
  /** Counts a use of the owner. */
  use(userId: string): Promise<void>;
  close(): Promise<void>;
}

export const entitlementContenderNames = ["floor", "keyhold"] as const;
export type EntitlementContenderName = (typeof entitlementContenderNames)[number];

export async function openEntitlementContender(
  name: EntitlementContenderName,
  place: KeyPlace,
): Promise<EntitlementContender> {
  return name === "keyhold" ? (await import("./keyhold.ts")).open(place) : (await import("./floor.ts")).open(place);
}
