import { type Context, isAuthError, parseEmail, readUserColumns, type UserDraft } from "@keyhold/core";
import { FlowRefusal } from "./callback-codes.js";
import type { Proof } from "./proof.js";
import type { MappedUser } from "./provider.js";

/**
 * The user that somebody new becomes. Throws `FlowRefusal`: signup_disabled, email_not_found, unable_to_create_user; or
 * the app's own error.
 */
export async function draftOf(ctx: Context, proof: Proof, requestSignUp: boolean): Promise<UserDraft> {
  const { provider, identity, profile } = proof;
  const { options, declaration } = provider;
  refuseSignUp(proof, requestSignUp);
  const code = (await options.checkSignUp?.(profile, identity)) ?? null;
  if (code !== null) return ctx.refuse(code);

  const {
    name,
    email: mappedEmail,
    image,
    ...columns
  } = (await options.mapProfileToUser?.(profile)) ?? ({} as MappedUser);
  const email = identity.email ?? (typeof mappedEmail === "string" ? parseEmail(mappedEmail) : null);
  if (email === null) {
    throw new FlowRefusal(
      "email_not_found",
      `${declaration.name} told no address: \`mapProfileToUser\` may give one, or the scope for it may be missing.`,
    );
  }
  const now = ctx.now();
  return {
    ...mappedColumns(ctx, proof, columns),
    name: name ?? identity.name ?? email.slice(0, email.indexOf("@")),
    email,
    emailVerified: identity.emailVerified,
    image: image === undefined ? identity.image : image,
    createdAt: now,
    updatedAt: now,
  };
}

function refuseSignUp({ provider }: Proof, requestSignUp: boolean): void {
  const { name } = provider.declaration;
  const { disableSignUp, disableImplicitSignUp } = provider.options;
  if (disableSignUp)
    throw new FlowRefusal("signup_disabled", `Nobody new comes in by ${name}: \`disableSignUp\` is set.`);
  if (disableImplicitSignUp && !requestSignUp) {
    throw new FlowRefusal(
      "signup_disabled",
      "Somebody new needs `requestSignUp: true`: `disableImplicitSignUp` is set.",
    );
  }
}

/** What people may say of themselves at sign-up, and nothing else, however the app's function came by it. */
function mappedColumns(ctx: Context, { provider }: Proof, columns: MappedUser): Record<string, unknown> {
  try {
    return readUserColumns(ctx, columns, { canClear: false });
  } catch (cause) {
    if (!isAuthError(cause) || cause.code !== "VALIDATION_ERROR") throw cause;
    const fields = cause.issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
    const { name } = provider.declaration;
    throw new FlowRefusal("unable_to_create_user", `What \`mapProfileToUser\` made of ${name}'s profile: ${fields}`, {
      cause,
    });
  }
}
