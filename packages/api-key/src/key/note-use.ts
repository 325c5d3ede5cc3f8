import type { Caller, Context } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { type ApiKeyRow, apiKeyModel } from "../models.js";

const noteEveryMs = 60_000;
/** Addresses that are kept of a key: the uses from further addresses are noted as those from known addresses. */
const maxAddresses = 32;

/**
 * Writes the last use of a key behind the answer, at most once a minute: of concurrent uses a single use is written. The first use
 * from an address is written at once, with an event unless it is the first use of the key.
 */
export function noteUse(ctx: Context, row: ApiKeyRow, { ipAddress }: Pick<Caller, "ipAddress">): void {
  const now = ctx.now();
  if (isNoted(row, ipAddress, now)) return;
  ctx.later("Noting the use of an API key", (ctx) =>
    ctx.transactionOn(apiKeyModel, row.id, async (ctx, present) => {
      if (isNoted(present, ipAddress, now)) return;
      const known = addressesOf(present);
      const isNew = ipAddress !== null && isNewAddress(present, ipAddress);
      await ctx.db.update(apiKeyModel, row.id, {
        lastRequest: now,
        ...(ipAddress !== null && { lastUsedIp: ipAddress }),
        ...(isNew && { usedFrom: [...known, ipAddress].join(" ") }),
      });
      const { id: keyId, referenceId } = row;
      if (isNew && known.length > 0)
        emit(ctx, { type: "api-key.used-from-new-address", keyId, referenceId, actorId: present.userId, ipAddress });
    }),
  );
}

function isNoted(row: ApiKeyRow, ipAddress: string | null, now: Date): boolean {
  const { lastRequest, lastUsedIp } = row;
  if (lastRequest === null || now.getTime() - lastRequest.getTime() >= noteEveryMs) return false;
  return ipAddress === null || ipAddress === lastUsedIp || !isNewAddress(row, ipAddress);
}

const addressesOf = ({ usedFrom, lastUsedIp }: ApiKeyRow): readonly string[] =>
  usedFrom?.split(" ") ?? (lastUsedIp === null ? [] : [lastUsedIp]);

function isNewAddress(row: ApiKeyRow, ipAddress: string): boolean {
  const known = addressesOf(row);
  return known.length < maxAddresses && !known.includes(ipAddress);
}
