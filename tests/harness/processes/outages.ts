import { setTimeout as pause } from "node:timers/promises";
import { type Adapter, isStorageUnavailable } from "@keyhold/core/adapter";
import { expect, inject } from "vitest";
import type { FreshDatabase, RaceType } from "../databases.ts";
import { lostNode } from "../lost-nodes.ts";
import { raceRounds, roundsOn } from "../repeats.ts";
import { noteRound } from "./outage-figures.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether nodes of the cluster are lost and come back during the races. */
    outages: boolean;
  }
}

/**
 * In this mode a node of the cluster is killed and started, cut off and connected again, while the races run. A refusal
 * (503 with `Retry-After`) is a legal answer, and is sent again to the next process, as a client does. The rows must be
 * those of a quiet cluster; but a refused request may have been carried out, so its second answer may be a failure.
 */
export const hasOutages = inject("outages");

const stepsOfCycle = 4;
export const raceTimeout = process.env.OUTAGE_ROUNDS ? 3_600_000 : 240_000;

/** What a refusal is known by. */
export interface Refusable {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The target of a redirect: a browser at a provider's callback is sent to the error page. */
  readonly location?: string | null;
}

/** An answer after this number of refusals of its request. */
export interface Insisted {
  readonly refusals?: number;
}

/** The database was away before the requests of a round were sent. */
class RefusedEarly extends Error {}

const maxInsistingMilliseconds = 120_000;
let round = { hasRaced: false, refusals: 0 };

/** Runs rounds one after another. During outages a round that is refused before its race begins anew. */
export async function eachRound(
  type: RaceType,
  work: (round: number) => Promise<void>,
  count = raceRounds,
): Promise<void> {
  if (hasOutages) return roundsInOutages(work);
  const rounds = roundsOn(type, count);
  for (let index = 0; index < rounds; index += 1) await work(index);
}

/** With `OUTAGE_ROUNDS`, rounds for a whole cycle of outages at least, so that each race meets each of them. */
async function roundsInOutages(work: (round: number) => Promise<void>): Promise<void> {
  const { OUTAGE_ROUNDS: given } = process.env;
  const startedWith = await outageSteps();
  const isOver = async (index: number): Promise<boolean> =>
    index >= Number(given ?? 2) && (given === undefined || (await outageSteps()) > startedWith + stepsOfCycle);
  for (let index = 0; !(await isOver(index)); ) {
    round = { hasRaced: false, refusals: 0 };
    const startedAt = Date.now();
    try {
      await work(index);
      index += 1;
      noteRound({ refusals: round.refusals, milliseconds: Date.now() - startedAt });
    } catch (error) {
      const isRefused = error instanceof RefusedEarly || isStorageUnavailable(error);
      if (round.hasRaced || !isRefused) throw error;
      await pause(100);
    }
  }
}

const redirectOfRefusal = /error_description=(The\+database\+could\+not\+be\+reached|Service\+unavailable)/;

export const isUnavailable = ({ status, location }: Refusable): boolean =>
  status === 503 || redirectOfRefusal.test(location ?? "");

/** Sends requests; during outages the refused ones again and again, each time to other processes. */
export async function insist<Request, Answer extends Refusable>(
  requests: readonly Request[],
  send: (requests: readonly Request[], turn: number) => Promise<readonly Answer[]>,
): Promise<readonly (Answer & Insisted)[]> {
  round.hasRaced = true;
  const answers: (Answer & Insisted)[] = [...(await send(requests, 0))];
  if (!hasOutages) return answers;
  const end = Date.now() + maxInsistingMilliseconds;
  for (let turn = 1; Date.now() < end; turn += 1) {
    const refused = answers.flatMap((answer, index) => (isUnavailable(answer) ? [index] : []));
    if (refused.length === 0) break;
    expect(answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([]);
    round.refusals += refused.length;
    await pause(100);
    const again = await send(
      refused.flatMap((index) => requests.slice(index, index + 1)),
      turn,
    );
    for (const [place, answer] of again.entries()) answers[refused[place] ?? -1] = { ...answer, refusals: turn };
  }
  return answers;
}

type Handler = (request: Request, ...more: never[]) => Promise<Response>;

/** The handler of the test's own process: a refusal before the race begins the round anew, a later one is repeated. */
export function insisting<H extends Handler>(handler: H): H {
  if (!hasOutages) return handler;
  const insistent: Handler = async (request, ...more) => {
    for (const end = Date.now() + maxInsistingMilliseconds; ; ) {
      const response = await handler(request.clone(), ...more);
      const { status, headers } = response;
      const retryAfter = headers.get("retry-after");
      if (!isUnavailable({ status, retryAfter, location: headers.get("location") }) || Date.now() > end)
        return response;
      if (!round.hasRaced) throw new RefusedEarly("The database was away.");
      await pause(100);
    }
  };
  return insistent as H;
}

/** Repeats work until the database answers. */
export async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + maxInsistingMilliseconds; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!hasOutages || Date.now() > end) throw error;
      await pause(200);
    }
  }
}

const reads: readonly PropertyKey[] = ["find", "list", "count", "exists"];

/** The same adapter; during outages it repeats reads until the database answers. */
export function insistingReads(adapter: Adapter): Adapter {
  if (!hasOutages) return adapter;
  return new Proxy(adapter, {
    get(target, verb) {
      const call: unknown = Reflect.get(target, verb);
      if (typeof call !== "function" || !reads.includes(verb)) return call;
      return (...args: readonly unknown[]) => untilAnswered(() => Reflect.apply(call, target, args));
    },
  });
}

/** The email of an arrangement is missing if its request met an outage: then the round begins anew. */
export function missingEmail(kind: string): Error {
  const text = `No email "${kind}" with a token was sent.`;
  return hasOutages ? new RefusedEarly(text) : new Error(text);
}

/** How many answers are failures after a refusal: the refused request may have been carried out. */
export const unknowns = (answers: readonly (Insisted & { readonly isWin: boolean })[]): number =>
  answers.filter(({ refusals = 0, isWin }) => refusals > 0 && !isWin).length;

/** Expects this count; or up to so many less as the outcomes of refused requests are unknown. */
export function expectCount(actual: number, expected: number, unknown: number): void {
  expect(actual).toBeLessThanOrEqual(expected);
  expect(actual + unknown).toBeGreaterThanOrEqual(expected);
}

/** The place without the lost node, for the process of the test: its arrangements end in few refusals. */
export function survivingPlace({ place }: Pick<FreshDatabase, "place">): string {
  const nodes = place.split(" ");
  return hasOutages ? nodes.filter((_, index) => index !== lostNode).join(" ") : place;
}

/** Begins to lose a node of the cluster again and again, unless it has begun. */
export async function startOutages(): Promise<void> {
  if (hasOutages) await outageSteps();
}

async function outageSteps(): Promise<number> {
  const { galera } = inject("services");
  if (galera === null) throw new Error("Outages need Galera.");
  return (await fetch(new URL("/outages", galera))).json();
}
