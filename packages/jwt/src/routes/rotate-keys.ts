import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { externalKeys } from "../keys/external.js";
import { forgetKeys } from "../keys/memory.js";
import { allKeys, endKey, firstKey, removeAll, replaceAll, rotate } from "../keys/rotate.js";
import { stateOf } from "../keys/states.js";

export const rotateKeys = endpoint({
  route: "POST /rotate-keys",
  access: "public",
  isServerOnly: true,
  doc: "Lets another key sign. `now`: after a leak, every earlier key is removed, and its tokens are refused. Else the next key signs as soon as every verifier has it.",
  input: z.object({ now: z.boolean().optional() }),
  output: z.object({
    keys: z.array(
      z.object({ id: z.string(), alg: z.string().nullable(), state: z.enum(["next", "signing", "retired"]) }),
    ),
  }),
  async handle({ input, ctx }, options) {
    if (options.signer) {
      if (input.now) await removeAll(ctx);
      await externalKeys(ctx, options.signer, { isFresh: true });
    } else if (input.now) await replaceAll(ctx, options);
    else await rotate(ctx, options, await endKey(ctx, await firstKey(ctx, options)));
    forgetKeys(ctx);
    const keys = await allKeys(ctx);
    return ok({ keys: keys.map((row) => ({ id: row.id, alg: row.alg, state: stateOf(row) })) });
  },
});
