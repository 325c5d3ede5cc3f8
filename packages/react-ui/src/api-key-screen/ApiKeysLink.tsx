import type { ReactElement } from "react";
import type { ApiKeyOwnerKind } from "../api-key/types.js";
import { useHasApiKeys } from "../api-key/use-has-api-keys.js";
import { useUI } from "../context.js";
import { apiKeys as english } from "../texts/en/api-keys.js";
import { useTexts } from "../texts/use-texts.js";
import { useUser } from "../user/use-user.js";
import { useSeesApiKeys } from "./use-sees-api-keys.js";

/** The properties of `ApiKeysLink`. */
export interface ApiKeysLinkProps {
  /** The owner of the keys: the user, or the active organization. Default "user". */
  readonly owner?: ApiKeyOwnerKind;
}

/**
 * A row with the link to `ApiKeys`, e.g. below the sections of `AccountSettings`. Empty without the plugin, for a
 * signed-out user, and for a member who may not see the keys of the organization.
 *
 * @example <AuthUI client={authClient}><AccountSettings><ApiKeysLink /></AccountSettings></AuthUI>
 */
export const ApiKeysLink = ({ owner = "user" }: ApiKeysLinkProps): ReactElement | null =>
  owner === "user" ? <UserLink /> : <OrganizationLink />;

function UserLink(): ReactElement | null {
  const hasApiKeys = useHasApiKeys();
  const isSignedIn = useUser() !== null;
  return hasApiKeys && isSignedIn ? <Row path="" /> : null;
}

function OrganizationLink(): ReactElement | null {
  return useSeesApiKeys() ? <Row path="/organization" /> : null;
}

function Row({ path }: { readonly path: string }): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("apiKeys", english);
  return (
    <ul className="kh-rows">
      <li>
        <Link href={`${paths.apiKeys ?? "/api-keys"}${path}`}>
          <span className="kh-name">{texts.title}</span>
          <span className="kh-meta">{texts.about}</span>
        </Link>
      </li>
    </ul>
  );
}
