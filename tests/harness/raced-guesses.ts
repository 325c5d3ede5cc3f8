import { expect } from "vitest";
import { type App, alice, type Changes } from "./app.ts";

/** Sixteen callers guess at once from each of several networks, in turn at each process of an app. */

const callers = 16;
const max = 20;
const perAddress = 6;

const off = { "/sign-in/email": false, "/sign-up/email": false } as const;

/** Options of an app whose guesses are raced. */
export const guessed: Changes = {
  rateLimit: {
    enabled: true,
    limits: off,
    wrongPasswords: { windowSeconds: 900, max },
    wrongPasswordsPerAddress: { windowSeconds: 3600, max: 100_000 },
  },
  clientAddress: { trustedProxies: 1 },
};

/** These options with a low cap of an address. */
export const capped: Changes = {
  ...guessed,
  rateLimit: { ...guessed.rateLimit, wrongPasswordsPerAddress: { windowSeconds: 3600, max: perAddress } },
};

/** The number of compared guesses of each address. */
async function race(
  processes: readonly [App, App],
  addresses: readonly string[],
  nameOf: (caller: number) => string,
): Promise<readonly number[]> {
  const guess = async (address: string, caller: number): Promise<number> => {
    const body = { email: nameOf(caller), password: "a wrong password" };
    const headers = { "x-forwarded-for": address };
    const app = processes[caller % 2 === 0 ? 0 : 1];
    return (await app.browser().post("/sign-in/email", body, { headers })).status;
  };
  const raced = addresses.map(async (address) => {
    const statuses = await Promise.all(Array.from({ length: callers }, (_, caller) => guess(address, caller)));
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
    return statuses.filter((status) => status === 401).length;
  });
  return Promise.all(raced);
}

/** A network uses exactly its half, and three networks at once the whole window. */
export async function raceShares(processes: readonly [App, App], round: number): Promise<void> {
  const email = `person${round}@example.com`;
  await processes[0].browser().post("/sign-up/email", { ...alice, email });
  const of = (network: number): string => `198.51.${network}.9`;
  expect(await race(processes, [of(1)], () => email)).toEqual([max / 2]);
  const others = await race(processes, [of(2), of(3), of(4)], () => email);
  expect(Math.max(...others)).toBeLessThanOrEqual(max / 2);
  expect(others.reduce((sum, count) => sum + count, 0)).toBe(max / 2);
}

/** An address has exactly as many guesses at all accounts together as its cap. */
export async function raceCap(processes: readonly [App, App], round: number): Promise<void> {
  const address = `203.0.${round}.9`;
  expect(await race(processes, [address], (caller) => `nobody${round}-${caller}@example.com`)).toEqual([perAddress]);
}
