import { createAuth } from "../auth.js";
import type { AuthConfig } from "./config.js";
import type { TxContext } from "./context.js";
import type { CoreLetter, Letter, LetterOf, Mail, PlainWords, PluginLetter } from "./mail.js";
import type { Additions, Plugin } from "./plugin.js";

/** What must not compile. Nothing here runs: the type checker is the test. */

interface InvitationLetter extends PluginLetter {
  readonly kind: "club.invitation";
  readonly clubName: string;
}
interface ClubAdditions extends Additions {
  readonly event: never;
  readonly letter: InvitationLetter;
}
type Club = Plugin<unknown, unknown, unknown, never, ClubAdditions>;
type Silent = Plugin<unknown, unknown, unknown, never>;

declare const rest: Pick<AuthConfig, "secret" | "baseURL" | "database">;
declare const club: Club;
declare const silent: Silent;
declare const words: PlainWords;

export const forCore = (letter: CoreLetter): string => letter.user.name;
export const forAll: Mail = (letter) => void letter.to;
export const forClub: Mail<InvitationLetter> = (letter) => void letter.to;

export function ofAnApp(): void {
  // What knows the letters of the core delivers all there are, as long as no plugin writes any.
  createAuth({ ...rest, mail: (letter) => void forCore(letter) });
  createAuth({ ...rest, plugins: [silent], mail: (letter) => void forCore(letter) });
  // @ts-expect-error with a plugin that writes letters it would meet some that it does not know
  createAuth({ ...rest, plugins: [club], mail: (letter) => void forCore(letter) });
  // @ts-expect-error the same for one from elsewhere
  createAuth({ ...rest, plugins: [club], mail: async (letter: CoreLetter) => forCore(letter) });
  createAuth({ ...rest, plugins: [club, silent], mail: forAll });
  createAuth({ ...rest, plugins: [club], mail: forClub });
  createAuth({ ...rest, mail: forAll });
  createAuth({ ...rest, plugins: [silent, club], mail: (letter) => void greet(letter) });
}

export function greet(letter: Letter<InvitationLetter>): string {
  switch (letter.kind) {
    case "reset-password":
      return letter.token + letter.user.name;
    case "club.invitation":
      // @ts-expect-error it may be to nobody
      letter.user;
      return letter.clubName + letter.words.label + letter.appName;
    case "account-linked":
      return letter.providerName;
    default:
      // @ts-expect-error no letter is left that has it
      letter.clubName;
      return letter.user.name;
  }
}

/** Somebody's who knows no plugin. */
export function write(letter: Letter): string {
  // @ts-expect-error plugins write to addresses that may be nobody's
  letter.user;
  switch (letter.kind) {
    case "email-changed":
      return letter.newEmail;
    case "club.invitation":
      // @ts-expect-error what a plugin tells besides is known to those who name it
      letter.clubName;
      return letter.words.subject;
    default:
      return "words" in letter ? letter.words.subject : letter.user.name;
  }
}

// Where it is not known which plugins there are, it may be any.
export const config: Partial<AuthConfig> = {
  // @ts-expect-error not every letter has a user
  mail: (letter) => void letter.user,
};

export const own: LetterOf<"club.invitation", InvitationLetter>["clubName"] = "Chess";
export const core: LetterOf<"verify-email">["token"] = "t";
// @ts-expect-error there is no letter of this kind
export type Unknown = LetterOf<"verify-mail">;
// @ts-expect-error nor one of the plugin's
export type UnknownOfClub = LetterOf<"club.farewell", InvitationLetter>;

export function fromAPlugin(ctx: Pick<TxContext, "send">): void {
  const letter: InvitationLetter = {
    kind: "club.invitation",
    to: "ann@example.com",
    userId: null,
    url: "https://example.com",
    words,
    clubName: "Chess",
  };
  ctx.send(letter);
  // @ts-expect-error a letter of a plugin says what it is about, and whose
  ctx.send({ ...letter, kind: "invitation" });
  // @ts-expect-error it has words of its own
  ctx.send({ kind: "club.farewell", to: "ann@example.com", userId: null, url: "https://example.com" });
}
