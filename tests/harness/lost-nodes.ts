import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Galera } from "./galera.ts";

/** One of four processes has it. */
export const lostNode = 1;
const calmMilliseconds = 2000;
const lostMilliseconds = 3000;

/**
 * A cluster with a node that is killed and started, then cut off and connected again, until it is stopped. Servers of
 * MariaDB that end by themselves meanwhile are started again: their faults are not those of the tests.
 */
export interface Losses {
  /** How often the node was killed, started, cut off or connected. */
  steps(): number;
  stop(): Promise<void>;
}

export function loseNodes(galera: Galera): Losses {
  let isStopped = false;
  let steps = 0;
  const changes: readonly (readonly [string, () => Promise<void>, number])[] = [
    ["killed", () => galera.kill(lostNode), lostMilliseconds],
    ["started", () => galera.restart(lostNode), calmMilliseconds],
    ["cut off", () => galera.isolate(lostNode), lostMilliseconds],
    ["connected", () => galera.heal(lostNode), calmMilliseconds],
  ];

  async function run(): Promise<void> {
    for (; !isStopped; steps += 1) {
      const [name, change, milliseconds] = changes[steps % changes.length] ?? [];
      const startedAt = Date.now();
      try {
        await change?.();
        if (galera.hasCrashed()) throw new Error("A server ended by itself.");
      } catch (error) {
        console.error(`A node could not be ${name}. The cluster is repaired.`, error);
        await galera.repair();
      }
      note({ step: name, at: startedAt, milliseconds: Date.now() - startedAt });
      await pause(milliseconds);
    }
  }

  const over = run();
  over.catch((error: unknown) => console.error("The node does not come back.", error));
  return {
    steps: () => steps,
    async stop() {
      isStopped = true;
      await over.catch(() => undefined);
    },
  };
}

/** Adds a step to the file of `print-figures.ts`, if it asks for it. */
function note(step: object): void {
  const path = process.env.OUTAGE_FIGURES;
  if (path) appendFileSync(path, `${JSON.stringify(step)}\n`);
}
