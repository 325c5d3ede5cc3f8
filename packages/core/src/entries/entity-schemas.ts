export {
  account,
  type EmailChange,
  emailChange,
  image,
  type ListedAccount,
  type ListedSession,
  listedSession,
  maxPictureLength,
  name,
  picture,
  session,
  user,
} from "../contract/entity-schemas.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
