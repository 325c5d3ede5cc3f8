import { createAuth } from "@keyhold/core";
import { twoFactor } from "@keyhold/two-factor";
import { config } from "../email/auth.ts";

export const auth = createAuth({ ...config, plugins: [twoFactor({ issuer: "Tea Shop" })] });
