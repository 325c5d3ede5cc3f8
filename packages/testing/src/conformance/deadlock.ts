import { describe, expect, it } from "vitest";
import { addClub, type Bench, endsInTime, inClub, soon } from "./bench.js";
import { clubModel } from "./models.js";

/** A promise, and the function that resolves it. */
function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const twoClubs = async ({ db }: Bench) => {
  const clubs = [await addClub(db), await addClub(db)];
  const [first, second] = clubs.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (!first || !second) throw new Error("Two clubs were added.");
  return { first, second };
};

export function describeDeadlocks(bench: Bench): void {
  describe("a deadlock", () => {
    it("of two transactions ends: the work of one runs again, and both commit", async () => {
      const { first, second } = await twoClubs(bench);
      const arrived: string[] = [];
      const bothArrived = signal();
      const cross = (one: string, other: string) =>
        bench.db.transaction(async (tx) => {
          await tx.add(clubModel, one, "seats", 1, {});
          arrived.push(one);
          if (new Set(arrived).size === 2) bothArrived.give();
          // An adapter that runs transactions in sequence has no deadlocks.
          await soon(tx, bothArrived.given);
          await tx.add(clubModel, other, "seats", 1, {});
        });
      const both = Promise.all([cross(first.id, second.id), cross(second.id, first.id)]);
      await endsInTime(both, bench.timeoutMilliseconds, "a deadlock did not end");
      const seats = async (id: string) => (await bench.db.find(clubModel, { id }))?.seats;
      expect([await seats(first.id), await seats(second.id)], "a transaction was lost or counted twice").toEqual([
        2, 2,
      ]);
    });

    it("is prevented: a lock out of order gives the rows back that it would keep while it waits", async () => {
      const { first, second } = await twoClubs(bench);
      const hasSecond = signal();
      let outOfOrder: Promise<unknown> = Promise.resolve();
      await inClub(bench.db, first, async (tx) => {
        outOfOrder = inClub(bench.db, second, async (inner) => {
          hasSecond.give();
          return inner.lock(clubModel, first.id);
        });
        // An adapter that runs transactions in sequence waits for this transaction.
        if ((await soon(tx, hasSecond.given)) === "waiting") return;
        await inClub(bench.db, second, async () => "the second club is free");
      });
      expect(await outOfOrder, "the work out of order did not run again").toMatchObject({ id: first.id });
    });
  });
}
