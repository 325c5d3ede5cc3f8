import { defineExpiringValue } from "../../adapter/expiring-value.js";
import * as z from "../../contract/schema.js";
import { knownBrowserSeconds } from "../../session/known-browser.js";

/** When an account was claimed, by the id of the user: as long as a browser from before may be known. */
export const claims = defineExpiringValue("claimed", { lifetimeSeconds: knownBrowserSeconds, value: z.literal("") });
