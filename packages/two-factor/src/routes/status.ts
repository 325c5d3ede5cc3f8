import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { isDue, requirementOf } from "../enrol/required.js";
import { factorOf, isEnabled } from "../factor/factor.js";
import { offeredTo } from "../factor/offered.js";
import { backupCodeModel } from "../models.js";
import { findRecovery } from "../recovery/recovery.js";

export const status = endpoint({
  route: "GET /two-factor/status",
  access: "session",
  allowsRecovery: true,
  doc: "The second factors of the caller, the unused backup codes, and whether a factor is required.",
  input: z.object({}),
  output: z.object({
    enabled: z.boolean(),
    methods: z.array(z.string()),
    backupCodesLeft: z.number(),
    enrolledAt: z.date().nullable(),
    isRequired: z.boolean(),
    requiredFrom: z.date().nullable(),
    recoveryEndsAt: z.date().nullable(),
  }),
  async handle({ session, ctx }, options) {
    const { user } = session;
    const enabled = isEnabled(user);
    const factor = await factorOf(ctx, user.id);
    const running = options.recovery ? await findRecovery(ctx, user.id) : null;
    const required = requirementOf(options, user);
    return ok({
      enabled,
      methods: enabled ? await offeredTo(ctx, options, user) : [],
      backupCodesLeft: enabled ? await ctx.db.count(backupCodeModel, { userId: user.id }) : 0,
      enrolledAt: enabled ? (factor?.createdAt ?? null) : null,
      isRequired: isDue(required, ctx.now()),
      requiredFrom: required instanceof Date ? required : null,
      recoveryEndsAt: running?.endsAt ?? null,
    });
  },
});
