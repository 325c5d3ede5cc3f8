/** The same numbers for the same seed (mulberry32), so that a failure can be repeated. */
export function createDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
  };
}

export interface Dice {
  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

const oddTexts = [
  "",
  "\u0000",
  "\ud800",
  "\uFEFF",
  "a@b.co",
  "__proto__",
  "constructor",
  "//evil.example",
  "x".repeat(3000),
  "%",
  "İ",
  "ﷺ",
];
const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  [],
  {},
  [[]],
  { $ne: "" },
  { toString: 1 },
  { length: -1 },
  ...oddTexts,
];

/** The same JSON with one change: of a value or a key, or an additional one. */
export function mutateJson(dice: Dice, value: object): unknown {
  const copy = Object.fromEntries(Object.entries(value)) as Record<string, unknown>;
  const keys = Object.keys(copy);
  const key = dice.pick([...keys, "x"]);
  const how = dice.below(10);
  if (how === 0) return dice.pick(oddValues);
  if (how === 1) delete copy[key];
  else if (how === 2) Object.defineProperty(copy, dice.pick(oddTexts), { value: 1, enumerable: true });
  else copy[key] = how < 6 ? dice.pick(oddValues) : mutateText(dice, String(copy[key]));
  return copy;
}

/** The same text with characters removed, doubled, changed or added. */
export function mutateText(dice: Dice, text: string): string {
  const at = dice.below(text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const how = dice.below(5);
  if (how === 0) return before + after.slice(1);
  if (how === 1) return before + after.slice(0, 3) + after;
  if (how === 2) return before + String.fromCharCode(dice.below(0x300)) + after.slice(1);
  if (how === 3) return before + dice.pick(oddTexts) + after;
  return before;
}

/** The same bytes with some of them flipped, or cut off. */
export function mutateBytes(dice: Dice, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  for (let flips = dice.below(4); flips > 0; flips -= 1) copy[dice.below(copy.length)] = dice.below(256);
  return dice.chance(0.2) ? copy.slice(0, dice.below(copy.length)) : copy;
}
