import type { TxContext } from "../../contract/context.js";
import { hooksFor } from "../../contract/hooks-for.js";
import type { EmailContent, PluginEmail } from "../../contract/mail.js";
import { definePlugin, type Plugin } from "../../contract/plugin.js";
import type { PluginTypes } from "../../contract/plugin-types.js";
import * as z from "../../contract/schema.js";
import type { OutboxServerEndpoints } from "../../outbox/endpoints.js";
import { defineOutboxKind } from "../../outbox/kind.js";
import { recoveryCopy } from "../user/held-notification.js";
import { readMessage, writeMessage } from "./stored-email.js";

const emailKind = defineOutboxKind("email-outbox.send", {
  input: z.string(),
  run: ({ input, ctx }) => ctx.deliverEmail(readMessage(input)),
  // No mail server tells whether it has taken an email. A second email does less harm than none.
  ifUnknown: "repeat",
  expiresInSeconds: 86_400,
  // An email that cannot be delivered must not keep back the next email of the user.
  isOrdered: false,
  endsWithOwner: true,
});

/** The hook of plugins that add facts about the call to an email before it is written: `mail` gets the facts, too. */
const hooksAt = hooksFor<{ readonly "email.keep": (message: EmailContent | PluginEmail) => object }>();

/** Writes an email, and the copy to a held address if the user has one. */
async function writeEmail(ctx: TxContext, message: EmailContent | PluginEmail): Promise<void> {
  const copy = await recoveryCopy(ctx, message);
  for (const email of copy ? [message, copy] : [message]) {
    let kept = email;
    for (const hook of hooksAt(ctx, "email.keep")) kept = { ...kept, ...hook(email) };
    const owner = "userId" in email ? email.userId : email.user.id;
    await emailKind.add(ctx, {
      input: writeMessage(kept),
      ...(owner !== null && { owner }),
      // An expired link is not sent.
      ...("expiresInSeconds" in email && { expiresInSeconds: email.expiresInSeconds }),
    });
  }
}

/** The types that the plugin adds to an auth: the server-side calls of the outbox. */
export interface EmailOutboxTypes extends PluginTypes {
  readonly serverEndpoints: OutboxServerEndpoints;
}

/** A named type keeps the inferred types of an app's auth short. */
export interface EmailOutboxPlugin extends Plugin<EmailOutboxTypes> {}

/**
 * Keeps emails in the outbox until `mail` has delivered them: an email is written in the transaction of its cause, and
 * tried again for a day, or as long as its link works. Without the plugin an email is tried once.
 *
 * @example createAuth({ …, mail, plugins: [emailOutbox()] })
 */
export function emailOutbox(): EmailOutboxPlugin {
  return definePlugin({ id: "email-outbox", outbox: [emailKind], writeEmail });
}
