import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { apiKeyErrors } from "../errors.js";
import { asksPermissions } from "../key/asks-permissions.js";
import { createKey } from "../key/create.js";
import { fieldErrors, readFields } from "../key/given.js";
import { exceeds } from "../key/permissions.js";
import { createdSchema, expiresIn, metadata, name, permissions } from "./schemas.js";

const amount = z.number().int().min(1).max(2_147_483_647);

export const createApiKeyForOwner = asksPermissions(
  endpoint({
    route: "POST /create-api-key",
    access: "public",
    doc: "Makes an API key of a user or of an organization, with limited uses and a limit of its own. A refill sets `remaining` to `refillAmount` after each `refillInterval` of milliseconds.",
    input: z.object({
      userId: z.string().max(255).optional(),
      organizationId: z.string().max(255).optional(),
      name: name.nullable().optional(),
      expiresIn: expiresIn.optional(),
      prefix: z.string().max(1000).optional(),
      metadata: metadata.optional(),
      configId: z.string().max(64).optional(),
      permissions: permissions.optional(),
      remaining: z.number().int().min(0).max(2_147_483_647).optional(),
      refillAmount: amount.optional(),
      refillInterval: amount.optional(),
      rateLimit: z.object({ max: amount, windowSeconds: z.number().int().min(1).max(2_147_483) }).optional(),
    }),
    output: createdSchema,
    errors: [
      ...fieldErrors,
      "USER_NOT_MEMBER_OF_ORGANIZATION",
      "INSUFFICIENT_API_KEY_PERMISSIONS",
      "API_KEY_LIMIT_REACHED",
    ],
    isServerOnly: true,
    async handle({ input, ctx }, options) {
      const { userId, organizationId, permissions: asked = null, configId = options.configIds[0] ?? "default" } = input;
      const { statements } = options;
      if (userId === undefined && (organizationId === undefined || options.personalConfigIds.includes(configId)))
        throw new TypeError("createApiKey: give `userId`, or `organizationId` for a key of an organization.");
      if ((input.refillAmount === undefined) !== (input.refillInterval === undefined))
        throw new TypeError("createApiKey: give `refillAmount` and `refillInterval` together.");
      if (asked && exceeds(asked, { granted: statements, statements }))
        return ctx.fail(apiKeyErrors.INSUFFICIENT_API_KEY_PERMISSIONS);
      const {
        remaining = input.refillAmount ?? null,
        refillAmount = null,
        refillInterval = null,
        rateLimit = null,
      } = input;
      return ok(
        await createKey(ctx, options, {
          owner: {
            userId: userId ?? null,
            organizationId: organizationId ?? null,
            referenceId: userId ?? organizationId ?? "",
          },
          session: null,
          values: {
            ...readFields(ctx, options, input),
            ...{ configId, permissions: asked, remaining, refillAmount, refillInterval, rateLimit },
          },
        }),
      );
    },
  }),
);
