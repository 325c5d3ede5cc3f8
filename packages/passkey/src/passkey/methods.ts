import type { AuthMethod } from "@keyhold/core/plugin";
import type { PasskeyRow } from "../models.js";

/**
 * What a passkey proves: a key in hardware, or in software if the key may be copied; two factors if the device has
 * verified the user (SP 800-63B-4, appendix B).
 */
export function methodsOf({ deviceType }: Pick<PasskeyRow, "deviceType">, isVerified: boolean): readonly AuthMethod[] {
  const key: AuthMethod = deviceType === "singleDevice" ? "hwk" : "swk";
  return isVerified ? [key, "mfa"] : [key];
}

/** Whether a passkey has been given in this sign-in. A second passkey is of the same kind, so no second factor. */
export const hasGivenPasskey = (methods: readonly AuthMethod[]): boolean =>
  methods.includes("hwk") || methods.includes("swk");
