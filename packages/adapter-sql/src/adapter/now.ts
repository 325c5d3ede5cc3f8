import type { AdapterState } from "./adapter-state.js";
import type { Place } from "./place.js";

/** The time of the database's clock. */
export async function now(state: AdapterState, place: Place): Promise<Date> {
  const { rows } = await place.run(state.now);
  return new Date(Math.floor(Number(rows[0]?.[0])));
}
