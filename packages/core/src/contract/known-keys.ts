/** The names of the options of `T`. `true`: any value; an object: the options at that key are checked, too. */
export type KnownKeys<T> = { readonly [K in keyof T]-?: true | KnownKeys<NonNullable<T[K]>> };

/** The names of options as a tree: `true` for an option of any value, a tree for an object of options. */
export interface KeyTree {
  readonly [key: string]: true | KeyTree;
}

/** The names of the options of a plugin with a default for each. */
export const keysOf = (defaults: object): KeyTree =>
  Object.fromEntries(Object.keys(defaults).map((name) => [name, true] as const));

/** Options of another library by their paths, e.g. "session.maxAge", each with what to write instead. */
export interface ForeignOptions {
  /** E.g. "better-auth". */
  readonly library: string;
  readonly remedies: Readonly<Record<string, string>>;
}

/** The options of `unknownKeyErrors` and `checkKnownKeys`. */
export interface KeyCheck {
  /** The path of the options, e.g. "linking". Default: the options are the root. */
  readonly path?: string;
  readonly foreign?: readonly ForeignOptions[];
  /** Names only keys that are near an option or another library's: the object has other keys for other purposes. Default false. */
  readonly onlyNear?: boolean;
}

/**
 * Why options hold a key that has no effect, each a sentence that begins with the path of the key.
 *
 * @example
 * const keys = { roles: true, linking: { enabled: true } } as const satisfies KnownKeys<Options>;
 * unknownKeyErrors(options, keys); // ['linking.enable: there is no such option; did you mean "linking.enabled"?']
 */
export function unknownKeyErrors(
  given: unknown,
  keys: KeyTree,
  { path = "", foreign = [], onlyNear = false }: KeyCheck = {},
): readonly string[] {
  if (given === undefined || given === null) return [];
  if (!isObject(given)) return [`${path || "options"}: must be an object with the options ${listed(keys)}`];
  return Object.entries(given).flatMap(([key, value]) => {
    const known = Object.hasOwn(keys, key) ? keys[key] : undefined;
    const whole = joined(path, key);
    if (known === true) return [];
    if (known) return unknownKeyErrors(value, known, { path: whole, foreign, onlyNear });
    const remedies = foreignProblems(whole, value, foreign);
    if (remedies.length > 0) return remedies;
    const nearest = nearestName(key, Object.keys(keys));
    if (nearest !== null) return [`${whole}: there is no such option; did you mean "${joined(path, nearest)}"?`];
    return onlyNear ? [] : [`${whole}: there is no such option; there are ${listed(keys)}`];
  });
}

/**
 * For a factory outside of `createAuth`, e.g. of an adapter.
 *
 * @throws TypeError with the first unknown option; `where` names the factory, e.g. "redis()".
 */
export function checkKnownKeys(where: string, given: unknown, keys: KeyTree, check: KeyCheck = {}): void {
  const [problem] = unknownKeyErrors(given, keys, check);
  if (problem !== undefined) throw new TypeError(`${where}: ${problem}`);
}

/** The name that was meant, by edit distance or because a name begins with the other; null: no name is near. */
export function nearestName(
  name: string,
  names: readonly string[],
  maxDistance: number = Math.max(1, Math.floor(name.length / 3)),
): string | null {
  const written = name.toLowerCase();
  const rated = names.map((candidate) => ({ candidate, distance: distanceBetween(written, candidate.toLowerCase()) }));
  const [nearest] = rated.sort((one, other) => one.distance - other.distance);
  if (nearest && nearest.distance <= maxDistance) return nearest.candidate;
  const begun = names.find((candidate) => written.length >= 4 && candidate.toLowerCase().startsWith(written));
  return begun ?? null;
}

/** Whether a value is an object with keys, and no list. */
export const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const joined = (path: string, key: string): string => (path ? `${path}.${key}` : key);

const listed = (keys: KeyTree): string => Object.keys(keys).join(", ");

/** The problems of the options inside, if the table has them; else the problem of the option. */
function foreignProblems(path: string, value: unknown, foreign: readonly ForeignOptions[]): readonly string[] {
  const inner = isObject(value) ? Object.keys(value).flatMap((key) => foreignProblem(joined(path, key), foreign)) : [];
  return inner.length > 0 ? inner : foreignProblem(path, foreign);
}

function foreignProblem(path: string, foreign: readonly ForeignOptions[]): readonly string[] {
  const found = foreign.find(({ remedies }) => Object.hasOwn(remedies, path));
  return found ? [`${path}: is an option of ${found.library}; ${found.remedies[path]}`] : [];
}

/** Insertions, deletions, replacements and swaps of neighbours between two texts (optimal string alignment). */
function distanceBetween(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const replaced = at(last, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

const at = (numbers: readonly number[], index: number): number => numbers[index] ?? Number.POSITIVE_INFINITY;
