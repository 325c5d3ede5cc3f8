import type { EmailContent, PluginEmail } from "../../contract/mail.js";

type Message = EmailContent | PluginEmail;

/** An email as text: JSON, in which a date is an object, since a user has dates. */
export const writeMessage = (message: Message): string =>
  JSON.stringify(message, function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    const given = this[key];
    return given instanceof Date ? { $date: given.toISOString() } : value;
  });

/** The email of a text of `writeMessage`. */
export const readMessage = (text: string): Message =>
  JSON.parse(text, (_, value: unknown) => (isDate(value) ? new Date(value.$date) : value));

const isDate = (value: unknown): value is { readonly $date: string } => typeof Object(value).$date === "string";
