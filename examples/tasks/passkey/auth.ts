import { createAuth } from "@keyhold/core";
import { passkey } from "@keyhold/passkey";
import { config } from "../email/auth.ts";

export const auth = createAuth({ ...config, plugins: [passkey()] });
