import { defineErrors } from "@keyhold/core";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const nativeErrors = defineErrors({});

/** The codes of `nativeErrors`. */
export type NativeErrorCode = keyof typeof nativeErrors;
