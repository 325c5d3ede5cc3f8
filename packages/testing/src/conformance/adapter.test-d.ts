import type { Adapter, Tx } from "@keyhold/core/adapter";
import { before, isConflict, type Locked, sessionModel, startsWith } from "@keyhold/core/plugin";
import {
  bookModel,
  clubModel,
  guestModel,
  memberModel,
  noteModel,
  specimenModel,
  userWithHandle,
  voucherModel,
} from "./models.js";

/** Code that must not compile, and never runs: the type checker is the test. */

export async function childrenAreWrittenUnderTheirLockedParent(db: Adapter): Promise<void> {
  const given = { clubId: "c", userId: "u" };
  // @ts-expect-error a child is not written outside a transaction
  await db.insert(memberModel, given);
  // @ts-expect-error a child is not changed outside a transaction
  await db.update(memberModel, "m", { role: "owner" });
  // @ts-expect-error a child is not removed outside a transaction
  await db.remove(memberModel, { id: "m" });

  await db.transactionOn(clubModel, "c", async (tx, club) => {
    await tx.insert(memberModel, given, club);
    // @ts-expect-error inside a transaction the locked parent is still the last argument
    await tx.insert(memberModel, given);
    // @ts-expect-error every verb that writes a child needs the locked parent
    await tx.transition(memberModel, "m", "status", "pending", "accepted");
    // @ts-expect-error a club is the grandparent of a note, not the parent
    await tx.insert(noteModel, { memberId: "m", body: "b" }, club);
    // @ts-expect-error a locked row is not valid outside the transaction
    await db.insert(memberModel, given, club);
  });
}

export async function onlyLockedRowsAreParents(tx: Tx, user: Locked<typeof userWithHandle>): Promise<void> {
  const given = { clubId: "c", userId: "u" };
  const found = await tx.find(clubModel, { id: "c" });
  // @ts-expect-error a row that was only read is not locked
  if (found) await tx.remove(memberModel, { clubId: "c" }, found);
  // @ts-expect-error a row of another model is not the parent
  await tx.insert(memberModel, given, user);

  const inserted = await tx.insert(clubModel, { name: "n", slug: "s" });
  // @ts-expect-error a conflict must be handled first
  await tx.insert(memberModel, given, inserted);
  if (!isConflict(inserted)) await tx.insert(memberModel, given, inserted);
}

export async function rowsAreLockedInsideTransactions(db: Adapter, tx: Tx): Promise<void> {
  const given = { clubId: "c", userId: "u" };
  const club = await tx.lock(clubModel, "c");
  if (club) await tx.insert(memberModel, given, club);
  // @ts-expect-error the row may be missing
  await tx.insert(memberModel, given, club);
  // @ts-expect-error outside a transaction no row is locked
  await db.lock(clubModel, "c");
  // @ts-expect-error one-time rows are not parents
  await tx.lock(voucherModel, "v");
}

export async function clearedColumnsMayBeMissing(db: Adapter): Promise<void> {
  await db.insert(guestModel, { name: "n" });
  const guest = await db.find(guestModel, { id: "v" });
  // @ts-expect-error the referenced row may be missing
  guest?.teamId.length;
}

export async function oneTimeRowsAreReadAndConsumed(db: Adapter): Promise<void> {
  await db.consume(voucherModel, { identifier: "i" });
  await db.find(voucherModel, { identifier: "i" });
  // @ts-expect-error a read does not consume a one-time row
  await db.list(voucherModel, {}, { orderBy: "id", limit: 1 });
  // @ts-expect-error a check does not consume a one-time row
  await db.exists(voucherModel, { identifier: "i" });
  // @ts-expect-error a one-time row is never changed
  await db.update(voucherModel, "v", { value: "other" });
  await db.remove(voucherModel, { expiresAt: before(new Date()) });
  // @ts-expect-error only one-time rows are consumed
  await db.consume(clubModel, { id: "c" });
}

export async function guardedColumnsHaveTheirOwnVerbs(
  db: Adapter,
  tx: Tx,
  club: Locked<typeof clubModel>,
): Promise<void> {
  await db.add(clubModel, "c", "seats", 1, { max: 3 });
  // @ts-expect-error a counter is changed by `add` only
  await db.update(clubModel, "c", { seats: 3 });
  // @ts-expect-error a state is changed by `transition` only
  await tx.update(memberModel, "m", { status: "accepted" }, club);
  // @ts-expect-error an id never changes
  await db.update(clubModel, "c", { id: "other" });
  // @ts-expect-error `transition` changes states and counters only
  await tx.transition(memberModel, "m", "role", "owner", "member", club);
  // @ts-expect-error a state that the column does not have
  await tx.transition(memberModel, "m", "status", "pending", "lost", club);
}

export async function rowsAndConditionsHaveTheirTypes(db: Adapter): Promise<void> {
  // @ts-expect-error a required column is missing
  await db.insert(clubModel, { name: "n" });
  // @ts-expect-error null in a required column
  await db.insert(clubModel, { name: null, slug: "s" });
  // @ts-expect-error a condition on an unknown column
  await db.find(clubModel, { nothing: "x" });
  // @ts-expect-error a date is not compared with text
  await db.find(specimenModel, { foundAt: "2024-01-01" });
  // @ts-expect-error texts have no before and after
  await db.find(clubModel, { slug: before("x") });
  await db.count(bookModel, { title: startsWith("a"), subtitle: startsWith("b") });
  // @ts-expect-error numbers have no beginning
  await db.find(specimenModel, { weight: startsWith("1") });
  // @ts-expect-error dates have no beginning
  await db.find(specimenModel, { foundAt: startsWith("2") });
  // @ts-expect-error a list has a limit
  await db.list(clubModel, {}, { orderBy: "id" });
  // @ts-expect-error a list is ordered by a column
  await db.list(clubModel, {}, { orderBy: "nothing", limit: 1 });

  const plain = await db.find(sessionModel, { id: "s" });
  // @ts-expect-error the referenced row is present only on request
  plain?.user;
  const joined = await db.find(sessionModel, { id: "s" }, { with: userWithHandle });
  joined?.user.handle?.toLowerCase();
  const page = { orderBy: "id", limit: 1, with: userWithHandle } as const;
  const [chosen] = await db.list(sessionModel, {}, { ...page, withColumns: ["handle"] });
  chosen?.user.handle?.toLowerCase();
  chosen?.token.toLowerCase();
  // @ts-expect-error a column of the referenced row that was not chosen
  chosen?.user.email;
  const [own] = await db.list(sessionModel, {}, { ...page, columns: ["id"] });
  own?.user.email.toLowerCase();
  // @ts-expect-error a column that was not chosen
  own?.token;
  // @ts-expect-error a column that the model does not have
  await db.list(sessionModel, {}, { ...page, withColumns: ["token"] });
}

export async function answersAreLookedAt(db: Adapter): Promise<void> {
  const updated = await db.update(clubModel, "c", { name: "n" });
  // @ts-expect-error the row may be missing, or a conflict
  updated.name;
  const inserted = await db.insert(clubModel, { name: "n", slug: "s" });
  // @ts-expect-error the answer may be a conflict
  inserted.id;
  // @ts-expect-error only the adapter can make a locked row
  const locked: Locked<typeof clubModel> = { id: "c", name: "n", slug: "s", motto: null, seats: 0 };
  locked.id;
}
