import { isStorageUnavailable } from "@keyhold/core/adapter";
import { expect, it } from "vitest";
import { createNodes, withoutRowLocks } from "./galera.js";

const lockTimeout = Object.assign(new Error("Lock wait timeout exceeded; try restarting transaction"), { errno: 1205 });
const cluster = createNodes(true);

it("a lock timeout of a statement that locks no row means that the node of a cluster is out of date", async () => {
  const answer = withoutRowLocks(cluster, Promise.reject(lockTimeout));
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  expect(isStorageUnavailable(error)).toBe(true);
  expect(error).toMatchObject({ reason: "unreachable", cause: lockTimeout });
});

it("a lock timeout of a single server, where a read waits for a change of the table, stays as it is", async () => {
  await expect(withoutRowLocks(createNodes(false), Promise.reject(lockTimeout))).rejects.toBe(lockTimeout);
});

it("another error, and an answer, stay as they are", async () => {
  const deadlock = Object.assign(new Error("Deadlock found"), { errno: 1213 });
  await expect(withoutRowLocks(cluster, Promise.reject(deadlock))).rejects.toBe(deadlock);
  await expect(withoutRowLocks(cluster, Promise.resolve("an answer"))).resolves.toBe("an answer");
});
