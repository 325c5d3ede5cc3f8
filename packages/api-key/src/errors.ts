import { defineErrors } from "@keyhold/core";
import { principalErrors } from "@keyhold/core/principal";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const apiKeyErrors = defineErrors({
  ...principalErrors,
  INVALID_API_KEY: { status: 401, message: "The API key is not valid" },
  KEY_DISABLED: { status: 401, message: "The API key is disabled" },
  KEY_EXPIRED: { status: 401, message: "The API key has expired" },
  USAGE_EXCEEDED: { status: 429, message: "The API key has no uses left" },
  RATE_LIMITED: { status: 429, message: "The API key was used too often: try again later" },
  OWNER_MAY_NOT_ACT: { status: 403, message: "The user of the API key may not act now" },
  INSUFFICIENT_API_KEY_PERMISSIONS: { status: 403, message: "The permissions are more than the user may give" },
  KEY_NOT_FOUND: { status: 404, message: "API key not found" },
  INVALID_LEAK_REPORT: { status: 403, message: "The report of leaked API keys has no valid signature" },
  KEY_WAS_ROTATED: { status: 409, message: "Another request has just replaced this API key" },
  API_KEY_LIMIT_REACHED: { status: 403, message: "There are as many API keys as an owner may have" },
  USER_NOT_MEMBER_OF_ORGANIZATION: { status: 403, message: "You may not manage API keys of this organization" },
  SERVER_ONLY_PROPERTY: { status: 400, message: "Only the server may set this property of an API key" },
  EXPIRES_IN_IS_TOO_SMALL: { status: 400, message: "The API key would expire earlier than the app allows" },
  EXPIRES_IN_IS_TOO_LARGE: { status: 400, message: "The API key would expire later than the app allows" },
  INVALID_NAME_LENGTH: { status: 400, message: "The name of an API key must have 1 to 32 characters" },
  NAME_REQUIRED: { status: 400, message: "The API key needs a name" },
  INVALID_PREFIX_LENGTH: {
    status: 400,
    message: 'A prefix must have 2 to 20 characters: lower-case letters, digits and "_"',
  },
  METADATA_DISABLED: { status: 400, message: "API keys have no metadata here" },
  INVALID_METADATA_TYPE: { status: 400, message: "Metadata must be an object of at most 8,192 characters as JSON" },
  NO_VALUES_TO_UPDATE: { status: 400, message: "There are no values to update" },
});

/** The codes of `apiKeyErrors`. */
export type ApiKeyErrorCode = keyof typeof apiKeyErrors;
