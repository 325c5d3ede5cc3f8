import { createAuthClient } from "@keyhold/react";
import { usernameClient } from "@keyhold/username/client";

export const authClient = createAuthClient({ plugins: [usernameClient()] });
