import { shortName } from "../parts/short-name.js";
import { apiKeys as english } from "../texts/en/api-keys.js";
import { useTexts } from "../texts/use-texts.js";
import type { ListedApiKey } from "./types.js";

/** A name without a visible character says as little as no name. */
const isBlank = (name: string): boolean => !/[^\s\p{C}\p{Z}\p{M}]/u.test(name);

/** A function for the name of a key inside a sentence. The name cannot change the direction of the sentence. */
export function useKeyName(): (key: Pick<ListedApiKey, "name">) => string {
  const { unnamed } = useTexts("apiKeys", english);
  return ({ name }) => (name === null || isBlank(name) ? unnamed : shortName(name));
}

/** A function for the name of a permission. */
export function usePermissionName(): (resource: string, action: string) => string {
  const { permissions, permission } = useTexts("apiKeys", english);
  return (resource, action) => {
    const known = `${resource}:${action}`;
    return (Object.hasOwn(permissions, known) && permissions[known]) || permission(resource, action);
  };
}
