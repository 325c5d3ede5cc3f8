import type { Letter, LetterKind, LetterOf, PluginLetter } from "@keyhold/core";
import { oneLine } from "@keyhold/core/safe-name";
import { accountLinked } from "./letters/account-linked.js";
import { accountUnlinked } from "./letters/account-unlinked.js";
import { alreadyRegistered } from "./letters/already-registered.js";
import { confirmEmailChange } from "./letters/confirm-email-change.js";
import { deleteAccount } from "./letters/delete-account.js";
import { emailChanged } from "./letters/email-changed.js";
import { ofPlugin } from "./letters/of-plugin.js";
import { passwordChanged } from "./letters/password-changed.js";
import { resetPassword } from "./letters/reset-password.js";
import { verifyEmail } from "./letters/verify-email.js";
import type { RenderedLetter } from "./words.js";

/**
 * Writes the letters of one kind. A method's parameter, so that one for a plugin's own letters is one for a letter of its
 * kind: what a plugin sends as that kind is known to nobody else.
 */
export type Template<Kind extends LetterKind<Own>, Own extends PluginLetter = PluginLetter> = {
  write(letter: LetterOf<Kind, Own>): RenderedLetter;
}["write"];

/** An app's own letters; kinds that are not here stay as they are. `Own`: of which plugins, e.g. `OrganizationLetter`. */
export type Templates<Own extends PluginLetter = PluginLetter> = {
  readonly [Kind in LetterKind<Own>]?: Template<Kind, Own>;
};

/** A letter as subject, text and HTML. The subject is one line, whatever a template makes of it. */
export function renderLetter(letter: Letter, templates: Templates = {}): RenderedLetter {
  const rendered = write(letter, templates);
  return { ...rendered, subject: oneLine(rendered.subject) };
}

function write(letter: Letter, templates: Templates): RenderedLetter {
  switch (letter.kind) {
    case "verify-email":
      return (templates[letter.kind] ?? verifyEmail)(letter);
    case "reset-password":
      return (templates[letter.kind] ?? resetPassword)(letter);
    case "confirm-email-change":
      return (templates[letter.kind] ?? confirmEmailChange)(letter);
    case "delete-account":
      return (templates[letter.kind] ?? deleteAccount)(letter);
    case "already-registered":
      return (templates[letter.kind] ?? alreadyRegistered)(letter);
    case "email-changed":
      return (templates[letter.kind] ?? emailChanged)(letter);
    case "password-changed":
      return (templates[letter.kind] ?? passwordChanged)(letter);
    case "account-linked":
      return (templates[letter.kind] ?? accountLinked)(letter);
    case "account-unlinked":
      return (templates[letter.kind] ?? accountUnlinked)(letter);
    default:
      return (templates[letter.kind] ?? ofPlugin)(letter);
  }
}
