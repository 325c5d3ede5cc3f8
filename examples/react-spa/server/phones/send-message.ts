import type { SentMessage } from "@keyhold/phone-number";
import { deliver } from "../mailbox/mailbox.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? "");

/** Shows the text message in the mailbox. Replace this by the call of an SMS service to send real messages. */
export function sendMessage({ to, words: text }: SentMessage): void {
  const lines = escaped(text).replaceAll("\n", "<br>");
  const html = `<!doctype html><html lang="en"><head><title>Text message</title></head><body style="font:1rem/1.5 sans-serif">${lines}</body></html>`;
  deliver({ to, subject: "Text message", text, html });
}
