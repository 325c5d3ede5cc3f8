import { createAuthClient } from "@keyhold/react";

export const authClient = createAuthClient();
