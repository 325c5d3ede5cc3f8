import { createMailbox, linkIn, type Mailbox } from "@keyhold/testing";
import { expect } from "vitest";
import { type App, alice, type Changes, openApp, userByEmail } from "../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../tests/harness/browser.ts";

/** An app in which Alice has just signed up, and may delete her account. */
export interface Deletion {
  readonly app: App;
  readonly mailbox: Mailbox;
  /** Alice's browser. */
  readonly browser: Browser;
  readonly aliceId: string;
}

/** `confirmByMail`: an email confirms the deletion. */
export async function openDeletion(changes: Changes = {}, confirmByMail = false): Promise<Deletion> {
  const mailbox = createMailbox();
  const app = openApp({
    rateLimit: { enabled: false, wrongPasswords: false },
    emailVerification: { sendOnSignUp: false },
    user: { deleteUser: { enabled: true, confirmByMail } },
    trustedOrigins: ["https://app.example.com"],
    mail: mailbox.send,
    ...changes,
  });
  const browser = app.browser();
  await browser.post("/sign-up/email", { ...alice, username: "alice" });
  return { app, mailbox, browser, aliceId: (await userByEmail(app)).id };
}

/** Checks the JSON response of a deletion, which must clear all cookies of the session. */
export function expectDeleted(answer: Answer): void {
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ success: true, message: "User deleted" });
  expectCleared(answer);
}

export function expectCleared(answer: Answer): void {
  expect(answer.cookies.map(({ line }) => line)).toEqual([
    "keyhold.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    "keyhold.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    "keyhold.dont_remember=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  ]);
}

/** Requests the email that deletes Alice, and answers with the link. */
export async function askForLink(
  { mailbox, browser }: Pick<Deletion, "mailbox" | "browser">,
  callbackURL?: string,
): Promise<URL> {
  const answer = await browser.post("/delete-user", { callbackURL });
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 200,
    body: { success: true, message: "Verification email sent" },
  });
  return linkIn(await mailbox.waitFor(alice.email));
}

export const tokenIn = (link: URL): string => link.searchParams.get("token") ?? "";
