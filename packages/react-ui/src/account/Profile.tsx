import type { ReactElement } from "react";
import { Form } from "../parts/Form.js";
import { Picture } from "../parts/Picture.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { PictureControl } from "../picture/PictureInput.js";
import { account as english } from "../texts/en/account.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
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
  if (!user) return <Waiting />;
  return (
    <Screen title={texts.sections.profile} icon={<Picture name={user.name} image={user.image} kind="user" />}>
      <Form form={form} submit={save} submitting={saving} done={saved} control={PictureControl} />
    </Screen>
  );
}
