import type { CallError } from "@keyhold/react";
import { useEffect } from "react";
import { useGoToFactor } from "../after-sign-in.js";
import { useUI } from "../context.js";
import type { SendAgain } from "../email/use-verify-email.js";
import type { FormState } from "../form/form-state.js";
import { useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { useWait } from "../form/use-wait.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { factor } from "../texts/en/factor.js";
import { magicLink as english } from "../texts/en/magic-link.js";
import { useTexts } from "../texts/use-texts.js";

/** Short enough for a lost email, and long enough for a slow email. */
const pauseSeconds = 30;
const codeDigits = 8;

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
  const texts = useTexts("magicLink", english);
  const { busy, error, done, waitSeconds, run } = useAction();
  const [pause, startPause] = useWait();
  useEffect(() => {
    if (sentTo !== null) startPause(pauseSeconds);
  }, [sentTo, startPause]);

  async function send(): Promise<void> {
    if (sentTo === null) return;
    if (await run("send", { call: () => ask(sentTo), done: texts.sentAgain })) startPause(pauseSeconds);
  }

  const again = { isBusy: busy !== null, waitSeconds: Math.max(pause, waitSeconds), error, done, send };
  return { code: useCode(to), again };
}

function useCode(to: string): FormState<"code"> {
  const { client } = useUI();
  const texts = useTexts("magicLink", english);
  const shared = useTexts("factor", factor);
  const goToFactor = useGoToFactor();
  const challenge = useChallenge();
  return useForm({
    fields: [
      {
        name: "code",
        label: shared.code,
        empty: shared.codeEmpty,
        hint: shared.codeHint(codeDigits),
        input: {
          autoComplete: "one-time-code",
          inputMode: "numeric",
          autoCorrect: "off",
          spellCheck: false,
          size: codeDigits,
          maxLength: 64,
        },
      },
    ],
    errorFields: { INVALID_OTP: "code", TOO_MANY_ATTEMPTS: "code" },
    errorTexts: { INVALID_OTP: texts.wrongCode, TOO_MANY_ATTEMPTS: texts.tooManyCodes },
    async send({ code = "" }) {
      const { data, error } = await client.magicLink.verifyCode({ code }, await challenge("sign-in"));
      goToFactor(data, to);
      return error;
    },
  });
}
