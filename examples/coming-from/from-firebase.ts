import { storedFirebaseHash } from "./firebase-scrypt.ts";
import type { Person } from "./import-people.ts";

/** The file of `firebase auth:export users.json --format=json`. */
export interface FirebaseExport {
  readonly users: readonly {
    readonly localId: string;
    readonly email?: string;
    readonly emailVerified?: boolean;
    readonly displayName?: string;
    readonly photoUrl?: string;
    readonly phoneNumber?: string;
    readonly disabled?: boolean;
    /** Base64, as the salt. */
    readonly passwordHash?: string;
    readonly salt?: string;
    /** Milliseconds since 1970, as text. */
    readonly createdAt?: string;
    readonly customAttributes?: string;
    readonly providerUserInfo?: readonly { readonly providerId: string; readonly rawId: string }[];
  }[];
}

/** Firebase's names of providers with an entry in Keyhold. */
const providers: Readonly<Record<string, string>> = {
  "apple.com": "apple",
  "facebook.com": "facebook",
  "github.com": "github",
  "google.com": "google",
  "microsoft.com": "microsoft",
  "twitter.com": "twitter",
};

/** The users of Firebase for `importPeople`. */
export function fromFirebase({ users }: FirebaseExport): Person[] {
  return users.map((row): Person => {
    const linked = row.providerUserInfo ?? [];
    const others = linked.filter(({ providerId }) => !providers[providerId] && providerId !== "password");
    return {
      user: {
        id: row.localId,
        name: row.displayName ?? "",
        email: row.email ?? "",
        emailVerified: row.emailVerified ?? false,
        image: row.photoUrl ?? null,
        passwordHash: row.passwordHash && row.salt ? storedFirebaseHash(row.salt, row.passwordHash) : null,
        ...(row.createdAt && { createdAt: new Date(Number(row.createdAt)) }),
      },
      accounts: linked.flatMap(({ providerId, rawId }) => {
        const provider = providers[providerId];
        return provider ? [{ ...noTokens, providerId: provider, accountId: rawId }] : [];
      }),
      sessions: [],
      leftOut: [
        ...others.map(({ providerId }) => providerId),
        ...(row.customAttributes ? ["customAttributes"] : []),
        ...(row.disabled ? ["disabled"] : []),
      ],
    };
  });
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, scope: null };
