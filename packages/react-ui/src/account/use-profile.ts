import { useUI } from "../context.js";
import { textsOf } from "../form/changed-fields.js";
import { columnValues } from "../form/column-values.js";
import type { FieldDeclaration, FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { useOffers } from "../offers.js";
import { account as english } from "../texts/en/account.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { isNameless } from "../user/guest.js";
import { type SignedInUser, useUser } from "../user/use-user.js";

/** Options of `useProfile`. */
export interface ProfileOptions {
  /** Further fields: columns of the user that the server takes. Give their values as `input.defaultValue`. */
  readonly fields?: readonly FieldDeclaration[] | undefined;
}

/** The state of the section of the profile. */
export interface ProfileState {
  /** Null: not known yet. */
  readonly user: SignedInUser | null;
  /** Name, username if the server has usernames, picture, and the further fields. */
  readonly form: FormState;
}

/**
 * The state and the handlers of a user's profile, without markup.
 *
 * @example const { user, form } = useProfile();
 */
export function useProfile({ fields = [] }: ProfileOptions = {}): ProfileState {
  const { client } = useUI();
  const { hasUsername = false, userFields: columns = [] } = useOffers() ?? {};
  const user = useUser();
  const texts = useTexts("account", english);
  const shared = useTexts("common", common);
  const usernameField: FieldDeclaration = {
    name: "username",
    label: shared.username,
    hint: texts.usernameHint,
    input: {
      autoComplete: "username",
      autoCapitalize: "none",
      spellCheck: false,
      defaultValue: user ? shownUsername(user) : "",
    },
  };

  const nameField: FieldDeclaration = {
    name: "name",
    label: shared.name,
    empty: texts.nameEmpty,
    input: { autoComplete: "name", maxLength: 255, defaultValue: user && isNameless(user) ? "" : user?.name },
  };
  const imageField: FieldDeclaration = {
    name: "image",
    label: texts.picture,
    hint: texts.pictureHint,
    picture: "user",
    input: { type: "url", inputMode: "url", autoComplete: "photo", defaultValue: user?.image ?? "" },
  };
  const named = [nameField, ...(hasUsername ? [usernameField] : [])];

  const form = useForm<string>({
    fields: [...named, imageField, ...fields],
    staysAfterSuccess: true,
    errorFields: {
      USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: "username",
      USERNAME_IS_TOO_SHORT: "username",
      USERNAME_IS_TOO_LONG: "username",
      USERNAME_IS_INVALID: "username",
    },
    async send(values, changed) {
      const isOwn = ({ name }: FieldDeclaration): boolean => fields.some((one) => one.name === name);
      const own = columnValues(values, changed.filter(isOwn), columns, null);
      const others = changed.filter((field) => !isOwn(field));
      const change = { ...own, ...textsOf(others, { ...values, username: values.username?.trim() }) };
      return Object.keys(change).length > 0 ? (await client.updateUser(change)).error : null;
    },
  });
  return { user, form };
}

/** The username as the user wrote it; a display name of its own is not the username. */
const shownUsername = ({ username, displayUsername }: SignedInUser): string =>
  (displayUsername?.toLowerCase() === username ? displayUsername : username) ?? "";
