import { type Context, isAuthError, parseEmail, readUserColumns, type UserChange, type UserDraft } from "@keyhold/core";
import { FlowRefusal } from "../flow/refusal.js";
import type { MappedUser } from "../provider.js";
import { parseImage, parseName } from "./identity.js";
import type { Proof } from "./proof.js";

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

  const mapped = await mapProfile(proof);
  const { name, image } = faceOf(proof, mapped);
  const email = identity.email ?? (typeof mapped.email === "string" ? parseEmail(mapped.email) : null);
  if (email === null) {
    throw new FlowRefusal(
      "email_not_found",
      `${declaration.name} told no address: \`mapProfileToUser\` may give one, or the scope for it may be missing.`,
    );
  }
  const now = ctx.now();
  return {
    ...mappedColumns(ctx, proof, mapped),
    name: name ?? email.slice(0, email.indexOf("@")),
    email,
    emailVerified: identity.emailVerified,
    image: image ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Name and image as somebody new would get them, for who has an account already; what nobody tells stays. */
export async function broughtFace(proof: Proof): Promise<UserChange> {
  const { name, image } = faceOf(proof, await mapProfile(proof));
  return { ...(name !== null && { name }), ...(image !== undefined && { image }) };
}

const mapProfile = async ({ provider, profile }: Proof): Promise<MappedUser> =>
  (await provider.options.mapProfileToUser?.(profile)) ?? {};

interface Face {
  /** Null: nobody tells one. */
  readonly name: string | null;
  /** Null: the app wants none. Undefined: nobody tells one. */
  readonly image: string | null | undefined;
}

/** What the app made of a profile is no more to be believed than the profile: a name is a line, and an image a URL. */
const faceOf = ({ identity }: Proof, mapped: MappedUser): Face => ({
  name: parseName(mapped.name) ?? identity.name,
  image: mapped.image === null ? null : (parseImage(mapped.image) ?? identity.image ?? undefined),
});

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
function mappedColumns(ctx: Context, { provider }: Proof, mapped: MappedUser): Record<string, unknown> {
  try {
    return readUserColumns(ctx, mapped, { canClear: true });
  } catch (cause) {
    if (!isAuthError(cause) || cause.code !== "VALIDATION_ERROR") throw cause;
    const fields = cause.issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
    const { name } = provider.declaration;
    throw new FlowRefusal("unable_to_create_user", `What \`mapProfileToUser\` made of ${name}'s profile: ${fields}`, {
      cause,
    });
  }
}
