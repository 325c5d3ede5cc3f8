import { ok } from "../../contract/outcome.js";
import * as z from "../../contract/schema.js";
import { failCursor, pageOf, readCursor } from "../../model/cursor.js";
import { endpoint } from "../endpoint.js";
import { type OutboxRow, outboxModel, outboxStates } from "../models.js";

export const listOutbox = endpoint({
  route: "GET /list-outbox",
  access: "public",
  doc: "The unfinished entries of the outbox in a state, the earliest due first. `cursor` is the `nextCursor` of the page before.",
  input: z.object({
    state: z.enum(outboxStates).default("failed"),
    kind: z.string().optional(),
    owner: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().optional(),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        key: z.string(),
        owner: z.string().nullable(),
        state: z.enum(outboxStates),
        attempts: z.number(),
        lastError: z.string().nullable(),
        dueAt: z.date(),
        createdAt: z.date(),
        expiresAt: z.date(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  isServerOnly: true,
  async handle({ ctx, input: { state, kind, owner, limit, cursor } }) {
    const from = cursor === undefined ? null : (readCursor("date", cursor) ?? failCursor(ctx));
    const where = { state, ...(kind !== undefined && { kind }), ...(owner !== undefined && { owner }) };
    const options = { orderBy: "dueAt", limit: limit + 1, ...(from && { cursor: from }) } as const;
    const { shown, nextCursor } = pageOf(await ctx.db.list(outboxModel, where, options), limit, "dueAt");
    return ok({ entries: shown.map((row) => ({ ...withoutSecrets(row), state })), nextCursor });
  },
});

const withoutSecrets = ({ id, kind, key, owner, attempts, lastError, dueAt, createdAt, expiresAt }: OutboxRow) => ({
  id,
  kind,
  key,
  owner,
  attempts,
  lastError,
  dueAt,
  createdAt,
  expiresAt,
});
