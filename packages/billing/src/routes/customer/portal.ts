import type { Session } from "@keyhold/core";
import { type Context, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { ownerAsked } from "../../mirror/owner-asked.js";
import type { BillingSettings } from "../../options.js";
import { buying } from "../../purchase/buying.js";
import { type PortalCode, portalUrl } from "../../purchase/portal.js";
import { providerCodes } from "../../purchase/refusal.js";
import { link, ofOwner } from "../schemas.js";

const common = {
  access: "session",
  isPersonal: true,
  output: link,
  redirects: ["returnUrl"],
  errors: [...providerCodes, "BILLING_NOT_ALLOWED", "BILLING_CUSTOMER_NOT_FOUND", "BILLING_CUSTOMER_CONFLICT"],
  limit: { windowSeconds: 60, max: 30 },
} as const;

const returnUrl = z.string().optional();

export const portal = endpoint({
  ...common,
  route: "POST /customer/portal",
  doc: "A link to the payments provider's page on which the caller or an organization manages subscriptions, payment methods and invoices.",
  input: z.object({ ...ofOwner, returnUrl, redirect: z.boolean().default(true) }),
  handle: async ({ ctx, input, session }, options) => ok(await openPortal(ctx, session, input, options)),
});

export const readPortal = endpoint({
  ...common,
  route: "GET /customer/portal",
  hasCall: false,
  doc: "A link to the payments provider's page, for clients that ask without a body.",
  input: z.object({ ...ofOwner, returnUrl, redirect: z.enum(["true", "false"]).optional() }),
  handle: async ({ ctx, input, session }, options) =>
    ok(await openPortal(ctx, session, { ...input, redirect: input.redirect !== "false" }, options)),
});

interface Input {
  readonly referenceId?: string | undefined;
  readonly returnUrl?: string | undefined;
  readonly redirect: boolean;
}

async function openPortal(
  ctx: Context<PortalCode>,
  session: Session,
  { referenceId, returnUrl, redirect }: Input,
  options: BillingSettings,
): Promise<z.infer<typeof link>> {
  const owner = await ownerAsked(ctx, session, referenceId, "portal");
  return { url: await portalUrl(ctx, buying(options), { owner, user: session.user }, returnUrl), redirect };
}
