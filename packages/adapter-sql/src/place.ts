/** The objects by their text, and the numbers of the objects of apps. */
const places = new Map<string, object>();
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** SQLite and PGlite: each connection has a separate database. */
const isInMemory = /^$|:memory:|^memory:/;

/**
 * An object that stands for a database and a naming of tables. `given`: the database's URL or path, or the connected
 * object of the app. The object does not show the text, which may contain a password. Undefined: a separate database.
 */
export function placeOf(given: string | object | undefined, naming: object = {}): object | undefined {
  if (given === undefined || (typeof given === "string" && isInMemory.test(given))) return undefined;
  const text = JSON.stringify([typeof given === "string" ? given : numberOf(given), naming]);
  const place = places.get(text) ?? {};
  places.set(text, place);
  return place;
}

function numberOf(given: object): number {
  const known = numbers.get(given);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(given, lastNumber);
  return lastNumber;
}
