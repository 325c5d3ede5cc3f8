import type { Conflict, Context, TxContext } from "@keyhold/core/plugin";
import { refuseTaken } from "../conflict.js";

/** Security section 5, rule 15: ASCII, so that no two look the same. */
const allowed = /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/;
const maxSlugLength = 64;

/** A slug in the form that is stored and looked up: trimmed, lower case; null when it can be none. */
export function normaliseSlug(given: string): string | null {
  const slug = given.trim();
  return slug.length <= maxSlugLength && allowed.test(slug) ? slug.toLowerCase() : null;
}

/** The same, or 400. `path`: of the field in the input. */
export function requireSlug({ refuse }: Pick<Context, "refuse">, given: string, path = "slug"): string {
  const slug = normaliseSlug(given);
  if (slug !== null) return slug;
  const message = `Letters, digits and single hyphens between them: at most ${maxSlugLength}`;
  return refuse("VALIDATION_ERROR", { issues: [{ path, message }] });
}

/**
 * Another organization has the slug, by the unique index of the model; or another row has the value of a unique column
 * that a plugin has added.
 *
 * @throws AuthError ORGANIZATION_ALREADY_EXISTS, or VALIDATION_ERROR for a column of a plugin
 */
export const refuseTakenSlug = (ctx: Pick<TxContext, "refuse">, conflict: Conflict): never =>
  refuseTaken(ctx, conflict, { slug: "ORGANIZATION_ALREADY_EXISTS" });
