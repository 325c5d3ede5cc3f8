import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { Form } from "../parts/Form.js";
import { Picture } from "../parts/Picture.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { PictureControl } from "../picture/PictureInput.js";
import { account as english } from "../texts/en/account.js";
import { common } from "../texts/en/common.js";
import { userButton } from "../texts/en/user-button.js";
import { useTexts } from "../texts/use-texts.js";
import { isGuest, useNameOf } from "../user/guest.js";
import { type ProfileOptions, useProfile } from "./use-profile.js";

/**
 * The section of the profile: name, username, picture, and further fields.
 *
 * @example <AuthUI client={authClient}><Profile /></AuthUI>
 */
export function Profile(options: ProfileOptions): ReactElement {
  const { user, form } = useProfile(options);
  const texts = useTexts("account", english);
  const { save, saving, saved } = useTexts("common", common);
  const { aboutGuest, createAccount } = useTexts("userButton", userButton);
  const nameOf = useNameOf();
  const { paths, Link } = useUI();
  if (!user) return <Waiting />;
  const isOfGuest = isGuest(user);
  const icon = <Picture name={nameOf(user)} image={user.image} kind="user" />;
  return (
    <Screen title={texts.sections.profile} lead={isOfGuest ? aboutGuest : undefined} icon={icon}>
      {isOfGuest && (
        <p className="kh-choices">
          <Link className="kh-button kh-quiet" href={paths.signUp}>
            {createAccount}
          </Link>
        </p>
      )}
      <Form form={form} submit={save} submitting={saving} done={saved} control={PictureControl} />
    </Screen>
  );
}
