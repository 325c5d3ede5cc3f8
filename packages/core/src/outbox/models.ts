import { encryptedColumn } from "../adapter/encrypted-columns.js";
import { bool, date, integer, json, text } from "../model/column.js";
import { defineModel, type Row } from "../model/model.js";
import { randomText } from "../secret/random.js";

/** The states of an entry. A finished entry has no row. */
export const outboxStates = ["pending", "failed"] as const;

/** The state of an entry: `failed` entries are not tried until a server-side call repeats them. */
export type OutboxState = (typeof outboxStates)[number];

/** The unfinished entries of all kinds. Written only under a lock of the row. */
export const outboxModel = defineModel(
  "outbox",
  {
    id: text().initially(() => randomText(32)),
    kind: text(),
    key: text(),
    owner: text().optional(),
    /** The place in the order of the owner, from 1; 0 without an order. */
    position: integer(),
    /** The encrypted input. As JSON, since a text column of MySQL ends at 64 KiB. */
    input: json<string>().secret(),
    state: text(),
    /** When a worker may run the entry. While an attempt runs: the end of the lease of the attempt. */
    dueAt: date(),
    /**
     * The attempt that has the entry, or that has ended with an unknown outcome. Null: no attempt, or the last attempt
     * had no effect.
     */
    lease: text().optional().secret(),
    /** Whether the input was replaced since the attempt began: the entry then runs once more. */
    isReplaced: bool().initially(() => false),
    attempts: integer(),
    lastError: text().optional().informative("beginning"),
    createdAt: date(),
    /** When the outbox gives up. */
    expiresAt: date(),
  },
  {
    uniques: [["kind", "key"]],
    indexes: [
      ["state", "dueAt"],
      ["owner", "position"],
    ],
  },
);

/** A row of `outbox`. */
export type OutboxRow = Row<typeof outboxModel>;

/** Binds the encrypted input to the entry. */
export const placeOf = (id: string): readonly string[] => ["outbox", id];

/** For `keyhold rotate`. */
export const encryptedInputs = encryptedColumn(outboxModel, "input", ({ id }) => placeOf(id));
