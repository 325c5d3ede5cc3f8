import type { Passkey } from "@keyhold/passkey/client";

/** The name that the user or the server has given. */
export const nameOfPasskey = ({ name }: Pick<Passkey, "name">): string => name || "Passkey";
