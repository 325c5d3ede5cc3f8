import type { CallError } from "@keyhold/react";
import { useUI } from "../context.js";
import { useMailedCode } from "../email/use-mailed-code.js";
import { useResend } from "../email/use-resend.js";
import type { SendAgain } from "../email/use-verify-email.js";
import type { FormState } from "../form/form-state.js";
import { magicLink as english } from "../texts/en/magic-link.js";
import { useTexts } from "../texts/use-texts.js";

/** What a user may do after the email was sent. */
export interface SentLink {
  /** The form of the code in the email. The server offers codes if `offer.hasCode` is true. */
  readonly code: FormState<"code">;
  /** Sends the email again, after a pause. */
  readonly again: SendAgain;
}

interface SentLinkOptions {
  /** Null: no email was sent. */
  readonly sentTo: string | null;
  /** The path after the sign-in. */
  readonly to: string;
  readonly ask: (email: string) => Promise<CallError | null>;
}

/** The code in the email of a link, and a new email. */
export function useSentLink({ sentTo, to, ask }: SentLinkOptions): SentLink {
  const { client } = useUI();
  const texts = useTexts("magicLink", english);
  const again = useResend({ sentTo, done: texts.sentAgain, ask });
  const code = useMailedCode({
    digits: 8,
    to,
    texts,
    signIn: (code, options) => client.magicLink.verifyCode({ code }, options),
  });
  return { code, again };
}
