import { useState } from "react";
import type { FullClient } from "../client.js";
import { useUI } from "../context.js";
import type { FieldDeclaration, FormState } from "../form/form-state.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { device as english } from "../texts/en/device.js";
import { useTexts } from "../texts/use-texts.js";
import { shownUserCode } from "./user-code.js";

/** The step of the approval of a device. */
export type DeviceApprovalStep = "enter" | "decide" | "approved" | "denied";

/** The request of a device, as the user sees it before the decision. */
export interface DeviceRequest {
  /** In the form "WDJB-MJHT". */
  readonly userCode: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
  /** The client address of the device; null: not known. */
  readonly requestedFrom: string | null;
  /** The country of the device in the language of the screen; null: not known. */
  readonly country: string | null;
}

/** The state of the screen on which a user connects a device. */
export interface DeviceApprovalState extends ActionState {
  readonly step: DeviceApprovalStep;
  /** Opens a code. The first user who opens a code claims the code. */
  readonly form: FormState<"code">;
  /** Null before a code is opened. */
  readonly request: DeviceRequest | null;
  readonly approve: () => void;
  readonly deny: () => void;
  /** Goes back to the first step, for another code. */
  readonly restart: () => void;
}

type Opened = NonNullable<Awaited<ReturnType<FullClient["device"]["open"]>>["data"]>;

/**
 * The state and the handlers of the screen on which a user connects a device (RFC 8628), without markup. `given` is a
 * code that the form has at first, e.g. of `?user_code=`: the user still opens and approves it.
 *
 * @example const { step, form, request, approve, deny } = useDeviceApproval();
 */
export function useDeviceApproval({ given = "" }: { readonly given?: string } = {}): DeviceApprovalState {
  const { client, locale } = useUI();
  const texts = useTexts("device", english);
  const { run, reset, ...action } = useAction();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [first, setFirst] = useState(given);
  const [decision, setDecision] = useState<"approved" | "denied" | null>(null);

  const form = useForm<"code">({
    fields: [codeField(texts, first)],
    staysAfterSuccess: true,
    errorFields: { INVALID_REQUEST: "code", EXPIRED_TOKEN: "code", ACCESS_DENIED: "code", ANSWERED: "code" },
    errorTexts: { ...texts.codes, ANSWERED: texts.answered },
    async send({ code = "" }) {
      const { data, error } = await client.device.open({ userCode: code });
      if (error) return error;
      const refusal = { message: "", status: 200, statusText: "" };
      if (data.status !== "pending") return { ...refusal, code: "ANSWERED" };
      // The server shows the request only to the user who has opened the code first.
      if (data.client_id === undefined) return { ...refusal, code: "ACCESS_DENIED" };
      reset();
      setOpened(data);
      return null;
    },
  });

  async function decide(name: "approve" | "deny", decided: "approved" | "denied"): Promise<void> {
    const userCode = opened?.user_code ?? "";
    const call = async () => (await client.device[name]({ userCode })).error;
    if (await run(name, { call, errors: texts.codes })) setDecision(decided);
  }

  return {
    ...action,
    step: opened ? (decision ?? "decide") : "enter",
    form,
    request: opened && requestOf(opened, locale),
    approve: () => void decide("approve", "approved"),
    deny: () => void decide("deny", "denied"),
    restart() {
      reset();
      setFirst("");
      setDecision(null);
      setOpened(null);
    },
  };
}

const codeField = (texts: typeof english, given: string): FieldDeclaration<"code"> => ({
  name: "code",
  label: texts.code,
  hint: texts.codeHint,
  empty: texts.codeEmpty,
  input: {
    defaultValue: shownUserCode(given),
    autoComplete: "off",
    autoCapitalize: "characters",
    spellCheck: false,
    maxLength: 64,
  },
});

const requestOf = (
  { user_code, client_id = "", client_name, scope = "", requestedFrom, requestedCountry }: Opened,
  locale: string,
): DeviceRequest => ({
  userCode: user_code,
  clientId: client_id,
  clientName: client_name ?? client_id,
  scopes: [...new Set(scope.split(" "))].filter((one) => one !== ""),
  requestedFrom: requestedFrom ?? null,
  country: (requestedCountry && new Intl.DisplayNames(locale, { type: "region" }).of(requestedCountry)) || null,
});
