import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { challengedActions } from "../../../asking.js";
import { endpoint } from "../../endpoint.js";
import { writeToken } from "../../token.js";
import { createWork } from "../../work.js";

export const proofOfWorkChallenge = endpoint({
  route: "GET /proof-of-work/challenge",
  access: "public",
  doc: "A challenge for one call of an action: the page solves it within ten minutes, and sends the solution in the header X-Captcha-Response.",
  input: z.object({ action: z.enum(challengedActions) }),
  output: z.object({
    token: z.string(),
    challenge: z.object({
      parameters: z.object({
        algorithm: z.string(),
        nonce: z.string(),
        salt: z.string(),
        cost: z.number(),
        keyLength: z.number(),
        keyPrefix: z.string(),
      }),
    }),
  }),
  errors: [],
  limit: { windowSeconds: 60, max: 60 },
  async handle({ input, ctx }, { effort }) {
    const challenge = await createWork(effort);
    const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
    const token = await writeToken(ctx, { action: input.action, challenge });
    return ok({ token, challenge: { parameters: { algorithm, nonce, salt, cost, keyLength, keyPrefix } } });
  },
});
