import type { Adapter } from "@keyhold/core/adapter";
import { type Finding, fail, ok, warn } from "./finding.js";

const tolerableMilliseconds = 2000;
/** A link of an hour or a session of days survives this; a rate limit's window does not. */
const maxMilliseconds = 30_000;

/** The clock of the database beside the clock of this process. */
export async function checkClock(db: Adapter): Promise<Finding> {
  const before = Date.now();
  const there = await db.now();
  const after = Date.now();
  if (there === null) return ok("clock", "the database uses the clock of this machine");
  const apart = Math.round(there.getTime() - (before + after) / 2);
  const told = `the database is ${Math.abs(apart)} ms ${apart < 0 ? "behind" : "ahead of"} this machine`;
  if (Math.abs(apart) <= tolerableMilliseconds) return ok("clock", told);
  const remedy = "Synchronize both machines by NTP: sessions and links end by these clocks.";
  return Math.abs(apart) <= maxMilliseconds ? warn("clock", told, remedy) : fail("clock", told, remedy);
}
