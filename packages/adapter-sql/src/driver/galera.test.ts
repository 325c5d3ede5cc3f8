import { isStorageUnavailable } from "@keyhold/core/adapter";
import { expect, it } from "vitest";
import { whereNoLockIsTaken } from "./galera.js";

const lockTimeout = Object.assign(new Error("Lock wait timeout exceeded; try restarting transaction"), { errno: 1205 });

it("a lock timeout of a statement that takes no lock means that the server is out of date, not that a row is locked", async () => {
  const error: unknown = await whereNoLockIsTaken(Promise.reject(lockTimeout)).catch((thrown: unknown) => thrown);
  expect(isStorageUnavailable(error)).toBe(true);
  expect(error).toMatchObject({ reason: "unreachable", cause: lockTimeout });
});

it("another error, and an answer, stay as they are", async () => {
  const deadlock = Object.assign(new Error("Deadlock found"), { errno: 1213 });
  await expect(whereNoLockIsTaken(Promise.reject(deadlock))).rejects.toBe(deadlock);
  await expect(whereNoLockIsTaken(Promise.resolve("an answer"))).resolves.toBe("an answer");
});
