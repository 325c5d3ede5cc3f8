import { type Conflict, type Context, commonErrors, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { failTaken } from "./conflict.js";

/** Security section 5, rule 15: ASCII only, so that different slugs cannot look alike. */
const allowed = /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/;
const maxSlugLength = 64;

/** A slug in the stored form: trimmed, lower case; null if invalid. */
export function normaliseSlug(given: string): string | null {
  const slug = given.trim();
  return slug.length <= maxSlugLength && allowed.test(slug) ? slug.toLowerCase() : null;
}

/** The normalized slug; fails with VALIDATION_ERROR if invalid. `path`: the input field. */
export function requireSlug(ctx: Pick<Context, "fail">, given: string, path = "slug"): string {
  const slug = normaliseSlug(given);
  if (slug !== null) return slug;
  const message = `Letters, digits and single hyphens between them: at most ${maxSlugLength}`;
  return ctx.fail(commonErrors.VALIDATION_ERROR, { issues: [{ path, message }] });
}

/**
 * Fails a write because of a taken slug, or of a taken value in a unique column of a plugin.
 *
 * @throws AuthError ORGANIZATION_ALREADY_EXISTS, or VALIDATION_ERROR for a column of a plugin
 */
export const failTakenSlug = (ctx: Pick<TxContext<"ORGANIZATION_ALREADY_EXISTS">, "fail">, conflict: Conflict): never =>
  failTaken(ctx, conflict, { slug: () => ctx.fail(organizationErrors.ORGANIZATION_ALREADY_EXISTS) });
