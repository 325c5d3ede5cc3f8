import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { contactOf } from "./guest.js";

/** Another user, e.g. in a list. */
interface Other {
  readonly name: string;
  readonly email: string;
  readonly phoneNumber?: string | null;
}

/** Another user, in the form that screens show. */
export interface Person {
  /** The address or the number of a user without a name; "No name" without these. */
  readonly name: string;
  /** The address or the number; null: the user has neither, or it is in place of the name. */
  readonly contact: string | null;
}

/** A function for the name and the contact of another user. A user of a phone may have neither name nor address. */
export function usePerson(): (user: Other) => Person {
  const { noName } = useTexts("common", common);
  return (user) => {
    const contact = contactOf(user);
    const name = user.name.trim();
    return name ? { name, contact } : { name: contact ?? noName, contact: null };
  };
}
