import type { Answer, CallError } from "@keyhold/react";
import { useCallback, useEffect, useState } from "react";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useRestored } from "../form/use-restored.js";
import type { Loading } from "../lists/loading.js";
import { type Page, type Pages, usePages } from "../lists/use-pages.js";
import { apiKeys as english } from "../texts/en/api-keys.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import type { ApiKeyOwner, ListedApiKey } from "./types.js";
import { useKeyName } from "./use-key-name.js";

/** Keys of a page. */
const pageSize = 20;

/** A new key, which is shown once. */
export interface ShownKey extends Pick<ListedApiKey, "id" | "name" | "previousUntil"> {
  /** The key with its secret. */
  readonly key: string;
}

/** The state of a list of API keys. `busy` is the id of a key. */
export interface ApiKeysState extends Pick<ActionState, "busy" | "error" | "done"> {
  readonly loading: Loading;
  /** The newest first. */
  readonly pages: Pages<ListedApiKey>;
  /** The key that was just created or rotated, until `forget()`; null: no secret is shown. */
  readonly shown: ShownKey | null;
  /** Shows a new key, e.g. after `useCreateApiKey`. */
  readonly show: (key: ShownKey) => void;
  /** Forgets the secret. */
  readonly forget: () => void;
  /** Gives a key a new secret. The old secret works for `overlapSeconds`. True after a success. */
  readonly rotate: (key: ListedApiKey, overlapSeconds: number) => Promise<boolean>;
  /** Enables or disables a key. True after a success. */
  readonly setEnabled: (key: ListedApiKey, enabled: boolean) => Promise<boolean>;
  /** Deletes a key. True after a success. */
  readonly remove: (key: ListedApiKey) => Promise<boolean>;
}

/**
 * The state and the handlers of the API keys of a user or of an organization, without markup.
 *
 * @example const { pages, rotate, remove } = useApiKeys(userKeys);
 */
export function useApiKeys(owner: Pick<ApiKeyOwner, "organizationId">): ApiKeysState {
  const { client } = useUI();
  const texts = useTexts("apiKeys", english);
  const sentenceOf = useErrorText();
  const nameOf = useKeyName();
  const { busy, error, done, run, reset } = useAction();
  const [shown, setShown] = useSecret();
  const pages = useKeyPages(owner);
  const { items, isPending, error: failed, refetch } = pages;

  async function change(key: ListedApiKey, said: string, call: () => Promise<{ error: CallError | null }>) {
    const isDone = await run(key.id, { call: async () => (await call()).error, done: said, errors: texts.codes });
    await refetch();
    return isDone;
  }

  return {
    loading: {
      isPending: isPending && items.length === 0,
      error: failed && items.length === 0 ? (texts.codes[failed.code] ?? sentenceOf(failed)) : null,
      retry: refetch,
    },
    pages,
    busy,
    error,
    done,
    shown,
    show(key) {
      reset();
      setShown(key);
      // The list is behind the secret, and ready when the user closes the secret.
      void refetch();
    },
    forget: () => setShown(null),
    rotate: ({ id: keyId }, overlapSeconds) =>
      run(keyId, {
        async call() {
          const { data, error } = await client.apiKey.rotate({ keyId, overlapSeconds });
          if (data) setShown(data);
          void refetch();
          return error;
        },
        errors: texts.codes,
      }),
    setEnabled: (key, enabled) =>
      change(key, (enabled ? texts.enabledNow : texts.disabledNow)(nameOf(key)), () =>
        client.apiKey.update({ keyId: key.id, enabled }),
      ),
    remove: (key) => change(key, texts.deleted, () => client.apiKey.delete({ keyId: key.id })),
  };
}

function useKeyPages({ organizationId }: Pick<ApiKeyOwner, "organizationId">): Pages<ListedApiKey> {
  const { client } = useUI();
  const scope = organizationId === undefined ? {} : { organizationId };
  return usePages<ListedApiKey>({
    question: organizationId ?? "",
    from: "",
    atFirst: 1,
    read: async (cursor, signal) =>
      pageOf(await client.apiKey.list({ ...scope, limit: pageSize, ...(cursor && { cursor }) }, { signal })),
  });
}

/** A secret in memory. A router may keep the left screen hidden, and a browser the left page: neither keeps the secret. */
function useSecret(): readonly [ShownKey | null, (shown: ShownKey | null) => void] {
  const [shown, setShown] = useState<ShownKey | null>(null);
  const hide = useCallback(() => setShown(null), []);
  useRestored(hide);
  useEffect(() => hide, [hide]);
  return [shown, setShown];
}

/** A page of the list in the form of `usePages`. */
function pageOf({ data, error }: Answer<Listed>): Answer<Page<ListedApiKey>> {
  if (error) return { data: null, error };
  return { data: { items: data.apiKeys, nextCursor: data.nextCursor }, error: null };
}

interface Listed {
  readonly apiKeys: readonly ListedApiKey[];
  readonly nextCursor: string | null;
}
