import type { CoreEvent } from "@keyhold/core";
import { describeBrowser } from "../../shared/describe-browser.ts";
import type { Draft } from "../mailbox/mailbox.ts";
import { html, page } from "./html.ts";

type SessionCreated = Extract<CoreEvent, { type: "session.created" }>;

export function newSignInLetter({ session, user, method }: SessionCreated): Draft {
  const browser = describeBrowser(session.userAgent);
  const time = session.createdAt.toUTCString();
  return {
    to: user.email,
    subject: `New sign-in with ${browser}`,
    text: `Hello ${user.name},

Somebody signed in to your account. If it was you, all is well.

When      ${time}
Browser   ${browser}
By        ${method} and password
`,
    html: page(html`
      <h1>New sign-in</h1>
      <p>Hello ${user.name},</p>
      <p>Somebody signed in to your account. If it was you, all is well.</p>
      <table>
        <tr><th scope="row">When</th><td>${time}</td></tr>
        <tr><th scope="row">Browser</th><td>${browser}</td></tr>
        <tr><th scope="row">By</th><td>${method} and password</td></tr>
      </table>
    `),
  };
}
