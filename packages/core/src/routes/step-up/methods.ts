import { ok } from "../../contract/outcome.js";
import * as z from "../../contract/schema.js";
import { lastProof, proofIn } from "../../session/proof.js";
import { enrolledFactors, stepUpMethods } from "../../session/step-up.js";
import { endpoint } from "../endpoint.js";

export const stepUpMethodList = endpoint({
  route: "GET /step-up/methods",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "How the caller can prove a factor, and the last proofs.",
  input: z.object({ factors: z.union([z.enum(["1", "2"]), z.literal(1), z.literal(2)]).optional() }),
  output: z.object({ methods: z.array(z.string()), authTime: z.date(), factorTime: z.date().nullable() }),
  async handle({ input, session, ctx }) {
    const factors = input.factors ? (Number(input.factors) as 1 | 2) : await enrolledFactors(ctx, session.user);
    const methods = await stepUpMethods(ctx, session, factors);
    return ok({
      methods: [...methods],
      authTime: lastProof(ctx, session),
      factorTime: proofIn(ctx, session)?.factorTime ?? null,
    });
  },
});
