import type { Context, TxContext } from "../contract/context.js";

/** Throws the error of a unique column of the user: another user has its value. */
export const refuseTaken = (ctx: Pick<Context | TxContext, "refuse" | "takenCodes">, column: string): never =>
  ctx.refuse(ctx.takenCodes.get(column) ?? "USER_ALREADY_EXISTS");
