import { type ErrorEntry, isAuthError } from "@keyhold/core";
import type { Context, HookContext, UserChange, UserDraft } from "@keyhold/core/plugin";
import { parseEmail, readLenientUserColumns } from "@keyhold/core/users";
import { FlowError } from "../flow/error.js";
import type { MappedUser } from "../provider.js";
import { parseImage, parseName } from "./identity.js";
import type { ProviderUser } from "./provider-user.js";

/**
 * The user to create. Throws `FlowError`: signup_disabled, email_not_found, unable_to_create_user; or the app's own
 * error.
 */
export async function draftOf(ctx: Context, providerUser: ProviderUser, requestSignUp: boolean): Promise<UserDraft> {
  const { provider, identity, profile } = providerUser;
  const { options, declaration } = provider;
  checkSignUpAllowed(providerUser, requestSignUp);
  const error = (await options.checkSignUp?.(profile, identity)) ?? null;
  if (error !== null) return failChecked(ctx, error);

  const mapped = await mapProfile(providerUser);
  const { name, image } = profileFieldsOf(providerUser, mapped);
  const email = identity.email ?? (typeof mapped.email === "string" ? parseEmail(mapped.email) : null);
  if (email === null) {
    throw new FlowError(
      "email_not_found",
      `${declaration.name} sent no email address: \`mapProfileToUser\` can set one, or the scope or permission for it is missing.`,
    );
  }
  const now = ctx.now();
  return {
    ...mappedColumns(ctx, providerUser, mapped),
    name: name ?? email.slice(0, email.indexOf("@")),
    email,
    emailVerified: identity.emailVerified,
    image: image ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Throws what the app's check has answered. */
const failChecked = (ctx: Pick<HookContext, "fail">, error: ErrorEntry): never => ctx.fail(error);

/** Name and image as a new user would get them, as a change of an existing user; a field that is not told stays. */
export async function profileChange(providerUser: ProviderUser): Promise<UserChange> {
  const proven = { ...providerUser, ...providerUser.proven };
  const { name, image } = profileFieldsOf(proven, await mapProfile(proven));
  return { ...(name !== null && { name }), ...(image !== undefined && { image }) };
}

const mapProfile = async ({ provider, profile }: ProviderUser): Promise<MappedUser> =>
  (await provider.options.mapProfileToUser?.(profile)) ?? {};

interface ProfileFields {
  /** Null: neither the app nor the provider has a name. */
  readonly name: string | null;
  /** Null: the app removes the image. Undefined: neither the app nor the provider has an image. */
  readonly image: string | null | undefined;
}

/** The output of `mapProfileToUser` is validated like the profile: the name is a single line, the image a URL. */
const profileFieldsOf = ({ identity }: ProviderUser, mapped: MappedUser): ProfileFields => ({
  name: parseName(mapped.name) ?? identity.name,
  image: mapped.image === null ? null : (parseImage(mapped.image) ?? identity.image ?? undefined),
});

function checkSignUpAllowed({ provider }: ProviderUser, requestSignUp: boolean): void {
  const { name } = provider.declaration;
  const { disableSignUp, disableImplicitSignUp } = provider.options;
  if (disableSignUp)
    throw new FlowError("signup_disabled", `New users cannot sign up with ${name}: \`disableSignUp\` is set.`);
  if (disableImplicitSignUp && !requestSignUp) {
    throw new FlowError("signup_disabled", "A new user needs `requestSignUp: true`: `disableImplicitSignUp` is set.");
  }
}

/**
 * Only columns that are input of a sign-up, validated, wherever `mapProfileToUser` got them from. The user cannot
 * correct them: an invalid value of an optional column must not prevent the sign-up.
 */
function mappedColumns(
  ctx: Context,
  { provider }: ProviderUser,
  mapped: MappedUser,
): Readonly<Record<string, unknown>> {
  try {
    const { columns, leftOut } = readLenientUserColumns(ctx, mapped);
    for (const [column, reason] of leftOut)
      ctx.warn(
        `The sign-up with ${provider.declaration.name} leaves the column "${column}" out, because \`mapProfileToUser\` answered an invalid value: ${reason}`,
      );
    return columns;
  } catch (cause) {
    if (!isAuthError(cause) || cause.code !== "VALIDATION_ERROR") throw cause;
    const fields = cause.issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
    const { name } = provider.declaration;
    throw new FlowError("unable_to_create_user", `Invalid \`mapProfileToUser\` output for ${name}: ${fields}`, {
      cause,
    });
  }
}
