import { once } from "node:events";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test, vi } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { isWhole } from "../../../../tests/harness/repeats.ts";
import { every, useSocialBench } from "./bench.ts";

const services = inject("services");

describe.each(databaseTypes(services))("sign-up by a provider on %s", (type) => {
  const bench = useSocialBench(type, services);
  const isEach = type === "sqlite" || isWhole;
  const rows = async () => {
    const { db } = bench();
    return [await db.count(userModel, {}), await db.count(accountModel, {}), await db.count(sessionModel, {})];
  };

  test("leaves a whole user or no row, if its process is killed at any step", async () => {
    const { startWorker, goThere, signIn, newPerson } = bench();
    const outcomes: (readonly number[])[] = [];
    // Reads of the flow, the identity, the address and the reservation, then three writes, each between two steps.
    // On the second and third database every third step, and the last two.
    const steps = Array.from({ length: 15 }, (_, index) => index + 1).filter(
      (step) => isEach || step % 3 === 1 || step > 13,
    );
    for (const step of steps) {
      const person = newPerson();
      const back = await goThere(person, "google");
      const before = await rows();
      const worker = await startWorker({ dieAt: step });
      worker.send([back]);
      const [, signal] = await once(worker, "exit");
      expect(signal).toBe("SIGKILL");
      outcomes.push((await rows()).map((count, index) => count - (before[index] ?? 0)));
      await signIn(person, "google");
      expect((await rows()).map((count, index) => count - (before[index] ?? 0))).toEqual([
        1,
        1,
        outcomes.at(-1)?.[2] === 1 ? 2 : 1,
      ]);
    }
    expect(outcomes, "no row before the commit, all rows after it").toEqual([
      ...Array(steps.length - 1).fill([0, 0, 0]),
      [1, 1, 1],
    ]);
  });

  test("leaves no half of a user when a process is killed at any moment under load", async () => {
    const { startWorker, goThere, newPerson } = bench();
    const before = await rows();
    for (const round of [1, 2, 3, 4, 5, 6].filter((number) => isEach || number % 2 === 0)) {
      const worker = await startWorker();
      worker.send(await every(() => goThere(newPerson(), "google")));
      setTimeout(() => worker.kill("SIGKILL"), round * 8);
      await once(worker, "exit");
    }
    // The server may commit later what the process had sent before the kill.
    await vi.waitFor(
      async () => {
        const [users, ...others] = (await rows()).map((count, index) => count - (before[index] ?? 0));
        expect(others).toEqual([users, users]);
      },
      { timeout: 10_000 },
    );
  });
});
