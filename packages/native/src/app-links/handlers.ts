import type { AppleAssociation, AssetLink } from "./content.js";

/** An auth with `nativeApps()`. */
export interface AuthWithNativeApps {
  readonly api: {
    readonly native: {
      appleAppSiteAssociation(): Promise<AppleAssociation>;
      assetlinks(): Promise<readonly AssetLink[]>;
    };
  };
}

const answer = (content: object): Response =>
  Response.json(content, { headers: { "cache-control": "public, max-age=3600" } });

/**
 * Makes the handler of `GET /.well-known/apple-app-site-association`, at the host of the claimed redirects: iOS then
 * opens these URLs in the app.
 *
 * @param auth the auth with `nativeApps({ apple })`
 * @returns a function that answers with the file as JSON
 * @example export const GET = appleAssociationHandler(auth); // app/.well-known/apple-app-site-association/route.ts
 */
export const appleAssociationHandler =
  ({ api }: AuthWithNativeApps): (() => Promise<Response>) =>
  async () =>
    answer(await api.native.appleAppSiteAssociation());

/**
 * Makes the handler of `GET /.well-known/assetlinks.json`, at the host of the claimed redirects: Android then opens
 * these URLs in the app, and uses passkeys of the host there.
 *
 * @param auth the auth with `nativeApps({ android })`
 * @returns a function that answers with the file as JSON
 * @example export const GET = assetLinksHandler(auth); // app/.well-known/assetlinks.json/route.ts
 */
export const assetLinksHandler =
  ({ api }: AuthWithNativeApps): (() => Promise<Response>) =>
  async () =>
    answer(await api.native.assetlinks());
