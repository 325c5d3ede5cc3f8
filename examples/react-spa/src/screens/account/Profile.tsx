import { Avatar } from "../../account/Avatar.tsx";
import type { SignedIn } from "../../account/signed-in.ts";
import { authClient } from "../../auth-client.ts";
import { Field } from "../../form/Field.tsx";
import { Form, type Values } from "../../form/Form.tsx";
import { usernamePlaces } from "../../form/username-places.ts";
import { Screen } from "../../layout/Screen.tsx";

async function save({ name = "", username, image }: Values) {
  const { error } = await authClient.updateUser({ name, image: image || null, username: username || null });
  return error;
}

const noPicture = { field: "image", text: "This is not the address of a picture: it begins with https://." };

/** The server checks the URL of the picture too; the page has its own text. */
const check = ({ image = "" }: Values) => (image === "" || /^https?:\/\/[^/]/.test(image) ? [] : [noPicture]);

export function Profile({ user }: SignedIn) {
  return (
    <Screen title="Profile">
      <div>
        <Avatar name={user.name} image={user.image} />
      </div>
      <Form send={save} check={check} submit="Save" busy="Saving…" done="Saved." places={usernamePlaces}>
        <Field
          name="name"
          label="Name"
          autoComplete="name"
          maxLength={255}
          defaultValue={user.name}
          empty="Tell us what to call you."
        />
        <Field
          name="username"
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={user.displayUsername ?? ""}
          hint="Shorter to type when you sign in."
        />
        <Field
          name="image"
          label="Picture"
          type="url"
          inputMode="url"
          autoComplete="photo"
          defaultValue={user.image ?? ""}
          hint="Where it is on the web. Leave it empty for your initials."
        />
      </Form>
    </Screen>
  );
}
