import { nowShape } from "../shape/read.js";
import type { Kit } from "./kit.js";
import type { Place } from "./place.js";

/** The database's clock. */
export async function now(kit: Kit, place: Place): Promise<Date> {
  const { rows } = await place.run(
    kit.shape("now", () => nowShape(kit.dialect)),
    [],
  );
  return new Date(Math.floor(Number(rows[0]?.[0])));
}
