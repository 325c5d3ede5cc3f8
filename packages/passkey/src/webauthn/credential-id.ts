import { fingerprint } from "@keyhold/core/plugin";
import type { PasskeyRow } from "../models.js";

/** The length of a column with an index in MySQL. */
const maxColumnLength = 255;
/** WebAuthn, section 7.1: longer ids are refused. */
const maxIdBytes = 1023;

/** Whether a registration may have an id of these bytes. */
export const isIdLength = (bytes: number): boolean => bytes >= 1 && bytes <= maxIdBytes;

/** The columns of an id: longer ids are found by their SHA-256. The dot is in no base64url, so no id equals a hash. */
export const columnsOf = (id: string): Pick<PasskeyRow, "credentialID" | "longCredentialID"> =>
  id.length <= maxColumnLength
    ? { credentialID: id, longCredentialID: null }
    : { credentialID: `sha256.${fingerprint(id)}`, longCredentialID: id };

/** The id of a row. */
export const idOf = ({
  credentialID,
  longCredentialID,
}: Pick<PasskeyRow, "credentialID" | "longCredentialID">): string => longCredentialID ?? credentialID;
