import type { AndroidApp, NativeOptions } from "../options.js";
import { readRedirectURI } from "../redirect/redirect-uri.js";

/** `apple-app-site-association`: https://developer.apple.com/documentation/xcode/supporting-associated-domains */
export interface AppleAssociation {
  readonly applinks: {
    readonly details: readonly {
      readonly appIDs: readonly string[];
      readonly components: readonly { readonly "/": string }[];
    }[];
  };
  readonly webcredentials: { readonly apps: readonly string[] };
}

/** A statement of `assetlinks.json`: https://developers.google.com/digital-asset-links/v1/statements */
export interface AssetLink {
  readonly relation: readonly string[];
  readonly target: {
    readonly namespace: string;
    readonly package_name: string;
    readonly sha256_cert_fingerprints: readonly string[];
  };
}

/** The paths of the claimed redirects of all apps. */
const claimedPaths = ({ clients }: NativeOptions): readonly string[] => {
  const uris = Object.values(clients).flatMap(({ redirectURIs }) => redirectURIs);
  return [...new Set(uris.filter((uri) => readRedirectURI(uri) === "claimed").map((uri) => new URL(uri).pathname))];
};

export const appleAssociationOf = (options: NativeOptions): AppleAssociation => ({
  applinks: { details: [{ appIDs: options.apple, components: claimedPaths(options).map((path) => ({ "/": path })) }] },
  webcredentials: { apps: options.apple },
});

export const assetLinksOf = ({ android }: NativeOptions): readonly AssetLink[] =>
  android.map(({ packageName, fingerprints }) => ({
    relation: ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
    target: { namespace: "android_app", package_name: packageName, sha256_cert_fingerprints: fingerprints },
  }));

/**
 * The origins of Android apps that use passkeys, for `passkey({ origins })`.
 *
 * @param apps the apps, as in the option `android`
 * @returns `android:apk-key-hash:` with the SHA-256 of each certificate in base64url
 * @example passkey({ origins: apkKeyHashOrigins(android) })
 */
export const apkKeyHashOrigins = (apps: readonly AndroidApp[]): readonly string[] =>
  apps.flatMap(({ fingerprints }) =>
    fingerprints.map((fingerprint) => `android:apk-key-hash:${base64url(fingerprint)}`),
  );

const base64url = (fingerprint: string): string => {
  const bytes = fingerprint.split(":").map((digits) => Number.parseInt(digits, 16));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
};
