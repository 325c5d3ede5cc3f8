import type { FreshDatabase } from "../../../tests/harness/databases.ts";

const firstNames = ["Ann", "Bob", "Carla", "Dan", "Eve", "Finn", "Gül", "Hanna", "Ivo", "Jörg", "Anna", "Anton"];
const lastNames = ["Adams", "Baker", "Clark", "Diaz", "Evans", "Ford", "Green", "Hill", "Ito", "Jones", "Khan"];

/** Columns of a user as a database stores them. */
export type UserRow = Readonly<Record<string, string | number | boolean | null>>;

/** Generates users in batches for one insert each: 1 in 50 has a role, 1 in 100 is banned, all have different times. */
export function* userRows(count: number, type: FreshDatabase["type"]): Generator<UserRow[]> {
  const lot = 500;
  for (let start = 0; start < count; start += lot) {
    yield Array.from({ length: Math.min(lot, count - start) }, (_, index) => userRow(start + index, type));
  }
}

function userRow(number: number, type: FreshDatabase["type"]): UserRow {
  const name = `${firstNames[number % firstNames.length]} ${lastNames[number % lastNames.length]} ${number}`;
  const first = name
    .split(" ", 1)[0]
    ?.toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z]/g, "");
  const time = new Date(Date.UTC(2020, 0) + ((number * 7919) % count) * 60_000).toISOString();
  const at = type === "mysql" ? time.replace("T", " ").replace("Z", "") : time;
  const yes = type === "postgres" ? true : 1;
  return {
    id: `${(number * 2_654_435_761) % 4_294_967_296}`.padStart(32, "u"),
    name,
    email: `${first}${number}@example.com`,
    emailVerified: yes,
    createdAt: at,
    updatedAt: at,
    role: number % 50 === 0 ? "support" : null,
    banned: number % 100 === 0 ? yes : null,
    foldedName: name
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, ""),
  };
}

/** Times repeat after this many. */
const count = 1_000_003;
