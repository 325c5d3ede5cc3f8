import { type ReactElement, useEffect, useRef } from "react";
import { ForUsers } from "../account/ForUsers.js";
import { CreateKey } from "../api-key/CreateKey.js";
import { KeyList } from "../api-key/KeyList.js";
import { ShownSecret } from "../api-key/ShownSecret.js";
import type { ApiKeyOwner, ApiKeyOwnerKind } from "../api-key/types.js";
import { useApiKeys } from "../api-key/use-api-keys.js";
import { useHasApiKeys } from "../api-key/use-has-api-keys.js";
import { useUI } from "../context.js";
import { Loaded } from "../parts/Loaded.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { Waiting } from "../parts/Waiting.js";
import { Wide } from "../parts/Wide.js";
import { apiKeys as english } from "../texts/en/api-keys.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { ForKeyOwner } from "./ForKeyOwner.js";

/** The properties of `ApiKeys`. */
export interface ApiKeysProps {
  /** The owner of the keys: the user, or the active organization. Default "user". */
  readonly owner?: ApiKeyOwnerKind;
}

/**
 * The API keys of the user, or of the active organization: a list, and a form for a new key, which is shown once. Keys
 * are rotated, disabled and deleted here. What a member may not do is not shown.
 *
 * @example <AuthUI client={authClient} stepUp={useStepUp}><ApiKeys /></AuthUI>
 */
export function ApiKeys({ owner = "user" }: ApiKeysProps): ReactElement {
  const hasApiKeys = useHasApiKeys();
  if (hasApiKeys === null) return <Waiting />;
  if (!hasApiKeys) return <NotOffered />;
  return (
    <Wide>
      <ForUsers>{() => <ForKeyOwner owner={owner}>{(known) => <OwnedKeys owner={known} />}</ForKeyOwner>}</ForUsers>
    </Wide>
  );
}

function OwnedKeys({ owner }: { readonly owner: ApiKeyOwner }): ReactElement {
  const { title, notAllowed } = useTexts("apiKeys", english);
  return owner.can("read") ? <Shown owner={owner} /> : <Screen title={title} lead={notAllowed} />;
}

function Shown({ owner }: { readonly owner: ApiKeyOwner }): ReactElement {
  const state = useApiKeys(owner);
  const texts = useTexts("apiKeys", english);
  const { shown } = state;
  const top = useRef<HTMLHeadingElement>(null);
  const isLeft = useRef(false);
  // After each render: the button that closes the secret is gone, and the list may come later.
  useEffect(() => {
    if (shown) isLeft.current = true;
    if (shown || !isLeft.current || !top.current) return;
    top.current.focus();
    isLeft.current = false;
  });
  const lead = owner.name === null ? texts.lead : texts.leadOf(shortName(owner.name));
  return (
    <Screen title={texts.title} lead={shown ? undefined : lead}>
      {shown ? (
        <ShownSecret shown={shown} close={state.forget} />
      ) : (
        <>
          <Loaded loading={state.loading} failed={texts.failed}>
            <KeyList owner={owner} state={state} top={top} />
          </Loaded>
          {owner.can("create") && <CreateKey owner={owner} created={state.show} />}
        </>
      )}
    </Screen>
  );
}

function NotOffered(): ReactElement {
  const { paths, Link } = useUI();
  const { title, notOffered } = useTexts("apiKeys", english);
  const { back } = useTexts("common", common);
  return (
    <Screen title={title} lead={notOffered}>
      <p className="kh-choices">
        <Link className="kh-button kh-quiet" href={paths.home}>
          {back}
        </Link>
      </p>
    </Screen>
  );
}
