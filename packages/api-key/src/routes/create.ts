import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { apiKeyErrors } from "../errors.js";
import { memberMay, memberPermissions } from "../hooks/offers.js";
import { asksPermissions } from "../key/asks-permissions.js";
import { createKey } from "../key/create.js";
import { fieldErrors, readFields } from "../key/given.js";
import { exceeds } from "../key/permissions.js";
import { permissionsOf } from "../options.js";
import { createdSchema, expiresIn, metadata, name, permissions, serverOnly } from "./schemas.js";

/** Properties that a client must not choose: a client that sends them gets an error, not a key without them. */
const serverOnlyFields = {
  userId: serverOnly.optional(),
  referenceId: serverOnly.optional(),
  remaining: serverOnly.optional(),
  refillAmount: serverOnly.optional(),
  refillInterval: serverOnly.optional(),
  rateLimit: serverOnly.optional(),
  rateLimitEnabled: serverOnly.optional(),
  rateLimitMax: serverOnly.optional(),
  rateLimitTimeWindow: serverOnly.optional(),
};

export const createApiKey = asksPermissions(
  endpoint({
    route: "POST /api-key/create",
    access: "step-up",
    doc: "Makes an API key of the caller, or of an organization in which the caller has the permission `apiKey: create`. The answer has the key, which is never shown again.",
    input: z.object({
      name: name.nullable().optional(),
      expiresIn: expiresIn.optional(),
      prefix: z.string().max(1000).optional(),
      metadata: metadata.optional(),
      configId: z.string().max(64).optional(),
      organizationId: z.string().max(255).optional(),
      permissions: permissions.optional(),
      ...serverOnlyFields,
    }),
    output: createdSchema,
    errors: [
      ...fieldErrors,
      "SERVER_ONLY_PROPERTY",
      "USER_NOT_MEMBER_OF_ORGANIZATION",
      "INSUFFICIENT_API_KEY_PERMISSIONS",
      "API_KEY_LIMIT_REACHED",
    ],
    limit: { windowSeconds: 60, max: 20 },
    async handle({ input, session, ctx }, options) {
      const { userId, user } = session;
      const { organizationId, permissions: asked = null, configId = options.configIds[0] ?? "default" } = input;
      const isChosen = (property: string): boolean => (input as Readonly<Record<string, unknown>>)[property] != null;
      if (Object.keys(serverOnlyFields).some(isChosen) || !options.configIds.includes(configId))
        return ctx.fail(apiKeyErrors.SERVER_ONLY_PROPERTY);
      const fields = readFields(ctx, options, input);
      const isPersonal = organizationId === undefined || options.personalConfigIds.includes(configId);
      const place = isPersonal ? null : { organizationId, userId };
      // Only members lock an organization.
      const isStranger = place
        ? !(await memberMay(ctx, place, { apiKey: ["create"] }))
        : organizationId !== undefined && !(await memberPermissions(ctx, { organizationId, userId }));
      if (isStranger) return ctx.fail(apiKeyErrors.USER_NOT_MEMBER_OF_ORGANIZATION);
      const { statements } = options;
      const granted = place ? statements : await permissionsOf(options, user);
      if (asked && exceeds(asked, { granted, statements }))
        return ctx.fail(apiKeyErrors.INSUFFICIENT_API_KEY_PERMISSIONS);
      const unlimited = { remaining: null, refillAmount: null, refillInterval: null, rateLimit: null };
      return ok(
        await createKey(ctx, options, {
          owner: place
            ? { userId: null, organizationId: place.organizationId, referenceId: place.organizationId }
            : { userId, organizationId: organizationId ?? null, referenceId: userId },
          session,
          ...(place && {
            authorize: async (ctx) => {
              // Asked again: the member may have lost the role, or the membership, since.
              if (!(await memberMay(ctx, place, { apiKey: ["create"] })))
                return ctx.fail(apiKeyErrors.USER_NOT_MEMBER_OF_ORGANIZATION);
              if (asked && Object.keys(asked).length > 0 && !(await memberMay(ctx, place, asked)))
                ctx.fail(apiKeyErrors.INSUFFICIENT_API_KEY_PERMISSIONS);
            },
          }),
          values: { ...fields, ...unlimited, configId, permissions: asked },
        }),
      );
    },
  }),
);
