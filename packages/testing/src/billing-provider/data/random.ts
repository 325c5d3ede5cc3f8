import { createHash } from "node:crypto";

/** Ids and fractions that a seed determines: equal seeds and equal calls give equal values. */
export interface Random {
  /** An id in the form of a UUID of version 4. */
  id(): string;
  /** From 0 to below 1. */
  fraction(): number;
}

/** How many values were drawn: kept in the data, so a restarted provider repeats no id. */
export interface Drawn {
  drawn: number;
}

export function createRandom(seed: string, counter: Drawn = { drawn: 0 }): Random {
  const draw = (): Buffer => {
    counter.drawn += 1;
    return createHash("sha256").update(`${seed} ${counter.drawn}`).digest();
  };
  return {
    id: () => uuidOf(draw()),
    fraction: () => draw().readUInt32BE() / 2 ** 32,
  };
}

/** The value for a name: equal in each start with the seed. */
export const secretFor = (seed: string, name: string): string =>
  createHash("sha256").update(`${seed}: ${name}`).digest("base64url");

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  const variant = "89ab"[(bytes[8] ?? 0) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
