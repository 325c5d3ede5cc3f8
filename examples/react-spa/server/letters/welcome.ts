import type { User } from "@keyhold/core";
import type { Draft } from "../mailbox/mailbox.ts";
import { baseURL } from "../settings.ts";
import { html, page } from "./html.ts";

export const welcomeLetter = ({ name, email }: User): Draft => ({
  to: email,
  subject: `Welcome, ${name}`,
  text: `Hello ${name},

Your account is ready. From now on ${email} opens the door:
${baseURL}/sign-in

If you did not sign up, somebody mistyped their address. You can ignore this letter.
`,
  html: page(html`
    <h1>Welcome, ${name}</h1>
    <p>Your account is ready. From now on <strong>${email}</strong> opens the door.</p>
    <p><a class="button" href="${baseURL}/sign-in">Open the app</a></p>
    <p class="soft">If you did not sign up, somebody mistyped their address. You can ignore this letter.</p>
  `),
});
