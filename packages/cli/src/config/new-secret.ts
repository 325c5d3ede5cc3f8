import { randomBytes } from "node:crypto";

/** A secret for `createAuth`: 32 random bytes, like `openssl rand -base64 32`. */
export const newSecret = (): string => randomBytes(32).toString("base64");
