import type { Letter, LetterOf } from "@keyhold/core";
import { alreadyRegistered } from "./letters/already-registered.js";
import { confirmEmailChange } from "./letters/confirm-email-change.js";
import { deleteAccount } from "./letters/delete-account.js";
import { emailChanged } from "./letters/email-changed.js";
import { passwordChanged } from "./letters/password-changed.js";
import { resetPassword } from "./letters/reset-password.js";
import { verifyEmail } from "./letters/verify-email.js";
import { oneLine } from "./one-line.js";
import type { RenderedLetter } from "./words.js";

/** Writes the letters of one kind. */
export type Template<Kind extends Letter["kind"]> = (letter: LetterOf<Kind>) => RenderedLetter;

/** An app's own letters; kinds that are not here stay as they are. */
export type Templates = { readonly [Kind in Letter["kind"]]?: Template<Kind> };

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
  }
}
