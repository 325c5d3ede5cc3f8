import { type BillingSettings, mirrorSettingsOf } from "../options.js";
import type { AskedMirror } from "./absent.js";

/** The settings of a mirror that can ask. Throws without a provider. */
export function askedMirror(settings: BillingSettings): AskedMirror {
  const { provider } = settings;
  const mirror = mirrorSettingsOf(settings);
  if (mirror === null || provider === null) {
    throw new TypeError("billing() has no provider to ask: give `provider`, e.g. polar({ accessToken }).");
  }
  return { ...mirror, provider };
}
